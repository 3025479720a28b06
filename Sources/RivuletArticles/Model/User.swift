extension Article {
    /// Who wrote an article, in the shape of a user of the Qiita API v2.
    public struct User: Identifiable, Hashable, Sendable {
        public let id: String
        /// A number that stays when the id is changed.
        public let permanentID: Int?
        public let name: String?
        public let description: String?
        public let location: String?
        public let organization: String?
        public let profileImageURL: String?
        public let websiteURL: String?
        public let facebookID: String?
        public let githubLoginName: String?
        public let linkedinID: String?
        public let twitterScreenName: String?
        public let followeesCount: Int
        public let followersCount: Int
        public let itemsCount: Int
        public let isTeamOnly: Bool
    }
}

extension Article.User {
    init(_ reader: ObjectReader) throws(ArticleFormatError) {
        id = try reader.string("id")
        permanentID = try reader.optionalInteger("permanent_id")
        name = try reader.optionalString("name")
        description = try reader.optionalString("description")
        location = try reader.optionalString("location")
        organization = try reader.optionalString("organization")
        profileImageURL = try reader.optionalString("profile_image_url")
        websiteURL = try reader.optionalString("website_url")
        facebookID = try reader.optionalString("facebook_id")
        githubLoginName = try reader.optionalString("github_login_name")
        linkedinID = try reader.optionalString("linkedin_id")
        twitterScreenName = try reader.optionalString("twitter_screen_name")
        followeesCount = try reader.optionalInteger("followees_count") ?? 0
        followersCount = try reader.optionalInteger("followers_count") ?? 0
        itemsCount = try reader.optionalInteger("items_count") ?? 0
        isTeamOnly = try reader.optionalBool("team_only") ?? false
    }
}
