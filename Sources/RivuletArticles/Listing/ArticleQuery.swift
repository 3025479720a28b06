/// What a client asks of the list: a search, a tag, and one page of what is found. Qiita's names, defaults and bounds.
///
/// Two queries that ask for the same are equal: letters are folded, words in order, none twice.
public struct ArticleQuery: Hashable, Sendable {
    /// The words an article has to contain, folded.
    let words: [String]
    /// The tag an article has to have, folded.
    let tag: String?
    /// The number of the page, from 1 to 100.
    public let page: Int
    /// How many articles are on a page, from 1 to 100.
    public let perPage: Int

    /// Reads the parameters of a request; a nil or empty search or tag asks for nothing.
    ///
    /// - Parameters:
    ///   - query: words, each of which has to be found somewhere in the title, the body, the tags or the author's name or id; neither
    ///     case nor width of letters counts. At most 1 000 bytes and 16 words.
    ///   - tag: the name of a tag, whole; neither case nor width of letters counts. At most 1 000 bytes.
    ///   - page: a number from 1 to 100, 1 if nil.
    ///   - perPage: a number from 1 to 100, 20 if nil.
    /// - Throws: which parameter is wrong, the first in the order above.
    public init(query: String? = nil, tag: String? = nil, page: String? = nil, perPage: String? = nil) throws(InvalidArticleQuery) {
        try Self.checkLength("query", query)
        let words = TextFolding.words(of: query ?? "")
        if words.count > Self.mostWords {
            throw InvalidArticleQuery(parameter: "query", problem: "must have at most \(Self.mostWords) words, has \(words.count)")
        }
        try Self.checkLength("tag", tag)
        self.words = Set(words).sorted()
        self.tag = tag.flatMap { $0.isEmpty ? nil : TextFolding.fold($0) }
        self.page = try Self.number("page", page, absent: 1)
        self.perPage = try Self.number("per_page", perPage, absent: 20)
    }

    private static let longestText = 1_000
    private static let mostWords = 16

    private static func checkLength(_ parameter: String, _ text: String?) throws(InvalidArticleQuery) {
        guard let text, text.utf8.count > longestText else { return }
        throw InvalidArticleQuery(
            parameter: parameter, problem: "must have at most \(longestText) bytes of UTF-8, has \(text.utf8.count)")
    }

    /// Digits only: `Int` would take a sign too.
    private static func number(_ parameter: String, _ text: String?, absent: Int) throws(InvalidArticleQuery) -> Int {
        guard let text else { return absent }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text),
            (1...100).contains(number)
        else { throw InvalidArticleQuery(parameter: parameter, problem: "must be a whole number from 1 to 100") }
        return number
    }
}

/// A parameter of a query that can't be.
public struct InvalidArticleQuery: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the parameter, as in a URL: `query`, `tag`, `page` or `per_page`.
    public let parameter: String
    /// What it must be.
    public let problem: String

    public var description: String { "\(parameter) \(problem)" }
}
