import Foundation
import Rivulet
import RivuletEvents

extension NotificationBus {
    /// Joins this bus and a notification center for one notification: what is posted on either side is seen on both,
    /// once, and on the thread that posted it.
    ///
    /// In the center its name has the prefix ``Foundation/Notification/Name/rivuletPrefix``, for a center is shared with
    /// everyone's notifications. One of that name whose payload is of another type is not passed on.
    ///
    /// - Returns: what takes them apart again.
    public func bridge<Payload>(_ notification: TypedNotification<Payload>, to center: NotificationCenter = .default) -> any Disposable {
        let bridge = Bridge()
        let outwards = postings(of: notification).subscribe(onNext: { posting in
            if posting.origin != bridge.id { center.post(notification, posting.payload, from: bridge) }
        })
        let inwards = center.rx.notification(notification.foundationName) { found in
            found.object as? Bridge === bridge ? nil : found.payload(of: notification)
        }.subscribe(onNext: { payload in
            self.post(notification, Posting(payload: payload, origin: bridge.id))
        })
        return Disposables.create(outwards, inwards)
    }
}

/// Who passed a notification on: the object of what a bridge posts in a center, and the origin of what it posts on a bus.
private final class Bridge: Sendable {
    var id: ObjectIdentifier { ObjectIdentifier(self) }
}

extension Notification.Name {
    /// What the names of Rivulet's notifications begin with in a notification center.
    public static let rivuletPrefix = "rivulet."
}

extension TypedNotification {
    /// The name of this notification in a notification center.
    public var foundationName: Notification.Name { Notification.Name(Notification.Name.rivuletPrefix + name) }
}

extension Notification {
    /// What a notification of Rivulet's carries; nil when this is another one, or its payload of another type.
    public func payload<Payload>(of notification: TypedNotification<Payload>) -> Payload? {
        guard name == notification.foundationName else { return nil }
        return userInfo?[payloadKey] as? Payload ?? NoPayload() as? Payload
    }
}

extension NotificationCenter {
    /// Posts a notification of Rivulet's here: those who observe ``RivuletEvents/TypedNotification/foundationName`` get it,
    /// and a bus that is bridged to this center.
    public func post<Payload>(_ notification: TypedNotification<Payload>, _ payload: Payload) {
        post(notification, payload, from: nil)
    }

    fileprivate func post<Payload>(_ notification: TypedNotification<Payload>, _ payload: Payload, from bridge: Bridge?) {
        post(name: notification.foundationName, object: bridge, userInfo: [payloadKey: payload])
    }
}

private let payloadKey = "payload"
