import Foundation
import Rivulet

extension NotificationCenter: ReactiveCompatible {}

extension Reactive where Base: NotificationCenter {
    /// What is posted in this center from the subscription on. Never fails, never completes; delivered on the thread that
    /// posts.
    ///
    /// - Parameters:
    ///   - name: of the notifications; nil for all.
    ///   - object: whose notifications; nil for everyone's. Held for as long as somebody subscribes.
    ///   - transform: takes out of a notification what is to be passed on: the notification itself may hold anything, and
    ///     can't go from one thread to another. Those for which it returns nil are left out.
    public func notification<Value: Sendable>(
        _ name: Notification.Name?, object: (any AnyObject & Sendable)? = nil,
        transform: @escaping @Sendable (Notification) -> Value?
    ) -> Observable<Value> {
        .create { [base] observer in
            let token = base.addObserver(forName: name, object: object, queue: nil) { notification in
                if let value = transform(notification) { observer.onNext(value) }
            }
            return Observation(center: base, token: token, object: object)
        }
    }

    /// The names of what is posted in this center from the subscription on.
    public func notification(
        _ name: Notification.Name?, object: (any AnyObject & Sendable)? = nil
    ) -> Observable<Notification.Name> {
        notification(name, object: object) { $0.name }
    }
}

/// An observer's place in a center.
private final class Observation: Disposable {
    private let center: NotificationCenter
    private let token: Lock<Token?>

    /// `@unchecked Sendable`: the token is only ever given back to the center it came from, which is thread-safe.
    private struct Token: @unchecked Sendable {
        let token: any NSObjectProtocol
        let object: (any AnyObject & Sendable)?
    }

    init(center: NotificationCenter, token: any NSObjectProtocol, object: (any AnyObject & Sendable)?) {
        self.center = center
        self.token = Lock(Token(token: token, object: object))
    }

    func dispose() {
        let token = token.withLock { exchange(&$0, with: nil) }
        if let token { center.removeObserver(token.token) }
    }
}
