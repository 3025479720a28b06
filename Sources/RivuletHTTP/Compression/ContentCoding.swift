/// How content is coded on its way (RFC 9110 §8.4.1): as it is, or compressed.
enum ContentCoding: String, Sendable {
    case identity
    case gzip

    /// What a client prefers of the two (RFC 9110 §12.5.3). A client that says nothing gets the content as it is.
    init(acceptedBy fields: Fields) {
        guard let list = fields["Accept-Encoding"] else {
            self = .identity
            return
        }
        var gzip: Int?
        var identity: Int?
        var others: Int?
        WeightedMember.forEach(in: list) { member in
            // A coding has no parameters: such a member says nothing.
            guard !member.hasParameters else { return }
            switch member.name {
            case "gzip", "x-gzip": gzip = max(gzip ?? 0, member.weight)
            case "identity": identity = max(identity ?? 0, member.weight)
            case "*": others = max(others ?? 0, member.weight)
            default: break
            }
        }
        let gzipWeight = gzip ?? others ?? 0
        // What is not named is acceptable, and no more than that.
        self = gzipWeight > 0 && gzipWeight >= identity ?? 0 ? .gzip : .identity
    }
}
