import Rivulet
import RivuletArticles
import RivuletHTTP

/// The answers about one list of articles that were given lately, by what was asked, byte for byte: most requests take
/// nothing apart and put nothing together. When the list changes, they are forgotten.
final class ArticleAnswers: Sendable {
    private struct Target: Hashable {
        let path: String
        let query: String?
    }

    private struct State {
        var list: ArticleList?
        var answers = ArticleAnswers.none
        /// What was asked last: mostly it is asked again, and comparing is cheaper than hashing.
        var last: (target: Target, answer: CachedResponse)?

        mutating func answer(to target: Target) -> CachedResponse? {
            if let last, last.target == target { return last.answer }
            guard let answer = answers[target] else { return nil }
            last = (target, answer)
            return answer
        }
    }

    /// At most 16 MiB, the contents included, which they share with the list.
    private static let none = LatelyUsed<Target, CachedResponse>(limit: 16 << 20)

    private let state = Lock(State())

    /// Answers a request.
    /// - Parameter make: makes the fields and the content out of a list.
    func answer(
        to head: RequestHead, from list: ArticleList,
        _ make: (ArticleList) throws -> (fields: Fields, content: [UInt8], version: Fingerprint)
    ) throws -> CachedResponse.Answer {
        let target = Target(path: head.path, query: head.query)
        let known = state.withLock { state -> CachedResponse? in
            guard state.list === list else { return nil }
            return state.answer(to: target)
        }
        if let known { return known.answer(to: head) }
        let (fields, content, version) = try make(list)
        let answer = CachedResponse(fields: fields, body: .bytes(content), tag: EntityTag("\(version)"))
        // The content may be there once more, compressed; the head is there twice, for each version of HTTP, and again for a 304.
        let cost = 2 * content.count + 4 * (target.path.utf8.count + (target.query?.utf8.count ?? 0)) + 2_048
        let forgotten = state.withLock { state -> State? in
            let old = state.list === list ? nil : state
            if old != nil { state = State(list: list) }
            state.answers.insert(answer, for: target, cost: cost)
            return old
        }
        // Outside the lock: a list and its pages take their time to go.
        withExtendedLifetime(forgotten) {}
        return answer.answer(to: head)
    }
}
