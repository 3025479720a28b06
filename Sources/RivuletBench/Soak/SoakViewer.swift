import Dispatch
import Rivulet

/// One viewer: listens, and lives a random life. When it is killed, another takes its place.
final class SoakViewer: Sendable {
    /// What all viewers of a run share.
    struct World: Sendable {
        let endpoint: Endpoint
        let publishers: Int
        let poller: Poller
        let scheduler: SerialDispatchQueueScheduler
        let totals: SoakTotals
        /// Those who tell the server that a tab is hidden or shown.
        let beacons: [Beacon]
    }

    private struct State {
        var ledger: Ledger
        /// Those of the viewers that were killed in this place, and of what was before a reset.
        var finished: [Ledger] = []
        var lastEventID: String?
        var identity: Identity?
        var isVisible = true
        var isOver = false
        /// Counts connections: an event of an earlier one that was under way when that was left is not taken in, for the
        /// next one is told it again.
        var connection = 0
    }

    private struct Identity {
        let viewer: String
        let key: String
    }

    private let world: World
    private let index: Int
    private let channels: String
    private let state: Lock<State>
    private let stream = SerialDisposable()
    private let life = SerialDisposable()

    init(_ index: Int, in world: World) {
        self.world = world
        self.index = index
        // Each event of the lifecycle goes to everyone who listens: with hundreds who do, that would be all there is.
        channels = index % 50 == 0 ? "notifications,lifecycle" : "notifications"
        state = Lock(State(ledger: Ledger(publishers: world.publishers)))
    }

    var ledger: Ledger { state.withLock { $0.ledger } }
    var finishedLedgers: [Ledger] { state.withLock { $0.finished } }
    var isConnected: Bool { state.withLock { $0.identity != nil } }

    // MARK: Its life

    /// Connects, and goes on where it was if it was there before.
    func connect() {
        let (connection, lastEventID) = state.withLock { state in
            state.connection += 1
            return (state.isOver ? nil : state.connection, state.lastEventID)
        }
        guard let connection else { return }
        world.totals.count(\.connections)
        if lastEventID != nil { world.totals.count(\.resumptions) }
        let departure = EventStreamRequest.Departure.allCases.randomElement() ?? .close
        let request = EventStreamRequest(
            endpoint: world.endpoint, channels: channels, lastEventID: lastEventID, departure: departure)
        stream.inner = request.events(on: world.poller).subscribe(
            onNext: { [weak self] in self?.take($0, from: connection) },
            onError: { [weak self] in self?.brokeOff("\($0)", connection) },
            onCompleted: { [weak self] in self?.brokeOff("it ended", connection) })
    }

    /// Does something now and then.
    /// - Parameter milliseconds: about how often.
    func beginToMove(every milliseconds: Int) {
        let period = RxTimeInterval.milliseconds(Int.random(in: milliseconds * 7 / 10...milliseconds * 13 / 10))
        life.inner = Observable<Int>.timer(.milliseconds(Int.random(in: 0...milliseconds)), period: period, scheduler: world.scheduler)
            .subscribe(onNext: { [weak self] _ in self?.move() })
    }

    /// Stays where it is from now on, or comes back if it is away.
    func settle() {
        life.dispose()
        if !isConnected { connect() }
    }

    /// Leaves for good.
    func leave() {
        state.withLock { $0.isOver = true }
        life.dispose()
        stream.dispose()
    }

    private func move() {
        switch Int.random(in: 0..<10) {
        case 0...3: setVisible(!state.withLock { $0.isVisible })
        case 4...6: reconnect()
        case 7: beKilled()
        default: break
        }
    }

    private func setVisible(_ isVisible: Bool) {
        let identity = state.withLock { state in
            state.isVisible = isVisible
            return state.identity
        }
        guard let identity else { return }
        world.totals.count(isVisible ? \.shown : \.hidden)
        world.beacons[index % world.beacons.count].send(viewer: identity.viewer, key: identity.key, visible: isVisible)
    }

    private func reconnect() {
        guard isConnected else { return }
        drop()
        stream.inner = Observable<Int>.timer(.milliseconds(Int.random(in: 0...500)), scheduler: world.scheduler)
            .subscribe(onNext: { [weak self] _ in self?.connect() })
    }

    private func beKilled() {
        guard isConnected else { return }
        world.totals.count(\.killed)
        drop()
        state.withLock { state in
            state.finished.append(state.ledger)
            state.ledger = Ledger(publishers: world.publishers)
            state.lastEventID = nil
        }
        connect()
    }

    private func drop() {
        state.withLock { state in
            state.connection += 1
            state.identity = nil
            state.isVisible = true
        }
        stream.inner = Disposables.create()
    }

    private func brokeOff(_ reason: String, _ connection: Int) {
        let isPresent = state.withLock { state in
            if state.connection == connection { state.identity = nil }
            return state.connection == connection
        }
        guard isPresent else { return }
        world.totals.refused("a stream: \(reason)")
        // Not at once: the server may be down.
        stream.inner = Observable<Int>.timer(.milliseconds(100), scheduler: world.scheduler)
            .subscribe(onNext: { [weak self] _ in self?.connect() })
    }

    // MARK: What it is told

    private func take(_ event: StreamEvent, from connection: Int) {
        let sequence = event.sequence ?? 0
        let posting = event.name == "message" ? Posting(event.data) : nil
        let isPresent = state.withLock { state in
            guard state.connection == connection else { return false }
            state.lastEventID = event.id
            if let posting { state.ledger.take(posting, at: sequence) }
            if event.name == "hello" {
                state.identity = Self.identity(event.data)
                if state.ledger.start == nil { state.ledger.begin(after: sequence) }
            } else if event.name == "reset" {
                // It was told that something is missing, which counts by itself: nothing is owed but what comes from here on.
                state.finished.append(state.ledger)
                state.ledger = Ledger(publishers: world.publishers)
                state.ledger.begin(after: sequence)
            }
            return true
        }
        guard isPresent else { return }
        if event.name == "reset" { world.totals.count(\.resets) }
        if let posting { world.totals.arrived(sentAt: posting.time) }
    }

    private static func identity(_ data: ArraySlice<UInt8>) -> Identity? {
        let text = String(decoding: data, as: UTF8.self)
        guard let match = text.firstMatch(of: #/"viewer":"([^"]+)","key":"([^"]+)"/#) else { return nil }
        return Identity(viewer: String(match.output.1), key: String(match.output.2))
    }
}

/// Tells the server that a tab is hidden or shown, one after the other.
final class Beacon: Sendable {
    private let connection: Lock<HTTPConnection>
    private let queue: DispatchQueue
    private let totals: SoakTotals

    init(_ number: Int, endpoint: Endpoint, totals: SoakTotals) {
        connection = Lock(HTTPConnection(to: endpoint))
        queue = DispatchQueue(label: "rivulet-bench.beacon-\(number)")
        self.totals = totals
    }

    func send(viewer: String, key: String, visible: Bool) {
        queue.async { [self] in
            connection.withLock { connection in
                do throws(ClientError) {
                    let body = #"{"key":"\#(key)","visible":\#(visible)}"#
                    let response = try connection.request("POST", "/viewers/\(viewer)/visibility", body)
                    if response.status != 204 { totals.refused("a beacon: \(response.status) \(response.body)") }
                } catch {
                    totals.refused("a beacon: \(error)")
                }
            }
        }
    }

    /// Waits until everything is sent, and closes the connection.
    func finish() {
        queue.sync { connection.withLock { $0.disconnect() } }
    }
}
