/// A confined variable that is empty at first. Not a `Confined<Value?>`: the type of that optional would be looked up at
/// run time each time it is touched; here one box is made with the first value, and only its address is compared.
final class Latest<Value: Sendable>: @unchecked Sendable {
    // `@unchecked`: confined as the `Confined` it replaces would be; whoever declares one says by what.
    private let box = Confined<AnyObject?>(nil)

    /// Whether there is a value.
    var isSet: Bool { box.value != nil }

    /// Puts a value in.
    func set(_ value: Value) {
        if let box = box.value { Self.content(box).value = value } else { box.value = Confined(value) }
    }

    /// Puts a value in; the one before, if there is one, comes out in its place, to be released elsewhere.
    func exchange(_ value: inout Value) {
        if let box = box.value { swap(&Self.content(box).value, &value) } else { box.value = Confined(value) }
    }

    /// Makes it empty again.
    func clear() { box.value = nil }

    /// The value, if there is one.
    var value: Value? { box.value.map { Self.content($0).value } }

    /// The value. Only asked once there is one.
    var knownValue: Value {
        guard let box = box.value else { preconditionFailure("asked before there is a value") }
        return Self.content(box).value
    }

    /// Hands the value to `body`, if there is one, without making an optional.
    @inline(__always)
    func withValue(_ body: (Value) throws -> Void) rethrows {
        guard let box = box.value else { return }
        try body(Self.content(box).value)
    }

    @inline(__always)
    private static func content(_ box: AnyObject) -> Confined<Value> {
        // Sound: nothing else is ever put there.
        unsafeDowncast(box, to: Confined<Value>.self)
    }
}
