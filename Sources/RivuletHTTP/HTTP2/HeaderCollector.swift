/// Collects the header of one request as it is decoded, and judges it. libnghttp2 has checked names, values and the
/// order of the pseudo-header fields (RFC 9113 §8.2, §8.3); what it leaves to the application is checked here.
struct HeaderCollector {
    private var bytes: [UInt8] = []
    private var slices: [Fields.Slice] = []
    private var method: Range<Int>?
    private var path: Range<Int>?
    private var scheme: Range<Int>?
    private var authority: Range<Int>?
    private var size = 0
    private var isTooLarge = false

    let sizeLimit: Int
    let countLimit: Int

    init(sizeLimit: Int, countLimit: Int) {
        self.sizeLimit = sizeLimit
        self.countLimit = countLimit
    }

    /// Makes ready for the header of another request.
    mutating func begin() {
        self = HeaderCollector(sizeLimit: sizeLimit, countLimit: countLimit)
        bytes.reserveCapacity(256)
        slices.reserveCapacity(8)
    }

    /// - Returns: false when so much came that there is no point in going on.
    mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        // The size of a field as SETTINGS_MAX_HEADER_LIST_SIZE counts it (RFC 9113 §6.5.2).
        size += name.count + value.count + 32
        if size > sizeLimit || slices.count == countLimit { isTooLarge = true }
        if isTooLarge { return size <= 16 * sizeLimit }
        let start = bytes.count
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
        let slice = Fields.Slice(name: start..<start + name.count, value: start + name.count..<bytes.count)
        guard name.first == UInt8(ascii: ":") else {
            slices.append(slice)
            return true
        }
        if Self.isEqual(name, ":path") {
            path = slice.value
        } else if Self.isEqual(name, ":method") {
            method = slice.value
        } else if Self.isEqual(name, ":scheme") {
            scheme = slice.value
        } else if Self.isEqual(name, ":authority") {
            authority = slice.value
        }
        return true
    }

    private static func isEqual(_ name: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
        name.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// What a complete header says.
    struct Result {
        let head: RequestHead
        let expectsContinue: Bool
        let contentLength: Int?
    }

    func finish() throws(Refusal) -> Result {
        if isTooLarge { throw Refusal(.requestHeaderFieldsTooLarge, "the header is larger than this server accepts") }
        let span = bytes.span
        guard let method else { throw Refusal(.badRequest, "no :method") }
        let methodName = Method(span, method)
        guard methodName != .connect else { throw Refusal(.notImplemented, "this server makes no tunnels") }
        guard let path, !path.isEmpty, path.allSatisfy({ ByteClass.isTarget(span[$0]) }),
            span[path.lowerBound] == UInt8(ascii: "/") || methodName == .options && span.isExactly(path, "*")
        else { throw Refusal(.badRequest, "malformed :path") }
        if let authority, !span.isAuthority(authority) { throw Refusal(.badRequest, "malformed :authority") }
        var expectsContinue = false
        var length: Int?
        var host: Range<Int>?
        for field in slices {
            switch field.nameCount {
            case 4 where span.isExactly(field.name, "host"):
                guard host == nil, span.isAuthority(field.value) else { throw Refusal(.badRequest, "malformed host") }
                host = field.value
            case 6 where span.isExactly(field.name, "expect"):
                guard span.isEqual(field.value, "100-continue") else {
                    throw Refusal(.expectationFailed, "the only expectation met here is 100-continue")
                }
                expectsContinue = true
            case 14 where span.isExactly(field.name, "content-length"): length = span.decimal(field.value)
            default: break
            }
        }
        // Two names for one server: whoever is behind or before us may believe the other (RFC 9113 §8.3.1).
        if let host, let authority, bytes[host] != bytes[authority] {
            throw Refusal(.badRequest, "host differs from :authority")
        }
        return Result(
            head: head(methodName, path, authority ?? host), expectsContinue: expectsContinue, contentLength: length)
    }

    private func head(_ method: Method, _ path: Range<Int>, _ authority: Range<Int>?) -> RequestHead {
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let mark = path.first { bytes[$0] == UInt8(ascii: "?") }
        return RequestHead(
            method: method, path: text(path.lowerBound..<(mark ?? path.upperBound)), query: mark.map { text($0 + 1..<path.upperBound) },
            scheme: scheme.map(text) ?? "http", authority: authority.map(text), version: .http2,
            fields: Fields(bytes: bytes, slices: slices))
    }
}
