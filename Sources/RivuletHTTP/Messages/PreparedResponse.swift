import Rivulet

/// What is worked out of a response that many clients get: once, not for each of them.
///
/// It belongs to a ``CachedResponse``. A response that is changed afterwards, by middleware for example, is another one
/// and has none; but middleware that makes the same of it each time can keep that here.
final class PreparedResponse: Sendable {
    /// The head for HTTP/1.1, without the lines that only a connection knows.
    let head: [UInt8]
    /// The header block for HTTP/2, without the date.
    let block: HTTP2Fields
    /// Few: one or two for each middleware.
    private let versions = Lock<[(key: Key, response: Observable<Response>)]>([])

    /// Who made another response of this one, and which of those it makes.
    struct Key: Equatable {
        let maker: ObjectIdentifier
        let coding: ContentCoding
    }

    init(_ response: Response) {
        var builder = ByteBuilder(capacity: 256)
        builder.append(response, length: response.body.length)
        head = builder.bytes
        block = HTTP2Fields(response, length: response.body.length)
    }

    /// What somebody has made of the response before; or what `make` makes now, which is kept as long as the response is.
    func version(_ key: Key, _ make: () -> Response) -> Observable<Response> {
        if let known = version(key) { return known }
        let made = Observable.just(make().preparedForMany())
        versions.withLock { versions in
            // Somebody else may have been as fast.
            if !versions.contains(where: { $0.key == key }) { versions.append((key, made)) }
        }
        return made
    }

    /// What somebody has made of the response before.
    func version(_ key: Key) -> Observable<Response>? {
        versions.withLock { versions in versions.first { $0.key == key }?.response }
    }
}
