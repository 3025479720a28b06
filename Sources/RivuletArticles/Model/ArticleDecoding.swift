extension Article {
    /// The articles in `bytes`, in their order: what `GET /api/v2/items` of Qiita returns.
    ///
    /// - Parameter bytes: a JSON array in UTF-8.
    /// - Throws: what is wrong with it, and where; an id that comes twice counts as wrong.
    /// - Complexity: O(n) in the number of bytes.
    public static func list(decoding bytes: [UInt8]) throws(ArticleFormatError) -> [Article] {
        let json = try JSONParser.parse(bytes)
        guard case .array(let elements) = json else {
            throw .shape(path: "", problem: "expected an array of articles, found \(json.kind)")
        }
        var articles: [Article] = []
        articles.reserveCapacity(elements.count)
        var indices: [String: Int] = [:]
        for (index, element) in elements.enumerated() {
            let article = try Article(element, at: "[\(index)]")
            if let earlier = indices.updateValue(index, forKey: article.id) {
                throw .shape(path: "[\(index)].id", problem: "\"\(article.id)\" is the id of [\(earlier)] already")
            }
            articles.append(article)
        }
        return articles
    }

    private init(_ json: JSON, at path: String) throws(ArticleFormatError) {
        let reader = try ObjectReader(json, at: path)
        id = try reader.string("id")
        if id.isEmpty { throw .shape(path: reader.place("id"), problem: "is empty") }
        title = try reader.string("title")
        body = try reader.optionalString("body") ?? ""
        renderedBody = try reader.optionalString("rendered_body") ?? ""
        url = try reader.optionalString("url")
        createdAt = try reader.date("created_at")
        updatedAt = try reader.optionalDate("updated_at")
        tags = try reader.array("tags") { (tag, path) throws(ArticleFormatError) in try Tag(ObjectReader(tag, at: path)) }
        user = if let user = try reader.optionalObject("user") { try User(user) } else { nil }
        group = if let group = try reader.optionalObject("group") { try Group(group) } else { nil }
        teamMembership =
            if let membership = try reader.optionalObject("team_membership") {
                TeamMembership(name: try membership.optionalString("name"))
            } else { nil }
        organizationURLName = try reader.optionalString("organization_url_name")
        commentsCount = try reader.optionalInteger("comments_count") ?? 0
        likesCount = try reader.optionalInteger("likes_count") ?? 0
        reactionsCount = try reader.optionalInteger("reactions_count") ?? 0
        stocksCount = try reader.optionalInteger("stocks_count") ?? 0
        pageViews = try reader.optionalInteger("page_views")
        isCoediting = try reader.optionalBool("coediting") ?? false
        isPrivate = try reader.optionalBool("private") ?? false
        isSlide = try reader.optionalBool("slide") ?? false

        var bytes: [UInt8] = []
        json.encode(into: &bytes)
        encoded = bytes
        fingerprint = Fingerprint(bytes)
    }
}

extension Article.Tag {
    fileprivate init(_ reader: ObjectReader) throws(ArticleFormatError) {
        name = try reader.string("name")
        versions = try reader.array("versions") { (version, path) throws(ArticleFormatError) in
            guard case .string(let text) = version else {
                throw .shape(path: path, problem: "expected a string, found \(version.kind)")
            }
            return text
        }
    }
}

extension Article.Group {
    fileprivate init(_ reader: ObjectReader) throws(ArticleFormatError) {
        name = try reader.optionalString("name")
        urlName = try reader.optionalString("url_name")
        description = try reader.optionalString("description")
        isPrivate = try reader.optionalBool("private") ?? false
        createdAt = try reader.optionalDate("created_at")
        updatedAt = try reader.optionalDate("updated_at")
    }
}
