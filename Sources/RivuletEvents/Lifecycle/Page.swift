import Rivulet

/// The server's view controller: one for each connected viewer.
///
/// Subclass it to do something when it appears or disappears; call `super`, as elsewhere. State of the subclass's own is
/// safe: pages are isolated to the ``PageActor``. Others look on by `page.rx`.
@PageActor
open class Page: MessageReceiver, ReactiveCompatible {
    public nonisolated let messages: Messages
    nonisolated let presence: Presence
    private var appearance = Appearance()

    /// A page that nobody has subscribed to yet. Any thread.
    public nonisolated init() {
        let presence = Presence()
        self.presence = presence
        messages = Messages(onlooker: presence.note)
    }

    /// The page is about to be seen: its stream was subscribed to, or its tab is shown again.
    open func viewWillAppear(_ animated: Bool) {}

    /// The page is seen: the head of its stream is with the client.
    open func viewDidAppear(_ animated: Bool) {}

    /// The page is about to be seen no longer: its tab is hidden, or its stream over.
    open func viewWillDisappear(_ animated: Bool) {}

    /// The page is seen no longer.
    open func viewDidDisappear(_ animated: Bool) {}

    /// Whether it has appeared and not disappeared since. Any thread.
    public nonisolated var isVisible: Bool { presence.isVisible }

    /// Tells the page what has happened to its stream; it sends itself the messages that follow, see ``Appearance``.
    /// They are *animated* when a connected tab is hidden or shown, and not when the stream itself begins or ends.
    /// Any thread; returns at once, and keeps the order of calls.
    public nonisolated func follow(_ change: Appearance.Change) {
        Task { @PageActor in
            let animated = change == .hidden || change == .shown
            for step in appearance.take(change) { handle(Message(step), animated) }
        }
    }
}

extension Message where Receiver: Page, Argument == Bool {
    /// The page is about to be seen; whether animated.
    public static var viewWillAppear: Self { Self(.viewWillAppear) }
    /// The page is seen; whether animated.
    public static var viewDidAppear: Self { Self(.viewDidAppear) }
    /// The page is about to be seen no longer; whether animated.
    public static var viewWillDisappear: Self { Self(.viewWillDisappear) }
    /// The page is seen no longer; whether animated.
    public static var viewDidDisappear: Self { Self(.viewDidDisappear) }

    init(_ step: Appearance.Step) {
        switch step {
        case .viewWillAppear: self.init(step.rawValue, Receiver.viewWillAppear)
        case .viewDidAppear: self.init(step.rawValue, Receiver.viewDidAppear)
        case .viewWillDisappear: self.init(step.rawValue, Receiver.viewWillDisappear)
        case .viewDidDisappear: self.init(step.rawValue, Receiver.viewDidDisappear)
        }
        self.step = step
    }
}
