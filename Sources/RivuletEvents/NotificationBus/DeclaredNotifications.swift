import FoundationEssentials

// The notifications that every bus knows.

extension TypedNotification where Payload == MainTab {
    /// Another tab of the main screen was chosen.
    public static var mainTab: Self { Self("mainTab") }
}

/// A tab of the main screen.
public struct MainTab: Codable, Hashable, Sendable {
    /// Its place, from 0.
    public let index: Int

    /// The tab at `index`.
    public init(index: Int) {
        self.index = index
    }
}

extension TypedNotification where Payload == NoPayload {
    /// The application has become active.
    public static var appDidBecomeActive: Self { Self("appDidBecomeActive") }
    /// The user has looked at the list of notifications.
    public static var notificationsChecked: Self { Self("notificationsChecked") }
    /// A web view was closed.
    public static var webViewClosed: Self { Self("webViewClosed") }
}

extension TypedNotification where Payload == LatestNotification {
    /// There is a newer notification than before.
    public static var latestNotificationAtUpdated: Self { Self("latestNotificationAtUpdated") }
}

/// When the latest notification was.
public struct LatestNotification: Codable, Hashable, Sendable {
    /// The time, in JSON as ISO 8601 with seconds: `2026-01-31T12:00:00Z`.
    public let date: Date

    /// A latest notification at `date`.
    public init(date: Date) {
        self.date = date
    }
}

extension TypedNotification where Payload == ProfileUpdate {
    /// The user's profile has changed.
    public static var myProfileUpdated: Self { Self("myProfileUpdated") }
}

/// A profile before and after a change.
public struct ProfileUpdate: Codable, Hashable, Sendable {
    /// As it was.
    public let old: Profile
    /// As it is now.
    public let new: Profile

    /// The change from one to the other.
    public init(old: Profile, new: Profile) {
        self.old = old
        self.new = new
    }
}

/// What users show of themselves.
public struct Profile: Codable, Hashable, Sendable {
    /// The name.
    public let name: String
    /// What they say of themselves, if anything.
    public let description: String?
    /// Where the picture is, if there is one.
    public let imageURL: String?

    /// A profile.
    public init(name: String, description: String? = nil, imageURL: String? = nil) {
        self.name = name
        self.description = description
        self.imageURL = imageURL
    }
}

extension TypedNotification where Payload == JSONValue {
    /// Anything that one client wants to tell the others.
    public static var message: Self { Self("message") }
}

extension NotificationBus {
    /// The notifications that every bus knows.
    static let wellKnown: [Declaration] = [
        Declaration(.mainTab), Declaration(.appDidBecomeActive), Declaration(.latestNotificationAtUpdated),
        Declaration(.notificationsChecked), Declaration(.myProfileUpdated), Declaration(.webViewClosed),
        Declaration(.message),
    ]

    /// Names that can't be a notification's: `EventSource` fires `open` and `error` itself, the others are events of the
    /// stream.
    static let reservedNames: Set<String> = [
        "open", "error", "hello", "reset", "lifecycle", "activity", "articles", "refreshFailed", "tick",
    ]
}
