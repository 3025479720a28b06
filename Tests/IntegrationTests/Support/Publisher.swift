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
                let connection = try Connection(port: port)
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

    private static func post(_ number: Int, on connection: Connection) throws -> String {
        let body = #"{"number":\#(number)}"#
        try connection.send("POST /notifications/message HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        var answer = HTTP1Decoder()
        while !(answer.headIsComplete && answer.bodyIsComplete) {
            let bytes = try connection.receive(within: 10)
            if bytes.isEmpty { throw Connection.Failure.reset }
            answer.feed(bytes)
        }
        guard answer.response.status == 202 else { throw Refused(answer: answer.response.text) }
        return try answer.response.json(Answer.self).id
    }

    /// What was answered with 202 so far, in the order of the answers.
    var accepted: [Accepted] { state.withLock { $0.accepted } }

    /// Waits until everything is posted.
    func finish() throws { try end().get() }

    /// Waits for the end, also for one that comes because the server is gone.
    @discardableResult
    func end() throws -> Result<Void, any Error> {
        try eventually("the end of the publishing", within: 60) { state.withLock { $0.result } }
    }
}
