import Foundation

/// What a test waited for did not come.
struct TimedOut: Error, CustomStringConvertible {
    let what: String
    let seconds: Double
    var description: String { "not within \(seconds) s: \(what)" }
}

/// A limit in time for something that happens in another process.
struct Deadline {
    private let start = DispatchTime.now().uptimeNanoseconds
    let seconds: Double

    /// How many seconds another process may take for anything that comes in the end. What is there is not waited for, so this
    /// is no measure of anything: it is what a machine with other things to do never needs.
    static let patience = 60.0

    init(_ seconds: Double = patience) { self.seconds = seconds }

    var elapsed: Double { Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 }
    var remaining: Double { max(0, seconds - elapsed) }
    var isOver: Bool { remaining == 0 }
}

/// Asks again and again until the answer is there. The other side is a process of its own, so there is no event to wait on.
@discardableResult
func eventually<Value>(
    _ what: @autoclosure () throws -> String, within seconds: Double = Deadline.patience, _ attempt: () throws -> Value?
) throws -> Value {
    let deadline = Deadline(seconds)
    while true {
        if let value = try attempt() { return value }
        if deadline.isOver { throw TimedOut(what: try what(), seconds: seconds) }
        usleep(1_000)
    }
}

/// The middle one of several measurements.
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
