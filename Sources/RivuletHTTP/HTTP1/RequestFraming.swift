/// What a head says about the message and the connection (RFC 9112 §6, §9): where the body ends, and what comes after.
/// Whatever two servers in a row could read differently is refused.
struct RequestFraming: Equatable {
    enum Body: Equatable {
        case none
        case length(Int)
        case chunked
    }

    var body = Body.none
    /// Whether the connection stays open afterwards, as far as the client is concerned.
    var keepsAlive: Bool
    /// Whether the client waits for a 100 before it sends the body.
    var expectsContinue = false
    /// The value of `Host`.
    var host: Range<Int>?

    /// Judges the fields of a head.
    /// - Parameter bytes: what the fields' ranges refer to.
    init(_ fields: [Fields.Slice], in bytes: Span<UInt8>, version: HTTPVersion) throws(Refusal) {
        keepsAlive = version == .http11
        var hasLength = false
        var codings: [Range<Int>]?
        for field in fields {
            switch field.nameCount {
            case 4 where bytes.isEqual(field.name, "host"):
                guard host == nil else { throw Refusal(.badRequest, "more than one Host") }
                host = field.value
            case 6 where bytes.isEqual(field.name, "expect"):
                guard bytes.isEqual(field.value, "100-continue") else {
                    throw Refusal(.expectationFailed, "the only expectation met here is 100-continue")
                }
                expectsContinue = version == .http11
            case 10 where bytes.isEqual(field.name, "connection"):
                for member in bytes.members(of: field.value) {
                    if bytes.isEqual(member, "close") { keepsAlive = false }
                    if version == .http10, bytes.isEqual(member, "keep-alive") { keepsAlive = true }
                }
            case 14 where bytes.isEqual(field.name, "content-length"):
                guard !hasLength, let length = bytes.decimal(field.value) else {
                    throw Refusal(.badRequest, "malformed Content-Length")
                }
                hasLength = true
                if length > 0 { body = .length(length) }
            case 17 where bytes.isEqual(field.name, "transfer-encoding"):
                guard codings == nil else { throw Refusal(.badRequest, "more than one Transfer-Encoding") }
                codings = bytes.members(of: field.value)
            default: break
            }
        }
        if let codings {
            guard !hasLength else { throw Refusal(.badRequest, "both Content-Length and Transfer-Encoding") }
            guard version == .http11 else { throw Refusal(.badRequest, "Transfer-Encoding in HTTP/1.0") }
            guard !codings.isEmpty, codings.dropLast().allSatisfy({ !bytes.isEqual($0, "chunked") }) else {
                throw Refusal(.badRequest, "malformed Transfer-Encoding")
            }
            guard codings.count == 1, bytes.isEqual(codings[0], "chunked") else {
                throw Refusal(.notImplemented, "the only transfer coding understood here is chunked")
            }
            body = .chunked
        }
        guard host != nil || version == .http10 else { throw Refusal(.badRequest, "no Host") }
        if let host, !host.isEmpty, !bytes.isAuthority(host) { throw Refusal(.badRequest, "malformed Host") }
    }

    /// Whether the connection can be used again once this request's body is read: it is what frames the next request.
    var hasBody: Bool { body != .none }
}

/// The target of a request, taken apart (RFC 9112 §3.2).
struct RequestTarget: Equatable {
    var path: Range<Int>
    var query: Range<Int>?
    /// Of the absolute form; it wins over `Host`.
    var authority: Range<Int>?
    var isSecure = false

    init(_ target: Range<Int>, in bytes: Span<UInt8>, isOptions: Bool) throws(Refusal) {
        path = target
        if bytes[target.lowerBound] != UInt8(ascii: "/") {
            if isOptions, bytes.isEqual(target, "*") { return }
            try takeAbsoluteForm(bytes)
        }
        if let mark = path.first(where: { bytes[$0] == UInt8(ascii: "?") }) {
            query = mark + 1..<path.upperBound
            path = path.lowerBound..<mark
        }
    }

    private mutating func takeAbsoluteForm(_ bytes: Span<UInt8>) throws(Refusal) {
        let start: Int
        if bytes.hasPrefix(path, "http://") {
            start = path.lowerBound + 7
        } else if bytes.hasPrefix(path, "https://") {
            start = path.lowerBound + 8
            isSecure = true
        } else {
            throw Refusal(.badRequest, "malformed request target")
        }
        let rest = start..<path.upperBound
        let end = rest.first { bytes[$0] == UInt8(ascii: "/") || bytes[$0] == UInt8(ascii: "?") } ?? rest.upperBound
        guard start < end, bytes.isAuthority(start..<end) else { throw Refusal(.badRequest, "malformed authority") }
        authority = start..<end
        path = end..<path.upperBound
    }
}

extension Span<UInt8> {
    /// Whether some bytes are a text in lower case, without regard to their case.
    func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && hasPrefix(range, text)
    }

    func hasPrefix(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count >= text.utf8CodeUnitCount else { return false }
        for offset in 0..<text.utf8CodeUnitCount {
            let byte = self[range.lowerBound + offset]
            let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            if lower != text.utf8Start[offset] { return false }
        }
        return true
    }

    /// The members of a comma-separated list, without the space around them; empty ones are left out (RFC 9110 §5.6.1).
    func members(of range: Range<Int>) -> [Range<Int>] {
        var members: [Range<Int>] = []
        var start = range.lowerBound
        for position in range.lowerBound...range.upperBound
        where position == range.upperBound || self[position] == UInt8(ascii: ",") {
            var (first, last) = (start, position)
            while first < last, ByteClass.isSpace(self[first]) { first += 1 }
            while last > first, ByteClass.isSpace(self[last - 1]) { last -= 1 }
            if first < last { members.append(first..<last) }
            start = position + 1
        }
        return members
    }

    /// A decimal number of digits only; nil also when it does not fit.
    func decimal(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var number = 0
        for position in range {
            guard ByteClass.isDigit(self[position]) else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = product.addingReportingOverflow(Int(self[position]) - 0x30)
            if overflow || overflow2 { return nil }
            number = sum
        }
        return number
    }

    /// Whether some bytes are `host [":" port]` without user information (RFC 3986 §3.2.2, §3.2.3).
    func isAuthority(_ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        let end = range.upperBound
        if position < end, self[position] == UInt8(ascii: "[") {
            position += 1
            let start = position
            while position < end,
                ByteClass.hexadecimalValue(self[position]) != nil || self[position] == UInt8(ascii: ":")
                    || self[position] == UInt8(ascii: ".")
            {
                position += 1
            }
            guard position < end, position > start, self[position] == UInt8(ascii: "]") else { return false }
            position += 1
        } else {
            while position < end, ByteClass.isHost(self[position]) { position += 1 }
            if position == range.lowerBound { return false }
        }
        if position == end { return true }
        guard self[position] == UInt8(ascii: ":") else { return false }
        return (position + 1..<end).allSatisfy { ByteClass.isDigit(self[$0]) } && end - position <= 6
    }
}
