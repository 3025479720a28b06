import Dispatch
import Rivulet
import RivuletEvents
import Testing

/// RxSwift and an enum over `NSNotificationCenter`: typed payloads, one line to post and one to observe, and no observer that
/// anybody could forget.
@Suite("Idea: notifications as an enum with typed payloads", .serialized)
struct TypedNotifications {
    /// One's own, declared in three lines outside of the module.
    enum Notifications {
        static let badgeChanged = TypedNotification<Int>("ideas.badgeChanged")
    }

    @Test("posts and observes in one line each")
    func oneLineEach() {
        let disposeBag = DisposeBag()
        let badges = Log<Int>()
        Notifications.badgeChanged.asObservable().subscribe(onNext: { badges.append($0) }).disposed(by: disposeBag)
        Notifications.badgeChanged.post(2)
        Notifications.badgeChanged.post(3)
        #expect(badges.elements == [2, 3])
    }

    @Test("forgets an observer with the object that observes")
    func noForgottenObservers() {
        final class Screen: Sendable {
            private let disposeBag = DisposeBag()

            init(_ badges: Log<Int>) {
                Notifications.badgeChanged.asObservable().subscribe(onNext: { badges.append($0) }).disposed(by: disposeBag)
            }
        }
        let badges = Log<Int>()
        var screen: Screen? = Screen(badges)
        withExtendedLifetime(screen) { Notifications.badgeChanged.post(1) }
        screen = nil
        Notifications.badgeChanged.post(2)
        #expect(badges.elements == [1])
    }

    @Test("carries the profile before and after a change")
    func profile() {
        let seen = Recorded(TypedNotification.myProfileUpdated.asObservable().map { "\($0.old.name) → \($0.new.name)" })
        TypedNotification.myProfileUpdated.post(ProfileUpdate(old: Profile(name: "mizu"), new: Profile(name: "nagare")))
        #expect(seen.elements.contains("mizu → nagare"))
    }

    @Test("is observed on a scheduler")
    func scheduler() async {
        let bus = NotificationBus()
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "ideas")
        let stream = bus.observe(.mainTab, on: scheduler)
        let index = await withCheckedContinuation { continuation in
            let subscription = SerialDisposable()
            subscription.inner = stream.take(1).subscribe(onNext: { continuation.resume(returning: $0.index) })
            bus.post(.mainTab, MainTab(index: 7))
        }
        #expect(index == 7)
    }
}
