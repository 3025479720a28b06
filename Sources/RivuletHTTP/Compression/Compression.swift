import Dispatch
import Rivulet

/// Compresses content for clients that ask for it (`Accept-Encoding: gzip`, RFC 9110 §12.5.3).
///
/// Content that was compressed already, of a type that does not shrink, too short to be worth it, or a part of something
/// is left alone, and so is a response that says `no-transform`. Content that many responses share, with an entity tag, is
/// compressed once. The compressed version is another representation, so it has a strong tag of its own (`"x"` becomes
/// `"x-gzip"`), and what a client says about that one is understood.
public struct Compression: Middleware {
    /// What is compressed, and how well.
    public struct Options: Sendable {
        /// Content shorter than this is sent as it is, in bytes: it would hardly shrink, and fits one packet anyway.
        public var smallest = 860
        /// 1, fast, to 9, small.
        public var level = 6
        /// How much content and compressed content is kept, in bytes.
        public var cacheCapacity = 16 << 20
        /// Whether event streams are compressed too, each by itself, every event readable as soon as it comes. About
        /// 32 KiB of memory and some of the processor's time for each stream.
        public var includesEvents = false

        /// The defaults.
        public init() {}
    }

    private let options: Options
    private let bodies: CompressedBodies
    /// Compresses what would keep a loop for long.
    private let worker = DispatchQueue(label: "rivulet.compression")

    /// What is larger than this is compressed on the worker: at about 20 µs for each KiB a loop has better things to do.
    private static let largestOnLoop = 16 * 1024

    /// Compression with these options.
    public init(_ options: Options = Options()) {
        self.options = options
        bodies = CompressedBodies(capacity: options.cacheCapacity)
    }

    public func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        guard ContentCoding(acceptedBy: request.fields) == .gzip else {
            let answer = next(request)
            guard let response = answer.elementAtHand else { return answer.map { varying($0) } }
            guard let prepared = response.prepared else { return .just(varying(response)) }
            return prepared.version(key(.identity)) { varying(response) }
        }
        let tags = CodedTags(request.fields)
        var request = request
        if tags.areCoded { request.head = request.head.with(tags.uncoded(request.fields)) }
        let isHead = request.method == .head
        let answer = next(request)
        guard let response = answer.elementAtHand else {
            return answer.flatMap { response in compressed(response, isHead: isHead, tags) }
        }
        if !isHead, let known = response.prepared?.version(key(.gzip)) { return known }
        return compressed(response, isHead: isHead, tags)
    }

    private func key(_ coding: ContentCoding) -> PreparedResponse.Key {
        PreparedResponse.Key(maker: ObjectIdentifier(bodies), coding: coding)
    }

    /// The response as it is, to a client that might have got another one.
    private func varying(_ response: Response) -> Response {
        guard response.status == .notModified || isCompressible(response) else { return response }
        var response = response
        response.fields.vary(by: "Accept-Encoding")
        return response
    }

    private func compressed(_ response: Response, isHead: Bool, _ tags: CodedTags) -> Observable<Response> {
        var plain = varying(response)
        if plain.status == .notModified {
            tags.restore(&plain.fields)
            return .just(plain)
        }
        // What has no content is not coded, whatever GET would have answered.
        guard !isHead, isCompressible(plain) else { return .just(plain) }
        let fields = plain.fields.ofCompressedVersion
        switch plain.body {
        case .empty: return .just(plain)
        case .bytes(let bytes):
            let isShared = fields.contains("ETag")
            if isShared, let known = bodies.find(bytes) {
                let coded = plain.with(fields, .bytes(known))
                return response.prepared?.version(key(.gzip)) { coded } ?? .just(coded)
            }
            return compress(bytes, of: plain, fields, isShared: isShared)
        case .source(let source, _):
            guard let coded = CompressedSource(source, level: options.level) else { return .just(plain) }
            return .just(plain.with(fields, .source(coded, length: nil)))
        case .events(let stream):
            stream.compress()
            return .just(plain.with(fields, plain.body))
        }
    }

    private func compress(_ bytes: [UInt8], of plain: Response, _ fields: Fields, isShared: Bool) -> Observable<Response> {
        let work: @Sendable () -> Response = { [options, bodies] in
            guard let coded = Deflater.gzip(bytes, level: options.level) else { return plain }
            if isShared { bodies.insert(coded, for: bytes) }
            return plain.with(fields, .bytes(coded))
        }
        if bytes.count <= Self.largestOnLoop { return .just(work()) }
        return .create { [worker] observer in
            worker.async {
                observer.onNext(work())
                observer.onCompleted()
            }
            return Disposables.create()
        }
    }

    // MARK: What can be compressed

    private func isCompressible(_ response: Response) -> Bool {
        guard !response.status.forbidsContent, response.status != .partialContent, !response.fields.contains("Content-Encoding"),
            !response.fields.list("Cache-Control", contains: "no-transform")
        else { return false }
        switch response.body {
        case .empty: return false
        case .bytes(let bytes): return bytes.count >= options.smallest && MediaType.shrinks(response.fields["Content-Type"])
        case .source(_, let length):
            return length.map { $0 >= options.smallest } ?? true && MediaType.shrinks(response.fields["Content-Type"])
        case .events: return options.includesEvents
        }
    }
}

extension Response {
    fileprivate func with(_ fields: Fields, _ body: ResponseBody) -> Response { Response(status, fields: fields, body: body) }
}

extension Fields {
    /// Those of the compressed version.
    fileprivate var ofCompressedVersion: Fields {
        var fields = self
        fields.append("Content-Encoding", ContentCoding.gzip.rawValue)
        if let tag = fields["ETag"] { fields["ETag"] = CodedTags.coded(tag) }
        // Ranges are of the other version.
        fields.removeAll("Accept-Ranges")
        return fields
    }

    /// Adds a member to `Vary`, unless it is there.
    fileprivate mutating func vary(by name: String) {
        guard !list("Vary", contains: name), !list("Vary", contains: "*") else { return }
        self["Vary"] = self["Vary"].map { "\($0), \(name)" } ?? name
    }
}
