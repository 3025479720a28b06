import Synchronization

/// Where all pipelines end: adds up what comes, so that nothing can be optimised away. One thread at a time.
final class Total: Sendable {
    private let state = Atomic<Int>(0)

    var sum: Int { state.load(ordering: .relaxed) }

    /// ``add(_:)``, as an observer.
    var adding: @Sendable (Int) -> Void { { self.add($0) } }

    @inline(never)
    func add(_ number: Int) {
        state.store(sum &+ number, ordering: .relaxed)
    }
}

/// A pipeline as one would write it by hand, of classes that call each other: what the rows are compared with.
class HandWritten {
    @inline(never)
    func next(_ number: Int) {}

    final class End: HandWritten {
        private let total: Total
        init(_ total: Total) { self.total = total }
        override func next(_ number: Int) { total.add(number) }
    }

    final class Map: HandWritten {
        private let downstream: HandWritten
        private let transform: (Int) -> Int
        init(_ downstream: HandWritten, _ transform: @escaping (Int) -> Int) {
            self.downstream = downstream
            self.transform = transform
        }
        override func next(_ number: Int) { downstream.next(transform(number)) }
    }

    final class Filter: HandWritten {
        private let downstream: HandWritten
        private let predicate: (Int) -> Bool
        init(_ downstream: HandWritten, _ predicate: @escaping (Int) -> Bool) {
            self.downstream = downstream
            self.predicate = predicate
        }
        override func next(_ number: Int) { if predicate(number) { downstream.next(number) } }
    }

    /// Keeps a value behind a lock and passes on what a closure makes of it and the new one.
    final class Stateful: HandWritten {
        private let downstream: HandWritten
        private let state = Mutex(0)
        private let update: (Int, Int) -> Int
        init(_ downstream: HandWritten, _ update: @escaping (Int, Int) -> Int) {
            self.downstream = downstream
            self.update = update
        }
        override func next(_ number: Int) {
            let updated = state.withLock { state in
                state = update(state, number)
                return state
            }
            downstream.next(updated)
        }
    }

    /// Sends to all of several.
    final class Fan: HandWritten {
        private let downstreams: [HandWritten]
        init(_ downstreams: [HandWritten]) { self.downstreams = downstreams }
        override func next(_ number: Int) { for downstream in downstreams { downstream.next(number) } }
    }
}
