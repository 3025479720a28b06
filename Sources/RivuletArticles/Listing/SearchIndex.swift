/// Finds the articles that contain some words, as parts of whatever is in them.
///
/// Japanese does not part its words, so there is no list of words to look one up in. Instead each article has a
/// *signature*: a small bit set of the two- and three-byte pieces of its folded text. A word can only be in an article
/// whose signature has all pieces of the word; only those few texts are looked through.
struct SearchIndex: Sendable {
    private var documents: [Document] = []
    private var positionsByTag: [String: [Int]] = [:]

    /// Prepares to search `articles`, which are named by their position.
    init(_ articles: [Article]) {
        documents.reserveCapacity(articles.count)
        for (position, article) in articles.enumerated() {
            documents.append(Document(article))
            for tag in Set(article.tags.map { TextFolding.fold($0.name) }) { positionsByTag[tag, default: []].append(position) }
        }
    }

    /// The positions of the articles that have `tag` and contain all `words` (all folded), in ascending order; nil if nothing is
    /// asked for.
    func matches(words: [String], tag: String?) -> [Int]? {
        let candidates = tag.map { positionsByTag[$0] ?? [] }
        if words.isEmpty { return candidates }
        let needles = words.map(Needle.init)
        let contains = { (position: Int) in needles.allSatisfy(documents[position].contains) }
        return candidates?.filter(contains) ?? documents.indices.filter(contains)
    }
}

/// A word to look for.
private struct Needle {
    let bytes: [UInt8]
    let pieces: [UInt32]

    init(_ word: String) {
        bytes = Array(word.utf8)
        pieces = bytes.count < 3 ? Signature.pairs(bytes) : Signature.triples(bytes)
    }
}

/// The folded text of an article, and its signature.
private struct Document {
    private let text: [UInt8]
    private let signature: Signature

    init(_ article: Article) {
        // No word contains a line end, so none is found across two fields.
        let fields = [article.title, article.body] + article.tags.map(\.name) + [article.user?.id, article.user?.name].compactMap { $0 }
        text = TextFolding.utf8(folding: fields.joined(separator: "\n"))
        signature = Signature(text)
    }

    func contains(_ needle: Needle) -> Bool {
        signature.mayContain(needle.pieces) && text.span.contains(needle.bytes.span)
    }
}

/// Which pieces a text has, with a few taken for present that are not: eight bits for each byte of text leave about one
/// piece in ten to be mistaken, and one word of four letters in a hundred.
private struct Signature {
    private var bits: [UInt64]

    init(_ text: [UInt8]) {
        var count = 8
        while count * 8 < text.count { count *= 2 }
        bits = Array(repeating: 0, count: count)
        for piece in Self.pairs(text) { insert(piece) }
        for piece in Self.triples(text) { insert(piece) }
    }

    func mayContain(_ pieces: [UInt32]) -> Bool {
        pieces.allSatisfy { piece in
            let bit = bit(of: piece)
            return bits[bit / 64] & 1 << UInt64(bit % 64) != 0
        }
    }

    /// Two bytes that follow each other, as one number; no number of ``triples(_:)``.
    static func pairs(_ text: [UInt8]) -> [UInt32] {
        zip(text, text.dropFirst()).map { 1 << 24 | UInt32($0) << 8 | UInt32($1) }
    }

    /// Three bytes that follow each other, as one number.
    static func triples(_ text: [UInt8]) -> [UInt32] {
        zip(zip(text, text.dropFirst()), text.dropFirst(2)).map { UInt32($0.0) << 16 | UInt32($0.1) << 8 | UInt32($1) }
    }

    private mutating func insert(_ piece: UInt32) {
        let bit = bit(of: piece)
        bits[bit / 64] |= 1 << UInt64(bit % 64)
    }

    /// Fibonacci hashing: the upper bits of a product with 2^64 divided by the golden ratio are well mixed.
    private func bit(of piece: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(piece) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (bits.count * 64 - 1)
    }
}

extension Span<UInt8> {
    /// Whether `needle` is somewhere in here.
    fileprivate func contains(_ needle: Span<UInt8>) -> Bool {
        guard !needle.isEmpty else { return true }
        guard count >= needle.count else { return false }
        let first = needle[0]
        for start in 0...(count - needle.count) where self[start] == first {
            var length = 1
            while length < needle.count, self[start + length] == needle[length] { length += 1 }
            if length == needle.count { return true }
        }
        return false
    }
}
