import Dispatch
import Glibc
import Rivulet

/// A run from beginning to end. Blocks the thread that it is called on; the others do the work.
struct SoakRun {
    private let options: SoakOptions
    private let server: ServerProcess?
    private let endpoint: Endpoint
    private let totals = SoakTotals()
    /// The one connection that asks how the server is; always the same, so that it is in all numbers alike.
    private let observer: HTTPConnection

    /// Starts the server, if there is one to start.
    init(_ options: SoakOptions) throws(ClientError) {
        self.options = options
        if let path = options.server {
            let server = try ServerProcess(path, options.serverArguments)
            self.server = server
            endpoint = server.endpoint
        } else {
            server = nil
            endpoint = options.endpoint ?? Endpoint(host: "127.0.0.1", port: 8_080)
        }
        observer = HTTPConnection(to: endpoint)
    }

    func run() throws(ClientError) -> SoakReport {
        defer { _ = server?.stop() }
        raiseDescriptorLimit()
        let before = try settledStatus()
        let beacons = (0..<4).map { Beacon($0, endpoint: endpoint, totals: totals) }
        let world = SoakViewer.World(
            endpoint: endpoint, publishers: options.publishers, poller: try Poller(),
            scheduler: SerialDispatchQueueScheduler(internalSerialQueueName: "rivulet-bench.viewers"), totals: totals, beacons: beacons)
        let viewers = (0..<options.viewers).map { SoakViewer($0, in: world) }
        for viewer in viewers { viewer.connect() }
        try waitFor("all viewers to be connected", seconds: 60) { viewers.allSatisfy(\.isConnected) }
        var stalled: [StalledClient] = []
        for _ in 0..<options.stalled { stalled.append(try StalledClient(endpoint: endpoint, publishers: options.publishers)) }
        let publishers = (0..<options.publishers).map { SoakPublisher(number: $0, endpoint: endpoint, totals: totals) }

        var report = SoakReport(options: options, before: before)
        report.start()
        for publisher in publishers { publisher.begin(rate: options.rate, count: options.events.map { $0 / options.publishers }) }
        if options.moves > 0 { for viewer in viewers { viewer.beginToMove(every: 60_000 / options.moves) } }
        try watch(publishers, &report)
        for publisher in publishers { publisher.stop() }
        report.stop()

        let books = publishers.map(\.book)
        for viewer in viewers { viewer.settle() }
        waitWhileItGoesOn(
            until: { viewers.allSatisfy { $0.isConnected && $0.ledger.missing(books) == 0 } },
            progress: { viewers.reduce(0) { $0 + $1.ledger.received } })
        report.note(ledgers: viewers.map(\.ledger), finished: viewers.flatMap(\.finishedLedgers), books: books)
        for client in stalled { report.note(stalled: try client.catchUp(books)) }
        stalled = []
        for publisher in publishers { publisher.disconnect() }
        for viewer in viewers { viewer.leave() }
        for beacon in beacons { beacon.finish() }
        report.note(totals: totals.values, after: try statusOnceLike(before))
        if let server {
            report.note(cutOffs: server.log(containing: "cut off a stream"))
            report.note(exitStatus: server.stop())
        }
        return report
    }

    /// Looks at the memory each second until the time is over, or the publishers have posted what they should.
    private func watch(_ publishers: [SoakPublisher], _ report: inout SoakReport) throws(ClientError) {
        let end = DispatchTime.now() + .seconds(options.events == nil ? options.seconds : 86_400)
        while DispatchTime.now() < end, !publishers.allSatisfy(\.isOver) {
            usleep(250_000)
            report.note(memory: try ServerStatus(of: observer).memory)
        }
    }

    // MARK: Waiting

    private func waitFor(_ what: String, seconds: Int, _ condition: () throws(ClientError) -> Bool) throws(ClientError) {
        let end = DispatchTime.now() + .seconds(seconds)
        while try !condition() {
            guard DispatchTime.now() < end else { throw ClientError(saying: "waited \(seconds) s in vain for \(what)") }
            usleep(20_000)
        }
    }

    /// Waits for as long as something changes within ten seconds: a machine that is busy is slow, but loses nothing.
    private func waitWhileItGoesOn(until condition: () -> Bool, progress: () -> Int) {
        var last = progress()
        var end = DispatchTime.now() + .seconds(10)
        while !condition(), DispatchTime.now() < end {
            usleep(50_000)
            let now = progress()
            if now != last { end = DispatchTime.now() + .seconds(10) }
            last = now
        }
    }

    /// The numbers when they have stood still for half a second: something else may have just left.
    private func settledStatus() throws(ClientError) -> ServerStatus {
        var last = try ServerStatus(of: observer)
        var same = 0
        try waitFor("counters that stand still", seconds: 60) { () throws(ClientError) in
            let now = try ServerStatus(of: observer)
            same = now.hasCounters(of: last) ? same + 1 : 0
            last = now
            return same >= 25
        }
        return last
    }

    /// The numbers once they are what they were, or as they are after a while.
    private func statusOnceLike(_ before: ServerStatus) throws(ClientError) -> ServerStatus {
        try? waitFor("counters as before", seconds: 60) { () throws(ClientError) in try ServerStatus(of: observer).hasCounters(of: before) }
        return try ServerStatus(of: observer)
    }

    private func raiseDescriptorLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
