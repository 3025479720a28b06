import Foundation
import Rivulet

/// Posts numbered messages over one connection, one after the other, as fast as they are answered, on a thread of its own.
final class Publisher: Sendable {
    /// A message that was answered with 202.
    struct Accepted: Sendable, Decodable, Equatable {
        let id: String
        let number: Int
    }

    private struct State {
        var accepted: [Accepted] = []
        var result: Result<Void, any Error>?
    }

    private let state = Lock(State())

    /// Begins to post `{"number":…}`, counting up from `first`.
    init(port: UInt16, first: Int = 0, count: Int) {
        Thread.detachNewThread { [self] in
            let outcome = Result {
                let connection = try HTTP1Connection(port: port)
                for number in first..<first + count {
                    let id = try Self.post(number, on: connection)
                    state.withLock { $0.accepted.append(Accepted(id: id, number: number)) }
                }
            }
            state.withLock { $0.result = outcome }
        }
    }

    struct Refused: Error { let answer: String }

    private struct Answer: Decodable { let id: String }

    private static func post(_ number: Int, on connection: HTTP1Connection) throws -> String {
        let answer = try connection.request("POST", "/notifications/message", body: #"{"number":\#(number)}"#)
        guard answer.status == 202 else { throw Refused(answer: answer.text) }
        return try answer.json(Answer.self).id
    }

    /// What was answered with 202 so far, in the order of the answers.
    var accepted: [Accepted] { state.withLock { $0.accepted } }

    /// Waits until everything is posted.
    func finish() throws { try end().get() }

    /// Waits for the end, also for one that comes because the server is gone.
    @discardableResult
    func end() throws -> Result<Void, any Error> {
        try eventually("the end of the publishing") { state.withLock { $0.result } }
    }
}
