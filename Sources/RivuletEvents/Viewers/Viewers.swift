import FoundationEssentials
import Rivulet

/// Someone who is connected: a public id, a secret key, and a page.
public final class Viewer: Sendable {
    /// Its name for everyone.
    public let id: ViewerID
    /// What only it knows.
    public let key: ViewerKey
    /// Its page. Lives as long as the viewer and the messages still on their way to it.
    public let page: Page
    /// When it came.
    public let since: Date
    /// What it speaks with the server, if anyone has said so.
    public let `protocol`: String?

    init(page: Page, protocol: String?) {
        id = .random()
        key = .random()
        since = Date()
        self.page = page
        self.protocol = `protocol`
    }
}

/// Who is connected, and what their pages go through. Thread-safe.
public final class Viewers: Sendable {
    private struct State {
        var present: [ViewerID: Viewer] = [:]
        /// The keys of those who left not long ago, to tell a late beacon from a wrong key.
        var departed: [ViewerID: ViewerKey] = [:]
        /// The same, oldest first, in a ring.
        var order: [ViewerID] = []
        var oldest = 0
    }

    private let state = Lock(State())
    private let departedLimit: Int
    private let events = PublishSubject<LifecycleEvent>()

    /// Nobody.
    /// - Parameter departedLimit: how many of those who left are remembered, at about 100 bytes each.
    public init(departedLimit: Int = 4096) {
        self.departedLimit = max(1, departedLimit)
    }

    // MARK: Coming and going

    /// Lets someone in whose page is `page`; the page will appear. A page belongs to one viewer.
    /// - Parameters:
    ///   - page: what appears and disappears.
    ///   - protocol: what is spoken with it, for the list: `h2`.
    public func admit(_ page: Page, protocol: String? = nil) -> Viewer {
        let viewer = Viewer(page: page, protocol: `protocol`)
        page.presence.setReport { [events, id = viewer.id] step, phase, animated in
            events.onNext(LifecycleEvent(viewer: id, message: step, phase: phase, animated: animated))
        }
        state.withLock { $0.present[viewer.id] = viewer }
        page.follow(.subscribed)
        return viewer
    }

    /// Sees someone off: the page disappears, unless it has already. Once more does nothing.
    public func depart(_ viewer: Viewer) {
        let isGone = state.withLock { state in
            guard state.present.removeValue(forKey: viewer.id) != nil else { return true }
            state.departed[viewer.id] = viewer.key
            if state.order.count < departedLimit {
                state.order.append(viewer.id)
            } else {
                state.departed[state.order[state.oldest]] = nil
                state.order[state.oldest] = viewer.id
                state.oldest = (state.oldest + 1) % departedLimit
            }
            return false
        }
        if !isGone { viewer.page.follow(.ended) }
    }

    // MARK: Moving

    /// Moves the page of the viewer with this id and key: its tab was shown or hidden.
    ///
    /// - Returns: false when it has left not long ago: a beacon sent on leaving may arrive late, and that is fine.
    /// - Throws: when there is no viewer of that id, or the key is wrong: the same error, for it is nobody's business which.
    @discardableResult
    public func setVisible(_ isVisible: Bool, id: String, key: String) throws(ViewerNotFound) -> Bool {
        guard let id = ViewerID(id) else { throw ViewerNotFound() }
        let (viewer, departed) = state.withLock { ($0.present[id], $0.departed[id]) }
        guard let expected = viewer?.key ?? departed, expected.matches(key) else { throw ViewerNotFound() }
        viewer?.page.follow(isVisible ? .shown : .hidden)
        return viewer != nil
    }

    // MARK: Looking

    /// Every message of every page, before and after its method, in order.
    public var lifecycle: Observable<LifecycleEvent> { events }

    /// The number of those connected.
    public var count: Int { state.withLock { $0.present.count } }

    /// Those connected, in the order in which they came. Without their keys.
    public var list: [Summary] {
        let viewers = state.withLock { Array($0.present.values) }
        return viewers.sorted { ($0.since, $0.id.number) < ($1.since, $1.id.number) }.map { viewer in
            Summary(
                viewer: viewer.id.description, visible: viewer.page.isVisible, since: viewer.since, protocol: viewer.protocol)
        }
    }

    /// What everyone may know of a viewer.
    public struct Summary: Codable, Hashable, Sendable {
        /// Its id.
        public let viewer: String
        /// Whether its page is seen.
        public let visible: Bool
        /// When it came.
        public let since: Date
        /// What it speaks with the server, if anyone has said so.
        public let `protocol`: String?
    }
}

/// There is no viewer of that id with that key.
public struct ViewerNotFound: Error, Hashable, Sendable {
    /// The error.
    public init() {}
}
