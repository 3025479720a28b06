/// When a page appears and disappears: a pure state machine. What happens to the page's stream goes in, what the page
/// is told comes out.
///
/// | | |
/// | --- | --- |
/// | subscribed | willAppear |
/// | head written | didAppear |
/// | ended before the head | willDisappear, didDisappear; never didAppear |
/// | hidden, ended | willDisappear, didDisappear |
/// | shown | willAppear, didAppear |
/// | ended while hidden | nothing: it has disappeared already |
public struct Appearance: Hashable, Sendable {
    /// What happens to the stream behind a page.
    public enum Change: Hashable, Sendable, CaseIterable {
        /// The stream was subscribed to.
        case subscribed
        /// The head of the response is with the client.
        case headWritten
        /// The client's tab is hidden.
        case hidden
        /// The client's tab is seen again.
        case shown
        /// The stream is over, for whatever reason. A client that comes back is another page.
        case ended
    }

    /// What a page is told.
    public enum Step: String, Hashable, Sendable, CaseIterable {
        case viewWillAppear, viewDidAppear, viewWillDisappear, viewDidDisappear
    }

    private enum State: Hashable {
        case new
        case appearing
        case visible
        case hidden(headWritten: Bool)
        case over
    }

    private var state = State.new

    /// A page that nobody has subscribed to yet.
    public init() {}

    /// Takes in a change. One that makes no sense in the present state (a beacon that comes late, a tab shown twice) does
    /// nothing.
    /// - Returns: what the page is told, in order.
    public mutating func take(_ change: Change) -> [Step] {
        switch (state, change) {
        case (.new, .subscribed):
            state = .appearing
            return [.viewWillAppear]
        case (.appearing, .headWritten):
            state = .visible
            return [.viewDidAppear]
        case (.appearing, .hidden), (.visible, .hidden):
            state = .hidden(headWritten: state == .visible)
            return [.viewWillDisappear, .viewDidDisappear]
        case (.hidden, .headWritten):
            state = .hidden(headWritten: true)
            return []
        case (.hidden(headWritten: false), .shown):
            state = .appearing
            return [.viewWillAppear]
        case (.hidden(headWritten: true), .shown):
            state = .visible
            return [.viewWillAppear, .viewDidAppear]
        case (.appearing, .ended), (.visible, .ended):
            state = .over
            return [.viewWillDisappear, .viewDidDisappear]
        case (_, .ended):
            state = .over
            return []
        default: return []
        }
    }
}
