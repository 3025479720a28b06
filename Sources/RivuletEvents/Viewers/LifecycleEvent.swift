/// A message of a viewer's page, as everyone on the `lifecycle` channel sees it.
public struct LifecycleEvent: Hashable, Sendable {
    /// Whose page.
    public let viewer: ViewerID
    /// The message.
    public let message: Appearance.Step
    /// Whether its method has run.
    public let phase: Messages.Phase
    /// The message's argument.
    public let animated: Bool

    /// As it is journaled: `{"viewer","message","phase","animated"}`.
    public var entry: Entry {
        // Eight of them for each stream that comes and goes. Members, since a dictionary literal makes another array first.
        let members: [JSONValue.Member] = [
            .init("viewer", .string(viewer.description)), .init("message", .string(message.rawValue)),
            .init("phase", .string(phase.rawValue)), .init("animated", .bool(animated)),
        ]
        return Entry(channel: .lifecycle, event: "lifecycle", data: JSONValue.object(members).encoded)
    }
}
