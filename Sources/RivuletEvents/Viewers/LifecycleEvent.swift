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
        let value: JSONValue = [
            "viewer": .string(viewer.description), "message": .string(message.rawValue),
            "phase": .string(phase.rawValue), "animated": .bool(animated),
        ]
        return Entry(channel: .lifecycle, event: "lifecycle", data: value.encoded)
    }
}
