#if TRACE_RESOURCES
    import Synchronization

    /// Counts what is alive, for test code written for RxSwift: only there when built with `TRACE_RESOURCES` defined.
    public enum Resources {
        private static let counted = Atomic<Int32>(0)

        /// Live subscriptions, and what was counted in addition.
        public static var total: Int32 { counted.load(ordering: .relaxed) + Int32(Subscriptions.live) }

        /// Counts one more.
        public static func incrementTotal() -> Int32 { counted.add(1, ordering: .relaxed).newValue }

        /// Counts one less.
        public static func decrementTotal() -> Int32 { counted.subtract(1, ordering: .relaxed).newValue }

        fileprivate static let serialQueueObservables = Atomic<Int32>(0)

        /// How many sequences made by `observe(on:)` with a serial queue's scheduler are alive.
        public static var numberOfSerialDispatchQueueObservables: Int32 { serialQueueObservables.load(ordering: .relaxed) }

        fileprivate static let mostRows = Atomic<Int>(0)

        /// A row of sequences was found in a row of them, which makes so many that are gone through at once.
        static func noteRows(_ count: Int) { mostRows.max(count, ordering: .relaxed) }
    }

    /// The most rows of sequences (`concat`, `catch(sequence:)`, `retry`), one in the other, that were gone through at once.
    public var maxTailRecursiveSinkStackSize: Int {
        get { Resources.mostRows.load(ordering: .relaxed) }
        set { Resources.mostRows.store(newValue, ordering: .relaxed) }
    }

    /// Alive as long as a sequence made by `observe(on:)` with a serial queue's scheduler.
    final class SerialQueueObservableCount: Sendable {
        init() { Resources.serialQueueObservables.add(1, ordering: .relaxed) }
        deinit { Resources.serialQueueObservables.subtract(1, ordering: .relaxed) }
    }
#endif
