/// What the conditional fields of a request come to (RFC 9110 §13), for a resource that has a tag, a date, or both.
enum Preconditions: Equatable {
    /// Do what the method asks.
    case proceed
    /// 304: the client has this version.
    case notModified
    /// 412: the client wanted another version.
    case failed

    /// Evaluates them in the order of §13.2.2.
    init(_ request: RequestHead, tag: EntityTag?, lastModified: HTTPDate?) {
        let fields = request.fields
        let isRead = request.method == .get || request.method == .head
        if let value = fields["If-Match"] {
            guard Self.matches(value, tag, strongly: true) else {
                self = .failed
                return
            }
        } else if let date = fields["If-Unmodified-Since"].flatMap(HTTPDate.init), let lastModified, lastModified > date {
            self = .failed
            return
        }
        if let value = fields["If-None-Match"] {
            if Self.matches(value, tag, strongly: false) {
                self = isRead ? .notModified : .failed
                return
            }
        } else if isRead, let date = fields["If-Modified-Since"].flatMap(HTTPDate.init), let lastModified, lastModified <= date {
            self = .notModified
            return
        }
        self = .proceed
    }

    private static func matches(_ value: String, _ tag: EntityTag?, strongly: Bool) -> Bool {
        switch EntityTagList(value) {
        case .any: return true
        case .tags(let tags):
            guard let tag else { return false }
            return tags.contains { strongly ? $0.matchesStrongly(tag) : $0.matchesWeakly(tag) }
        case nil: return false
        }
    }
}
