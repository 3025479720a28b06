import RivuletArticles

/// An article as JSON, with only what a test cares about.
func item(
    _ id: String, title: String = "A title", body: String = "", tags: [String] = [], user: String = "sample-user",
    createdAt: String = "2026-01-01T00:00:00+09:00"
) -> String {
    let tags = tags.map { #"{"name":"\#($0)","versions":[]}"# }.joined(separator: ",")
    return #"{"id":"\#(id)","title":"\#(title)","body":"\#(body)","created_at":"\#(createdAt)","tags":[\#(tags)],"user":{"id":"\#(user)"}}"#
}

func decode(_ items: [String]) throws -> [Article] {
    try Article.list(decoding: Array("[\(items.joined(separator: ","))]".utf8))
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

extension ArticlePage {
    /// The ids on the page, in order.
    var ids: [String] {
        get throws { try Article.list(decoding: encoded).map(\.id) }
    }
}
