import Rivulet

/// A notification: its name, and the type of what it carries. Declared once, in three lines, wherever it belongs:
///
/// ```swift
/// extension TypedNotification where Payload == Cart {
///     static var cartChanged: Self { Self("cartChanged") }
/// }
/// ```
///
/// and then used without a string, by observers that go when their subscription does:
///
/// ```swift
/// TypedNotification.cartChanged.post(cart)
/// TypedNotification.cartChanged.asObservable().subscribe(onNext: { cart in … }).disposed(by: bag)
/// ```
///
/// To be posted over HTTP and to go out on event streams, it must be declared to the bus too:
/// ``NotificationBus/declare(_:)``.
public struct TypedNotification<Payload: Codable & Sendable>: Hashable, Sendable {
    /// Its name: the same in every run and every process, for clients know it.
    public let name: String

    /// The notification of that name.
    public init(_ name: String) {
        self.name = name
    }
}

extension TypedNotification: ObservableConvertibleType {
    /// Posts it on ``NotificationBus/default``. Any thread; see ``NotificationBus/post(_:_:completion:)``.
    public func post(_ payload: Payload) { NotificationBus.default.post(self, payload) }

    /// What is posted on ``NotificationBus/default`` from the subscription on. Never fails, never completes.
    public func asObservable() -> Observable<Payload> { NotificationBus.default.observe(self) }
}

extension TypedNotification where Payload == NoPayload {
    /// Posts it on ``NotificationBus/default``.
    public func post() { post(NoPayload()) }
}

/// What a notification carries that carries nothing: `{}` in JSON.
public struct NoPayload: Codable, Hashable, Sendable {
    /// Nothing.
    public init() {}

    /// Takes an object without members, nothing else: data sent along with such a notification is a mistake.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyName.self)
        if let name = container.allKeys.first {
            throw DecodingError.dataCorruptedError(forKey: name, in: container, debugDescription: "This notification carries nothing")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: AnyName.self)
    }
}
