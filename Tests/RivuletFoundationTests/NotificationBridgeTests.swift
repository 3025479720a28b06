import Foundation
import Rivulet
import RivuletEvents
import RivuletFoundation
import Testing

@Suite("A bridge between a bus and a notification center")
struct NotificationBridgeTests {
    private let bus = NotificationBus()
    private let center = NotificationCenter()
    private let onBus = Seen<Int>()
    private let inCenter = Seen<Int>()
    private let bag = DisposeBag()

    init() {
        bus.observe(.mainTab).map(\.index).subscribe(onNext: onBus.append).disposed(by: bag)
        center.rx.notification(TypedNotification.mainTab.foundationName) { $0.payload(of: .mainTab)?.index }
            .subscribe(onNext: inCenter.append).disposed(by: bag)
    }

    @Test("shows what is posted on either side on both, once")
    func bothWays() {
        let bridge = bus.bridge(.mainTab, to: center)
        bus.post(.mainTab, MainTab(index: 1))
        center.post(.mainTab, MainTab(index: 2))
        bus.post(.mainTab, MainTab(index: 3))
        #expect(onBus.elements == [1, 2, 3])
        #expect(inCenter.elements == [1, 2, 3])
        bridge.dispose()
        bus.post(.mainTab, MainTab(index: 4))
        center.post(.mainTab, MainTab(index: 5))
        #expect(onBus.elements == [1, 2, 3, 4])
        #expect(inCenter.elements == [1, 2, 3, 5])
    }

    @Test("joins any number of buses through one center, without echoes")
    func threeBuses() {
        let others = [NotificationBus(), NotificationBus()]
        let seen = others.map { _ in Seen<Int>() }
        for (other, seen) in zip(others, seen) {
            other.observe(.mainTab).map(\.index).subscribe(onNext: seen.append).disposed(by: bag)
            other.bridge(.mainTab, to: center).disposed(by: bag)
        }
        bus.bridge(.mainTab, to: center).disposed(by: bag)
        others[0].post(.mainTab, MainTab(index: 1))
        bus.post(.mainTab, MainTab(index: 2))
        #expect(onBus.elements == [1, 2])
        #expect(inCenter.elements == [1, 2])
        #expect(seen.map(\.elements) == [[1, 2], [1, 2]])
    }

    @Test("prefixes names in the center, and passes on nothing that it does not know")
    func foreigners() {
        bus.bridge(.mainTab, to: center).disposed(by: bag)
        center.post(name: Notification.Name("mainTab"), object: nil, userInfo: ["payload": MainTab(index: 1)])
        center.post(name: TypedNotification.mainTab.foundationName, object: nil, userInfo: ["payload": "1"])
        center.post(name: TypedNotification.mainTab.foundationName, object: nil)
        #expect(onBus.elements.isEmpty)
        #expect(TypedNotification.mainTab.foundationName.rawValue == "rivulet.mainTab")
    }

    @Test("takes a bare notification for one that carries nothing")
    func noPayload() {
        let closed = Seen<Bool>()
        bus.bridge(.webViewClosed, to: center).disposed(by: bag)
        bus.observe(.webViewClosed).map { _ in true }.subscribe(onNext: closed.append).disposed(by: bag)
        center.post(name: TypedNotification.webViewClosed.foundationName, object: nil)
        #expect(closed.elements == [true])
    }
}

@Suite("A notification center's observable")
struct NotificationCenterTests {
    @Test("sends what is posted while it is subscribed to, of the name and object asked for")
    func notifications() {
        final class Sender: Sendable {}
        let center = NotificationCenter()
        let (sender, other) = (Sender(), Sender())
        let (all, some) = (Seen<String>(), Seen<String>())
        let name = Notification.Name("changed")
        let first = center.rx.notification(nil).subscribe(onNext: { all.append($0.rawValue) })
        let second = center.rx.notification(name, object: sender) { $0.userInfo?["text"] as? String }.subscribe(onNext: some.append)
        center.post(name: name, object: sender, userInfo: ["text": "a"])
        center.post(name: name, object: other, userInfo: ["text": "b"])
        center.post(name: name, object: sender)
        center.post(name: Notification.Name("other"), object: sender, userInfo: ["text": "c"])
        first.dispose()
        second.dispose()
        center.post(name: name, object: sender, userInfo: ["text": "d"])
        #expect(all.elements == ["changed", "changed", "changed", "other"])
        #expect(some.elements == ["a"])
    }
}

/// What an observer has seen.
final class Seen<Element: Sendable>: Sendable {
    private let state = Lock<[Element]>([])

    @Sendable func append(_ element: Element) { state.withLock { $0.append(element) } }

    var elements: [Element] { state.withLock { $0 } }
}
