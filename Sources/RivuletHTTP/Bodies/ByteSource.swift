/// Where the content of a response comes from when it is not all there at once: asked for as much as the connection can
/// send, and never for more.
///
/// All calls come on one event loop's thread and must not block. What takes time is done elsewhere; then `wake` is
/// called, from any thread, and the loop asks again.
public protocol ByteSource: Sendable {
    /// Whether it may go on for ever. A client that closes its half of the connection still waits for the end of what has
    /// one; of what has none, it can only have gone. False unless a source says otherwise.
    var isEndless: Bool { get }

    /// Called once, before the first ``pull(atMost:)``.
    /// - Parameters:
    ///   - loop: the loop that will pull.
    ///   - wake: says that there is more after ``Pulled/later``. Any thread, any number of times.
    func start(on loop: EventLoop, wake: @escaping @Sendable () -> Void)

    /// Gives the next bytes.
    /// - Parameter count: how many at most, in bytes; more than 0.
    func pull(atMost count: Int) -> Pulled

    /// Called once when nothing more will be pulled: after the end, a failure, or because the client is gone.
    func stop()
}

extension ByteSource {
    public var isEndless: Bool { false }

    public func stop() {}
}

/// What a byte source answers.
public enum Pulled: Sendable {
    /// The next bytes, at least one.
    case bytes(ArraySlice<UInt8>)
    /// Nothing yet: `wake` will be called.
    case later
    /// That was all.
    case end
    /// It broke. A response that has begun cannot take that back: its connection or stream is reset.
    case failed(any Error)
}
