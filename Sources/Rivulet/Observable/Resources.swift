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

        /// RxSwift counts its special case of `observe(on:)` for serial queues here; there is none in Rivulet.
        public static var numberOfSerialDispatchQueueObservables: Int32 { 0 }
    }
#endif
