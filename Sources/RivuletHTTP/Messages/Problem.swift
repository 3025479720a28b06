/// An error as a client is told it: problem details (RFC 9457). A handler throws one, or returns it as its response.
public struct Problem: Error, Sendable {
    /// The status of the response.
    public var status: Status
    /// A URI that names the kind of problem; `about:blank` when the status says it all.
    public var type: String
    /// The kind of problem, for people; the same for each of its kind.
    public var title: String
    /// What is wrong with this very request, for people. Nothing secret.
    public var detail: String?
    /// Fields that the response carries besides: `Allow`, `Retry-After`.
    public var fields: Fields

    /// A problem.
    /// - Parameters:
    ///   - status: the status of the response, 400…599.
    ///   - type: a URI that names the kind of problem.
    ///   - title: the kind of problem; without one, what the status means.
    ///   - detail: what is wrong with this very request.
    ///   - fields: fields that the response carries besides.
    public init(
        _ status: Status, type: String = "about:blank", title: String? = nil, detail: String? = nil, fields: Fields = Fields()
    ) {
        self.status = status
        self.type = type
        self.title = title ?? status.reasonPhrase
        self.detail = detail
        self.fields = fields
    }

    /// The problem as JSON.
    public func encoded() -> [UInt8] {
        var json = JSONText()
        json.raw("{\"type\":")
        json.string(type)
        json.raw(",\"title\":")
        json.string(title)
        json.raw(",\"status\":\(status.rawValue)")
        if let detail {
            json.raw(",\"detail\":")
            json.string(detail)
        }
        json.raw("}\n")
        return json.bytes
    }
}

/// JSON that is written by hand: where the shape is fixed and a coder would cost more than the answer.
package struct JSONText {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Adds text that is JSON already.
    package mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Adds a string (RFC 8259 §7): quoted, escaped where it must be, anything else as it is.
    package mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case UInt8(ascii: "\n"): raw("\\n")
            case 0..<0x20:
                raw("\\u00")
                raw(String(byte >> 4, radix: 16))
                raw(String(byte & 15, radix: 16))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
