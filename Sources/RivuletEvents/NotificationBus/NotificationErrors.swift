/// Why a notification can't be declared.
public enum DeclarationError: Error, Hashable, Sendable {
    /// The name is an event of the stream's, or one that `EventSource` fires itself.
    case reserved(String)
    /// Another notification, with another payload, has the name.
    case taken(String)
    /// The name is empty, longer than 128 bytes, or has control characters in it.
    case malformed(String)
}

/// Why a notification from outside was not posted.
public enum NotificationRejection: Error, Hashable, Sendable {
    /// None of that name is declared.
    case unknownName(String)
    /// What came is not JSON.
    case notJSON(JSONError)
    /// It is JSON, but not what the notification carries.
    ///
    /// - Parameters:
    ///   - pointer: where (RFC 6901): `/old/name`; empty for the whole.
    ///   - reason: what is wrong there.
    case wrongPayload(pointer: String, reason: String)
}

/// A notification that was posted and that nobody got.
public struct NotificationFailure: Sendable {
    /// Its name.
    public let name: String
    /// Why.
    public let error: any Error
}
