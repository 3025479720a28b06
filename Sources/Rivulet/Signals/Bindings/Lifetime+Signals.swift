extension Lifetime {
    /// A signal that completes when the lifetime ends. Observing it when it has ended gives `interrupted`.
    public var ended: Signal<Never, Never> {
        Signal { observer, signalLifetime in
            signalLifetime += observeEnded(observer.sendCompleted)
        }
    }

    /// A lifetime that has ended.
    public static var empty: Lifetime {
        let (lifetime, token) = make()
        token.dispose()
        return lifetime
    }

    /// The lifetime of an object: ends when the object goes away.
    public static func of(_ object: some LifetimeProviding) -> Lifetime { Lifetime(object.lifetimeToken) }
}

/// An object whose going away others can observe, because it carries the token of its lifetime:
///
///     final class Panel: LifetimeProviding {
///         let lifetimeToken = Lifetime.Token()
///     }
///
/// (Where there is an Objective-C runtime, ReactiveSwift attaches such a token to any object. Here the object says so.)
public protocol LifetimeProviding: AnyObject, Sendable {
    /// Ends the object's lifetime as it is released; a stored `let` of the object's own.
    nonisolated var lifetimeToken: Lifetime.Token { get }
}
