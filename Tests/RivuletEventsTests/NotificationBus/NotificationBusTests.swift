import Foundation
import Rivulet
import RivuletEvents
import Testing

private struct Cart: Codable, Hashable, Sendable {
    let items: [Item]

    struct Item: Codable, Hashable, Sendable {
        let name: String
        let count: Int
    }
}

extension TypedNotification where Payload == Cart {
    fileprivate static var cartChanged: Self { Self("cartChanged") }
}

@Suite("A notification bus")
struct NotificationBusTests {
    private let bus = NotificationBus()
    private let delivered = Log<Entry>()

    /// A journal whose entries the test sees.
    private func journal() -> MemoryJournal {
        MemoryJournal(epoch: Epoch(rawValue: 1)) { [delivered] in delivered.append($0.entry) }
    }

    private func submit(_ name: String, _ body: String) -> Recorded<EventID?> {
        Recorded(bus.submit(name, body: Array(body.utf8)))
    }

    @Test("brings what is posted to those who observe it, and nothing old to those who come late")
    func postAndObserve() {
        let early = Recorded(bus.observe(.mainTab))
        bus.post(.mainTab, MainTab(index: 1))
        let late = Recorded(bus.observe(.mainTab))
        bus.post(.mainTab, MainTab(index: 2))
        bus.post(.webViewClosed, NoPayload())
        #expect(early.elements.map(\.index) == [1, 2])
        #expect(late.elements.map(\.index) == [2])
    }

    @Test("forgets an observer with its subscription")
    func noForgottenObservers() {
        let log = Log<Int>()
        do {
            let bag = DisposeBag()
            bus.observe(.mainTab).subscribe(onNext: { log.append($0.index) }).disposed(by: bag)
            bus.post(.mainTab, MainTab(index: 1))
        }
        bus.post(.mainTab, MainTab(index: 2))
        #expect(log.elements == [1])
    }

    @Test("keeps each thread's order, and loses nothing")
    func threads() async {
        let seen = Recorded(bus.observe(.mainTab))
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask { [bus] in
                    for number in 0..<5_000 { bus.post(.mainTab, MainTab(index: sender * 10_000 + number)) }
                }
            }
        }
        let indices = seen.elements.map(\.index)
        #expect(indices.count == 20_000)
        for sender in 0..<4 {
            #expect(indices.filter { $0 / 10_000 == sender } == (0..<5_000).map { sender * 10_000 + $0 })
        }
    }

    @Test("journals what is declared, before anyone here sees it, as long as the journal is attached")
    func journaling() throws {
        let seen = Log<String>()
        let bag = DisposeBag()
        bus.observe(.mainTab).subscribe(onNext: { [delivered] _ in seen.append("seen after \(delivered.elements.count)") })
            .disposed(by: bag)
        let attachment = bus.attach(journal())
        bus.post(.mainTab, MainTab(index: 1))
        bus.post(.cartChanged, Cart(items: []))
        try bus.declare(.cartChanged)
        bus.post(.cartChanged, Cart(items: [.init(name: "日本", count: 2)]))
        attachment.dispose()
        bus.post(.mainTab, MainTab(index: 2))
        #expect(delivered.elements.map(\.event) == ["mainTab", "cartChanged"])
        let data = delivered.elements.map { String(decoding: $0.data, as: UTF8.self) }
        #expect(data == [#"{"index":1}"#, #"{"items":[{"count":2,"name":"日本"}]}"#])
        #expect(delivered.elements.allSatisfy { $0.channel == .notifications })
        #expect(seen.elements == ["seen after 1", "seen after 2"])
    }

    @Test("attaches one journal at a time, and an old attachment does not end a new one")
    func attachments() {
        let first = bus.attach(MemoryJournal { _ in })
        let second = bus.attach(journal())
        first.dispose()
        bus.post(.webViewClosed, NoPayload())
        #expect(delivered.elements.count == 1)
        second.dispose()
    }

    @Test(
        "takes every declared notification as JSON, and writes it in one way",
        arguments: [
            ("mainTab", #" { "index" : 3 } "#, #"{"index":3}"#),
            ("appDidBecomeActive", "{}", "{}"), ("notificationsChecked", "", "{}"), ("webViewClosed", " {\n} ", "{}"),
            ("latestNotificationAtUpdated", #"{"date":"2026-01-31T12:00:00Z"}"#, #"{"date":"2026-01-31T12:00:00Z"}"#),
            ("myProfileUpdated", #"{"new":{"name":"流れ"},"old":{"name":"水/"}}"#, #"{"new":{"name":"流れ"},"old":{"name":"水/"}}"#),
            ("message", #""plain""#, #""plain""#), ("message", "null", "null"), ("message", "{}", "{}"),
            ("message", #"{"z":1.0, "a":[12345678901234567890123]}"#, #"{"z":1.0,"a":[12345678901234567890123]}"#),
        ])
    func submitting(name: String, body: String, data: String) {
        let attachment = bus.attach(journal())
        defer { attachment.dispose() }
        let answer = submit(name, body)
        #expect(answer.elements == [EventID(epoch: Epoch(rawValue: 1), sequence: 1)])
        #expect(answer.isCompleted)
        #expect(delivered.elements.map { String(decoding: $0.data, as: UTF8.self) } == [data])
        #expect(delivered.elements.first?.event == name)
    }

    @Test("brings what comes from outside to typed observers")
    func submittedIsTyped() {
        let seen = Recorded(bus.observe(.myProfileUpdated))
        let body = #"{"old":{"name":"a"},"new":{"name":"b","imageURL":"https://example.org/b.png"}}"#
        #expect(submit("myProfileUpdated", body).elements == [nil])
        let new = Profile(name: "b", imageURL: "https://example.org/b.png")
        #expect(seen.elements == [ProfileUpdate(old: Profile(name: "a"), new: new)])
    }

    @Test("refuses names that nobody declared", arguments: ["cartChanged", "", "MainTab", "mainTab ", "hello", "../mainTab"])
    func unknownName(name: String) {
        #expect(submit(name, "{}").error as? NotificationRejection == .unknownName(name))
    }

    @Test(
        "refuses what is not JSON",
        arguments: [("mainTab", ""), ("mainTab", "{"), ("webViewClosed", "x"), ("message", ""), ("message", "{}{}")])
    func notJSON(name: String, body: String) {
        guard case .notJSON? = submit(name, body).error as? NotificationRejection else {
            Issue.record("\(name) \(body)")
            return
        }
    }

    @Test(
        "refuses a wrong payload, and says where it is wrong",
        arguments: [
            ("mainTab", "{}", "", #"The member "index" is missing"#),
            ("mainTab", #"{"index":"1"}"#, "/index", "An integer is expected"),
            ("mainTab", #"{"index":null}"#, "/index", "An integer is expected, not null"),
            ("myProfileUpdated", #"{"old":{"name":"a"},"new":{"name":7}}"#, "/new/name", "A string is expected"),
            ("webViewClosed", #"{"a":1}"#, "/a", "This notification carries nothing"),
            ("cartChanged", #"{"items":[{"name":"a","count":1},{"name":"b","count":true}]}"#, "/items/1/count", "An integer is expected"),
        ])
    func wrongPayload(name: String, body: String, pointer: String, reason: String) throws {
        try bus.declare(.cartChanged)
        #expect(submit(name, body).error as? NotificationRejection == .wrongPayload(pointer: pointer, reason: reason))
    }

    @Test(
        "survives what is made to break it",
        arguments: [
            ("mainTab", #"{"index":1e999999999}"#), ("mainTab", #"{"index":99999999999999999999}"#), ("mainTab", #"{"index":1.5}"#),
            ("mainTab", "[]"), ("webViewClosed", "[]"), ("webViewClosed", "null"), ("latestNotificationAtUpdated", #"{"date":"soon"}"#),
            ("latestNotificationAtUpdated", #"{"date":1e308}"#), ("message", String(repeating: "[", count: 500_000)),
            ("mainTab", String(repeating: #"{"index":"#, count: 100_000)),
        ])
    func hostile(name: String, body: String) {
        #expect(submit(name, body).error is NotificationRejection)
    }

    @Test("refuses names that are taken, reserved or malformed")
    func declaring() throws {
        try bus.declare(.cartChanged)
        try bus.declare(.cartChanged)
        #expect(throws: DeclarationError.taken("cartChanged")) { try bus.declare(TypedNotification<Int>("cartChanged")) }
        #expect(throws: DeclarationError.taken("mainTab")) { try bus.declare(TypedNotification<NoPayload>("mainTab")) }
        for name in ["open", "error", "hello", "reset", "lifecycle", "activity", "articles", "refreshFailed", "tick"] {
            #expect(throws: DeclarationError.reserved(name)) { try bus.declare(TypedNotification<Int>(name)) }
        }
        for name in ["", "a\nb", "a\r", "\0", String(repeating: "x", count: 129)] {
            #expect(throws: DeclarationError.malformed(name)) { try bus.declare(TypedNotification<Int>(name)) }
        }
    }

    @Test("says so when a notification can't be written as JSON or not be journaled: nobody gets it")
    func failures() throws {
        struct FullJournal: Journal {
            var currentID: EventID { EventID(epoch: Epoch(rawValue: 1), sequence: 0) }
            var totals: [Channel: UInt64] { [:] }
            func append(_ entry: Entry, completion: @escaping @Sendable (Result<EventID, JournalError>) -> Void) {
                completion(.failure(.unavailable("No space")))
            }
            func append(_ entry: Entry) {}
            func resume(after lastEventID: String?, channels: Set<Channel>) -> Resumption {
                Resumption(current: currentID, outcome: .fresh)
            }
        }
        let measured = TypedNotification<Double>("measured")
        try bus.declare(measured)
        let attachment = bus.attach(FullJournal())
        defer { attachment.dispose() }
        let failures = Recorded(bus.failures.map(\.name))
        let seen = Recorded(bus.observe(measured))
        bus.post(measured, .infinity)
        bus.post(measured, 1)
        #expect(failures.elements == ["measured", "measured"])
        #expect(seen.elements.isEmpty)
        #expect(submit("measured", "2").error as? JournalError == .unavailable("No space"))
    }

    @Test("is there by default")
    func defaultBus() {
        let closed = Recorded(TypedNotification.webViewClosed.asObservable().map { _ in true })
        let name = TypedNotification<Cart>("defaultBusTest")
        let carts = Recorded(name.asObservable())
        TypedNotification.webViewClosed.post()
        name.post(Cart(items: []))
        #expect(!closed.elements.isEmpty)
        #expect(carts.elements == [Cart(items: [])])
    }
}
