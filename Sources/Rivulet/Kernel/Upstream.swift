import Glibc

/// What an operator keeps of what is above it. It is released not inside the operator's own release but after it, so that
/// a chain of any length is let go of at constant stack (contract 2).
///
/// `@unchecked Sendable`: the reference is an `Observable`'s, which is `Sendable`, and is never changed.
struct Upstream<Element: Sendable>: ~Copyable, @unchecked Sendable {
    /// One share of the source, which the initialiser took and the deinitialiser gives back.
    private let reference: Unmanaged<Observable<Element>>

    init(_ source: Observable<Element>) {
        reference = .passRetained(source)
    }

    deinit { Releases.release(reference.toOpaque()) }

    var source: Observable<Element> { reference.takeUnretainedValue() }

    /// Subscribes to the source, which is not retained for it: whoever asks has it.
    func start(_ sink: Sink<Element>, _ life: Life) {
        reference._withUnsafeGuaranteedRef { $0.start(sink, life) }
    }
}

/// The same for anything else by which an operator keeps what is above it: a closure, a collection of sources.
///
/// `@unchecked Sendable`: the reference is to a `let` of a `Sendable` type, and is never changed.
struct UpstreamValue<Value: Sendable>: ~Copyable, @unchecked Sendable {
    private final class Box: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// One share of the box, which the initialiser took and the deinitialiser gives back.
    private let reference: Unmanaged<Box>

    init(_ value: Value) {
        reference = .passRetained(Box(value))
    }

    deinit { Releases.release(reference.toOpaque()) }

    var value: Value { reference.takeUnretainedValue().value }
}

/// The shares that wait to be given back on this thread, because giving back another is under way. Confined to the thread:
/// reached through a thread-specific pointer only, and on the stack of ``release(_:)``, which takes it out again before
/// it returns.
private struct Releases {
    private var waiting: [UnsafeRawPointer] = []

    /// Gives back a share of an object: now, or behind the one that is under way.
    static func release(_ reference: UnsafeRawPointer) {
        if let running = current.pointer {
            running.pointee.waiting.append(reference)
            return
        }
        var releases = Releases()
        withUnsafeMutablePointer(to: &releases) { releases in
            current.pointer = releases
            defer { current.pointer = nil }
            Unmanaged<AnyObject>.fromOpaque(reference).release()
            while let next = releases.pointee.waiting.popLast() { Unmanaged<AnyObject>.fromOpaque(next).release() }
        }
    }

    private static let current = ThreadSpecific<Releases>()
}
