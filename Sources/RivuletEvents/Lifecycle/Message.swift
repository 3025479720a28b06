/// A message to an object: its name, and the method that handles it. What a selector is elsewhere, with types.
///
/// A message of one's own on a class of one's own:
///
/// ```swift
/// @PageActor final class Player: MessageReceiver, ReactiveCompatible {
///     nonisolated let messages = Messages()
///     private(set) var position = 0
///     func seek(_ position: Int) { self.position = position }
/// }
///
/// extension Message where Receiver == Player, Argument == Int {
///     static var seek: Self { Self("seek", Player.seek) }
/// }
///
/// player.rx.methodInvoked(.seek).subscribe(onNext: { position in … })
/// player.send(.seek, 3)
/// ```
public struct Message<Receiver: MessageReceiver, Argument: Sendable>: Sendable {
    /// Its name. Messages of one name to one receiver are the same message.
    public let name: String
    let method: @Sendable (Receiver) -> @PageActor (Argument) -> Void
    /// Which of a page's own messages it is, where that was known without its name.
    var step: Appearance.Step?

    /// A message.
    /// - Parameters:
    ///   - name: its name, as observers on the wire see it.
    ///   - method: the unapplied method, such as `Page.viewWillAppear`. A subclass's override is what runs.
    public init(_ name: String, _ method: @escaping @Sendable (Receiver) -> @PageActor (Argument) -> Void) {
        self.name = name
        self.method = method
    }
}

extension Message where Argument == Void {
    /// A message that has no argument.
    public init(_ name: String, _ method: @escaping @Sendable (Receiver) -> @PageActor () -> Void) {
        self.init(name) { receiver in
            let method = method(receiver)
            return { @PageActor _ in method() }
        }
    }
}

/// An object that messages can be sent to, and seen by others as they are handled.
@PageActor
public protocol MessageReceiver: AnyObject, Sendable {
    /// Who looks on. One for each object: `nonisolated let messages = Messages()`.
    nonisolated var messages: Messages { get }
}

extension MessageReceiver {
    /// Sends a message. Any thread; returns at once.
    ///
    /// The message is handled on the ``PageActor``, behind what was sent before: first `rx.sentMessage` fires, then the
    /// method runs, then `rx.methodInvoked` fires, and only then comes the next message, also one sent meanwhile from
    /// within. The object lives until then. A method called directly is not a message: nobody sees it.
    public nonisolated func send<Argument>(_ message: Message<Self, Argument>, _ argument: Argument) {
        Task { @PageActor in handle(message, argument) }
    }

    /// Sends a message that has no argument.
    public nonisolated func send(_ message: Message<Self, Void>) { send(message, ()) }

    /// Handles a message now.
    func handle<Argument>(_ message: Message<Self, Argument>, _ argument: Argument) {
        messages.report(message, .sentMessage, argument)
        message.method(self)(argument)
        messages.report(message, .methodInvoked, argument)
    }
}
