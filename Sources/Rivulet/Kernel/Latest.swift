/// A confined variable that is empty at first. Not a `Confined<Value?>`: the type of that optional would be looked up at
/// run time each time it is touched, 40 ns and more.
///
/// `@unchecked Sendable`: confined as a ``Confined`` is; whoever declares one says by what.
final class Latest<Value: Sendable>: @unchecked Sendable {
    /// Room for one value: initialised exactly while `filled` is true. Its own, so that nobody else has the pointer.
    private let storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    private let filled = Confined(false)

    deinit {
        if filled.value { storage.deinitialize(count: 1) }
        storage.deallocate()
    }

    /// Whether there is a value.
    var isSet: Bool { filled.value }

    /// Puts a value in.
    /// - Returns: whether it is the first.
    @inline(__always)
    @discardableResult
    func set(_ value: Value) -> Bool {
        if filled.value {
            storage.pointee = value
            return false
        }
        storage.initialize(to: value)
        filled.value = true
        return true
    }

    /// Puts a value in; the one before, if there is one, comes out in its place, to be released elsewhere.
    @inline(__always)
    func exchange(_ value: inout Value) {
        if filled.value { swap(&storage.pointee, &value) } else { set(value) }
    }

    /// Hands the value to `sink`, if there is one, and is empty from before that on.
    func deliver(to sink: Sink<Value>) {
        guard filled.value else { return }
        filled.value = false
        sink.next(storage.move())
    }

    /// Makes it empty again.
    func clear() {
        guard filled.value else { return }
        filled.value = false
        storage.deinitialize(count: 1)
    }

    /// The value, if there is one.
    var value: Value? { filled.value ? storage.pointee : nil }

    /// The value. Only asked once there is one.
    @inline(__always)
    var knownValue: Value {
        precondition(filled.value, "asked before there is a value")
        return storage.pointee
    }

    /// Hands the value to `body` without a copy of it. Only asked once there is one.
    @inline(__always)
    func read<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
        precondition(filled.value, "asked before there is a value")
        return try body(storage.pointee)
    }

    /// Hands the value to `body`, if there is one, without making an optional.
    @inline(__always)
    func withValue(_ body: (Value) throws -> Void) rethrows {
        if filled.value { try body(storage.pointee) }
    }
}
