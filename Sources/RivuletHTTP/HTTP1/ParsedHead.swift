import Rivulet

extension RequestHead {
    /// The head that a parser found in `bytes`, which are copied once.
    convenience init(
        _ parts: HeadParser.Parts, _ target: RequestTarget, _ host: Range<Int>?, method: Method, isSecure: Bool, in bytes: Span<UInt8>
    ) {
        let copy = [UInt8](bytes.extracting(0..<parts.count))
        func text(_ range: Range<Int>) -> String { String(decoding: copy[range], as: UTF8.self) }
        self.init(
            method: method, path: target.path.isEmpty ? "/" : text(target.path), query: target.query.map(text),
            scheme: isSecure || target.isSecure ? "https" : "http", authority: (target.authority ?? host).map(text), version: parts.version,
            fields: Fields(bytes: copy, slices: parts.fields))
    }
}

extension Method {
    /// The method of that name, without making a string for the usual ones.
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        if bytes.isExactly(range, "GET") {
            self = .get
        } else if bytes.isExactly(range, "POST") {
            self = .post
        } else if bytes.isExactly(range, "HEAD") {
            self = .head
        } else {
            self.init(rawValue: String(decoding: [UInt8](bytes.extracting(range)), as: UTF8.self))
        }
    }
}

extension [UInt8] {
    /// A copy of what a span covers.
    init(_ span: Span<UInt8>) {
        self.init(upTo: span.count) { output in
            output.withUnsafeMutableBufferPointer { buffer, count in
                span.withUnsafeBytes { source in UnsafeMutableRawBufferPointer(buffer).copyMemory(from: source) }
                count = span.count
            }
        }
    }
}

extension Span<UInt8> {
    /// Whether some bytes are a text.
    func isExactly(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count where self[range.lowerBound + offset] != text.utf8Start[offset] { return false }
        return true
    }
}
