import Dispatch

/// What a run came to: numbers, and what is wrong with them.
struct SoakReport {
    private let options: SoakOptions
    private let before: ServerStatus
    private var after: ServerStatus?
    private var startTime: UInt64 = 0
    private var seconds = 0.0
    private var memory: [Int] = []
    private var totals = SoakTotals.Values()
    private var posted = 0
    private var received = 0
    private var lost = 0
    private var repeated = 0
    private var disordered = 0
    private var stalled: [StalledClient.Outcome] = []
    private var cutOffs: [String] = []
    private var exitStatus: Int32 = 0

    init(options: SoakOptions, before: ServerStatus) {
        self.options = options
        self.before = before
    }

    mutating func start() { startTime = DispatchTime.now().uptimeNanoseconds }
    mutating func stop() { seconds = Double(DispatchTime.now().uptimeNanoseconds - startTime) / 1e9 }
    mutating func note(memory bytes: Int) { memory.append(bytes) }
    mutating func note(stalled outcome: StalledClient.Outcome) { stalled.append(outcome) }
    mutating func note(cutOffs lines: [String]) { cutOffs = lines }
    mutating func note(exitStatus status: Int32) { exitStatus = status }

    mutating func note(totals: SoakTotals.Values, after: ServerStatus) {
        self.totals = totals
        self.after = after
    }

    /// Judges what the viewers were told.
    /// - Parameters:
    ///   - ledgers: of those who stayed to the end.
    ///   - finished: of those who were killed.
    ///   - books: what was posted, see ``Ledger/missing(_:)``.
    mutating func note(ledgers: [Ledger], finished: [Ledger], books: [[UInt64]]) {
        posted = books.reduce(0) { $0 + $1.count }
        for ledger in ledgers + finished {
            received += ledger.received
            lost += ledger.lost
            repeated += ledger.repeated
            disordered += ledger.disordered
        }
        lost += ledgers.reduce(0) { $0 + $1.missing(books) } + finished.reduce(0) { $0 + $1.missingAtStart(books) }
    }

    // MARK: The verdict

    /// What did not hold; empty when everything did.
    var faults: [String] {
        var faults: [String] = []
        func check(_ holds: Bool, _ fault: @autoclosure () -> String) { if !holds { faults.append(fault()) } }
        check(posted > 0 && received > 0, "nothing was published")
        check(lost == 0, "\(lost) events were lost")
        check(repeated == 0, "\(repeated) events came twice")
        check(disordered == 0, "\(disordered) events came out of order")
        check(totals.resets == 0, "\(totals.resets) viewers were told that the past is gone")
        check(totals.refusals == 0, "\(totals.refusals) requests or streams failed, the first of them: \(totals.firstRefusal ?? "")")
        if let after { check(after.hasCounters(of: before), "the counters did not return: \(before) before, \(after) after") }
        if let growth = memoryGrowth {
            check(growth <= Self.memorySlack, "resident memory grew by \(Self.mebibytes(growth)) MiB in the second half")
        }
        check(exitStatus == 0, "the server ended with \(exitStatus)")
        for outcome in stalled {
            check(outcome.wasCutOff, "a client that stopped reading was not cut off")
            let ledger = outcome.ledger
            check(ledger.repeated + ledger.disordered == 0, "a client that came back was told something twice or out of order")
            check(outcome.wasReset || ledger.lost == 0, "a client that came back has missed \(ledger.lost) events without being told")
        }
        return faults
    }

    /// What allocators and the logs' filling up may make of flat.
    private static let memorySlack = 8 << 20

    /// By how much the most of the second half is more than the most of the first, in which logs fill; nil for a short run,
    /// or one that ends after so many events, which may do nothing but fill them.
    private var memoryGrowth: Int? {
        guard seconds >= 20, options.events == nil, let first = memory.prefix(memory.count / 2).max(),
            let second = memory.suffix(memory.count / 2).max()
        else {
            return nil
        }
        return second - first
    }

    // MARK: The table

    var text: String {
        var rows: [(String, String)] = [
            ("viewers", "\(options.viewers)"), ("seconds", Self.decimal(seconds)),
            ("connections", "\(totals.connections)"), ("resumed with the last id", "\(totals.resumptions)"),
            ("hidden, shown", "\(totals.hidden), \(totals.shown)"), ("killed and replaced", "\(totals.killed)"),
            ("posted by \(options.publishers) publishers", "\(posted), \(perSecond(posted)) a second"),
            ("delivered", "\(received), \(perSecond(received)) a second"),
            ("lost, twice, out of order", "\(lost), \(repeated), \(disordered)"),
            (
                "latency p50, p99, most",
                [0.5, 0.99].map { Self.milliseconds(totals.latency.percentile($0)) }.joined(separator: ", ")
                    + ", " + Self.milliseconds(totals.latency.maximum) + " ms"
            ),
            ("resident memory", memorySamples.map(Self.mebibytes).joined(separator: ", ") + " MiB, at equal intervals"),
            ("counters before", "\(before)"), ("counters after", after.map { "\($0)" } ?? "unknown"),
        ]
        for outcome in stalled {
            let fate = !outcome.wasCutOff ? "not cut off" : outcome.wasReset ? "then told reset" : "then \(outcome.after)"
            rows.append(("a client that stopped reading", "told \(outcome.before), \(fate)"))
        }
        if let after, !stalled.isEmpty { rows.append(("cut off", "\(after.cutOff - before.cutOff)")) }
        if let line = cutOffs.first { rows.append(("the log says", line)) }
        let width = rows.map(\.0.count).max() ?? 0
        let table = rows.map { $0.0 + String(repeating: " ", count: width + 2 - $0.0.count) + $0.1 }
        return (table + [""] + (faults.isEmpty ? ["everything held"] : faults.map { "FAILED: \($0)" })).joined(separator: "\n")
    }

    private var memorySamples: [Int] {
        guard memory.count > 6 else { return memory }
        return (0...6).map { memory[$0 * (memory.count - 1) / 6] }
    }

    private func perSecond(_ count: Int) -> Int { seconds > 0 ? Int(Double(count) / seconds) : 0 }

    private static func mebibytes(_ bytes: Int) -> String { decimal(Double(bytes) / 1_048_576) }
    private static func milliseconds(_ nanoseconds: UInt64) -> String { decimal(Double(nanoseconds) / 1e6) }

    private static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}
