import Rivulet

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
        // By hand, for there are eight of them for each stream that comes and goes, and nothing in them needs an escape: by
        // way of a `JSONValue` it takes 4 800 instructions, so 1 600 (callgrind).
        let data = [UInt8](upTo: 128) { output in
            output.append(#"{"viewer":""#)
            viewer.write(to: &output)
            output.append(#"","message":""#)
            output.append(message.rawValue.utf8.span)
            output.append(#"","phase":""#)
            output.append(phase.rawValue.utf8.span)
            output.append(animated ? #"","animated":true}"# : #"","animated":false}"#)
        }
        return Entry(channel: .lifecycle, event: "lifecycle", data: data)
    }
}
