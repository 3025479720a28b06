/// The entity tags of compressed versions: `"x-gzip"` names the compressed version of what `"x"` names (RFC 9110 §8.8.3.3).
///
/// Handlers know only the latter, so what a client says about the former is translated on its way in, and the answer on
/// its way out. `If-Range` is left alone: a part of the one version is of no use to whoever has a part of the other.
struct CodedTags: Sendable {
    private static let suffix = "-gzip\""
    private static let conditions = ["If-None-Match", "If-Match"]

    /// What the client says of compressed versions.
    private let ifNoneMatch: String?
    let areCoded: Bool

    init(_ fields: Fields) {
        ifNoneMatch = fields["If-None-Match"]
        areCoded = Self.conditions.contains { fields[$0]?.contains(Self.suffix) == true }
    }

    /// The tag of the compressed version. A weak tag promises the same meaning only, and that is what both have.
    static func coded(_ tag: String) -> String {
        tag.hasPrefix("W/") || !tag.hasSuffix("\"") ? tag : tag.dropLast() + suffix
    }

    /// The fields with the tags that handlers know.
    func uncoded(_ fields: Fields) -> Fields {
        var fields = fields
        for name in Self.conditions where fields.contains(name) {
            fields[name] = fields[name]?.replacing(Self.suffix, with: "\"")
        }
        return fields
    }

    /// Has a 304 name the version that the client has.
    func restore(_ fields: inout Fields) {
        guard let tag = fields["ETag"], let ifNoneMatch else { return }
        let coded = Self.coded(tag)
        if ifNoneMatch.contains(coded) { fields["ETag"] = coded }
    }
}
