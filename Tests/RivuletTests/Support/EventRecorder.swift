import Rivulet
import Synchronization
import Testing

/// Records what an observable sends, and checks the grammar on the way.
final class EventRecorder<Element: Sendable>: ObserverType {
    private let inside = Atomic<Int>(0)
    private let overlaps = Atomic<Int>(0)
    private let recorded = Lock<[Event<Element>]>([])

    func on(_ event: Event<Element>) {
        if inside.add(1, ordering: .acquiringAndReleasing).oldValue > 0 { overlaps.add(1, ordering: .relaxed) }
        recorded.withLock { $0.append(event) }
        inside.subtract(1, ordering: .acquiringAndReleasing)
    }

    var events: [Event<Element>] { recorded.withLock { $0 } }
    var elements: [Element] { events.compactMap(\.element) }
    var hasEnded: Bool { events.contains(where: \.isStopEvent) }
    var hasCompleted: Bool { events.contains(where: \.isCompleted) }
    var error: (any Error)? { events.compactMap(\.error).first }

    /// Whether no two events overlapped and none followed the end.
    var keepsGrammar: Bool {
        overlaps.load(ordering: .acquiring) == 0 && !events.dropLast().contains(where: \.isStopEvent)
    }
}

extension ObservableConvertibleType {
    /// Subscribes and returns what came at once.
    func recorded() -> EventRecorder<Element> {
        let recorder = EventRecorder<Element>()
        asObservable().subscribe(recorder).dispose()
        return recorder
    }
}

/// An error to tell from others.
struct Failure: Error, Equatable, CustomStringConvertible {
    let number: Int
    init(_ number: Int = 0) { self.number = number }
    var description: String { "Failure(\(number))" }
}
