import Glibc

/// Collects the header of one request after the other as they are decoded, and judges them. libnghttp2 has checked names,
/// values and the order of the pseudo-header fields (RFC 9113 §8.2, §8.3); what it leaves to the application is checked here.
///
/// The requests on a connection are much alike, which is what HPACK lives on (RFC 7541 §1), and often the same. So each is
/// compared with the last one as it comes: what is the same as before is not copied, and of a header that is the same to its
/// end nothing is made anew: both requests share a head.
struct HeaderCollector {
    /// Of the header that is arriving, and behind that of the last one.
    private var bytes: [UInt8] = []
    private var slices: [Fields.Slice] = []
    /// How many of the fields have arrived.
    private var count = 0
    /// How many of `slices` are pseudo-header fields: the first.
    private var pseudoCount = 0
    /// What `slices` came to.
    private var known: Finding?
    private var size = 0
    private var isTooLarge = false

    private let sizeLimit: Int
    private let countLimit: Int

    init(sizeLimit: Int, countLimit: Int) {
        self.sizeLimit = sizeLimit
        self.countLimit = countLimit
    }

    /// Makes ready for the header of another request.
    mutating func begin() {
        count = 0
        size = 0
        isTooLarge = false
    }

    /// - Returns: false when so much came that there is no point in going on.
    mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        // The size of a field as SETTINGS_MAX_HEADER_LIST_SIZE counts it (RFC 9113 §6.5.2).
        size += name.count + value.count + 32
        if size > sizeLimit || count - min(count, pseudoCount) == countLimit { isTooLarge = true }
        if isTooLarge { return size <= 16 * sizeLimit }
        if count == slices.count || !isRepeated(name, value) { append(name, value) }
        count += 1
        return true
    }

    private func isRepeated(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        let slice = slices[count]
        return bytes.withUnsafeBytes { $0.isEqual(slice.name, to: name) && $0.isEqual(slice.value, to: value) }
    }

    private mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        forgetRest()
        let start = bytes.count
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
        slices.append(Fields.Slice(name: start..<start + name.count, value: start + name.count..<bytes.count))
        if name.first == UInt8(ascii: ":") { pseudoCount = slices.count }
    }

    /// Forgets what the last header had where this one has something else.
    private mutating func forgetRest() {
        known = nil
        guard count < slices.count else { return }
        bytes.removeSubrange(slices[count].name.lowerBound...)
        slices.removeSubrange(count...)
        pseudoCount = min(pseudoCount, count)
    }

    /// What a complete header says.
    struct Finding {
        let head: RequestHead
        let expectsContinue: Bool
        let contentLength: Int?
        /// The client says how urgent the request is (RFC 9218 §5).
        let hasPriority: Bool
    }

    mutating func finish() throws(Refusal) -> Finding {
        if isTooLarge { throw Refusal(.requestHeaderFieldsTooLarge, "the header is larger than this server accepts") }
        if count < slices.count { forgetRest() }
        if let known { return known }
        let finding = try judge()
        known = finding
        return finding
    }

    // MARK: Judging

    private func judge() throws(Refusal) -> Finding {
        let span = bytes.span
        guard let method = pseudoField(":method") else { throw Refusal(.badRequest, "no :method") }
        let methodName = Method(span, method)
        guard methodName != .connect else { throw Refusal(.notImplemented, "this server makes no tunnels") }
        guard let path = pseudoField(":path"), !path.isEmpty, path.allSatisfy({ ByteClass.isTarget(span[$0]) }),
            span[path.lowerBound] == UInt8(ascii: "/") || methodName == .options && span.isExactly(path, "*")
        else { throw Refusal(.badRequest, "malformed :path") }
        let authority = pseudoField(":authority")
        if let authority, !span.isAuthority(authority) { throw Refusal(.badRequest, "malformed :authority") }
        var expectsContinue = false
        var hasPriority = false
        var length: Int?
        var host: Range<Int>?
        for field in slices[pseudoCount...] {
            switch field.nameCount {
            case 4 where span.isExactly(field.name, "host"):
                guard host == nil, span.isAuthority(field.value) else { throw Refusal(.badRequest, "malformed host") }
                host = field.value
            case 6 where span.isExactly(field.name, "expect"):
                guard span.isEqual(field.value, "100-continue") else {
                    throw Refusal(.expectationFailed, "the only expectation met here is 100-continue")
                }
                expectsContinue = true
            case 8 where span.isExactly(field.name, "priority"): hasPriority = true
            case 14 where span.isExactly(field.name, "content-length"): length = span.decimal(field.value)
            default: break
            }
        }
        // Two names for one server: whoever is behind or before us may believe the other (RFC 9113 §8.3.1).
        if let host, let authority, bytes[host] != bytes[authority] {
            throw Refusal(.badRequest, "host differs from :authority")
        }
        return Finding(
            head: head(methodName, path, authority ?? host), expectsContinue: expectsContinue, contentLength: length,
            hasPriority: hasPriority)
    }

    private func pseudoField(_ name: StaticString) -> Range<Int>? {
        let span = bytes.span
        return slices[..<pseudoCount].first { span.isExactly($0.name, name) }?.value
    }

    private func head(_ method: Method, _ path: Range<Int>, _ authority: Range<Int>?) -> RequestHead {
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let mark = path.first { bytes[$0] == UInt8(ascii: "?") }
        return RequestHead(
            method: method, path: text(path.lowerBound..<(mark ?? path.upperBound)), query: mark.map { text($0 + 1..<path.upperBound) },
            scheme: pseudoField(":scheme").map(text) ?? "http", authority: authority.map(text), version: .http2,
            fields: Fields(bytes: bytes, slices: Array(slices[pseudoCount...])))
    }
}

extension UnsafeRawBufferPointer {
    /// Whether some of these bytes are others.
    fileprivate func isEqual(_ range: Range<Int>, to other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard range.count == other.count else { return false }
        guard let own = baseAddress, let start = other.baseAddress else { return other.isEmpty }
        return memcmp(own + range.lowerBound, start, other.count) == 0
    }
}
