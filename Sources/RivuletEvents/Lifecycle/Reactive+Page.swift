import Rivulet

extension Reactive where Base: MessageReceiver {
    /// The arguments of a message, each before its method runs. Nothing old; completes when the receiver is released.
    public func sentMessage<Argument>(_ message: Message<Base, Argument>) -> Observable<Argument> {
        base.messages.observe(message.name, .sentMessage, Argument.self)
    }

    /// The arguments of a message, each after its method has run. Nothing old; completes when the receiver is released.
    public func methodInvoked<Argument>(_ message: Message<Base, Argument>) -> Observable<Argument> {
        base.messages.observe(message.name, .methodInvoked, Argument.self)
    }
}

/// A page's messages as observables that share their last value: who comes late gets that first. So `take(1)` is the
/// first time only, and `skip(1)` the later times. They complete when the page is released.
extension Reactive where Base: Page {
    /// `viewWillAppear`, before the method runs; whether animated.
    public var viewWillAppear: Observable<Bool> { base.presence.observe(.step(.viewWillAppear, .sentMessage)) }
    /// `viewDidAppear`, before the method runs; whether animated.
    public var viewDidAppear: Observable<Bool> { base.presence.observe(.step(.viewDidAppear, .sentMessage)) }
    /// `viewWillDisappear`, before the method runs; whether animated.
    public var viewWillDisappear: Observable<Bool> { base.presence.observe(.step(.viewWillDisappear, .sentMessage)) }
    /// `viewDidDisappear`, before the method runs; whether animated.
    public var viewDidDisappear: Observable<Bool> { base.presence.observe(.step(.viewDidDisappear, .sentMessage)) }

    /// `viewWillAppear`, after the method has run; whether animated.
    public var viewWillAppearInvoked: Observable<Bool> { base.presence.observe(.step(.viewWillAppear, .methodInvoked)) }
    /// `viewDidAppear`, after the method has run; whether animated.
    public var viewDidAppearInvoked: Observable<Bool> { base.presence.observe(.step(.viewDidAppear, .methodInvoked)) }
    /// `viewWillDisappear`, after the method has run; whether animated.
    public var viewWillDisappearInvoked: Observable<Bool> { base.presence.observe(.step(.viewWillDisappear, .methodInvoked)) }
    /// `viewDidDisappear`, after the method has run; whether animated.
    public var viewDidDisappearInvoked: Observable<Bool> { base.presence.observe(.step(.viewDidDisappear, .methodInvoked)) }
}

/// Whether a page is seen. Each turns when the method has run, and gives the last value first to who comes late; so
/// `ticks.take(until: page.rx.disappear)` of a page that has disappeared is over at once.
extension Reactive where Base: Page {
    /// True from `viewDidAppear` to `viewDidDisappear`.
    public var visible: Observable<Bool> { base.presence.observe(.visible) }

    /// True from `viewWillAppear` to `viewWillDisappear`.
    public var willBeVisible: Observable<Bool> { base.presence.observe(.willBeVisible) }

    /// When the page is about to be seen.
    public var willAppear: Observable<Void> { willBeVisible.filter { $0 }.map { _ in } }

    /// When the page is seen.
    public var appear: Observable<Void> { visible.filter { $0 }.map { _ in } }

    /// When the page is about to be seen no longer.
    public var willDisappear: Observable<Void> { willBeVisible.filter { !$0 }.map { _ in } }

    /// When the page is seen no longer.
    public var disappear: Observable<Void> { visible.filter { !$0 }.map { _ in } }
}
