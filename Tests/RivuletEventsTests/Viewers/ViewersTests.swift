import Foundation
import Rivulet
import Testing

@testable import RivuletEvents

@Suite("The viewers")
struct ViewersTests {
    private let viewers = Viewers(departedLimit: 3)

    @Test("go through their pages' messages for everyone to see")
    func lifecycle() async {
        let seen = Recorded(viewers.lifecycle.map { "\($0.message.rawValue) \($0.phase.rawValue) \($0.animated)" })
        let viewer = viewers.admit(Page())
        viewer.page.follow(.headWritten)
        viewers.depart(viewer)
        viewers.depart(viewer)
        await PageActor.run {}
        #expect(
            seen.elements == [
                "viewWillAppear sentMessage false", "viewWillAppear methodInvoked false",
                "viewDidAppear sentMessage false", "viewDidAppear methodInvoked false",
                "viewWillDisappear sentMessage false", "viewWillDisappear methodInvoked false",
                "viewDidDisappear sentMessage false", "viewDidDisappear methodInvoked false",
            ])
    }

    @Test("are seen on the wire as the format says")
    func entry() async {
        let seen = Recorded(viewers.lifecycle)
        let viewer = viewers.admit(Page())
        await PageActor.run {}
        let entry = seen.elements.first?.entry
        #expect(entry?.channel == .lifecycle)
        #expect(entry?.event == "lifecycle")
        let expected = #"{"viewer":"\#(viewer.id)","message":"viewWillAppear","phase":"sentMessage","animated":false}"#
        #expect(entry.map { String(decoding: $0.data, as: UTF8.self) } == expected)
    }

    @Test("are seen on the wire as any writer of JSON writes it, whatever the message")
    func allMessages() throws {
        let viewer = try #require(ViewerID("00fedcba98765432"))
        for step in Appearance.Step.allCases {
            for phase in [Messages.Phase.sentMessage, .methodInvoked] {
                for animated in [false, true] {
                    let event = LifecycleEvent(viewer: viewer, message: step, phase: phase, animated: animated)
                    let json: JSONValue = [
                        "viewer": "00fedcba98765432", "message": .string(step.rawValue), "phase": .string(phase.rawValue),
                        "animated": .bool(animated),
                    ]
                    #expect(event.entry.data == json.encoded)
                }
            }
        }
    }

    @Test(
        "have ids of sixteen digits; nothing else is one",
        arguments: ["", "0", "00FEDCBA98765432", "+0fedcba98765432", "00fedcba987654321", "多"])
    func ids(text: String) {
        #expect(ViewerID(text) == nil)
        #expect(ViewerID("00fedcba98765432")?.description == "00fedcba98765432")
    }

    @Test("are moved by their own key only")
    func moving() async throws {
        let viewer = viewers.admit(Page())
        let other = viewers.admit(Page())
        viewer.page.follow(.headWritten)
        #expect(try viewers.setVisible(false, id: viewer.id.description, key: viewer.key.secret))
        await PageActor.run {}
        #expect(!viewer.page.isVisible)
        for key in [other.key.secret, "", viewer.id.description, String(viewer.key.secret.dropLast()), viewer.key.secret + "0", "é"] {
            #expect(throws: ViewerNotFound()) { try viewers.setVisible(true, id: viewer.id.description, key: key) }
        }
        await PageActor.run {}
        #expect(!viewer.page.isVisible)
        #expect(throws: ViewerNotFound()) { try viewers.setVisible(true, id: "nobody", key: viewer.key.secret) }
        #expect(try viewers.setVisible(true, id: viewer.id.description, key: viewer.key.secret))
        await PageActor.run {}
        #expect(viewer.page.isVisible)
    }

    @Test("may send a beacon that arrives when they have left; nothing happens")
    func lateBeacon() async throws {
        let viewer = viewers.admit(Page())
        viewer.page.follow(.headWritten)
        viewers.depart(viewer)
        await PageActor.run {}
        let seen = Recorded(viewers.lifecycle)
        #expect(try !viewers.setVisible(false, id: viewer.id.description, key: viewer.key.secret))
        #expect(throws: ViewerNotFound()) { try viewers.setVisible(false, id: viewer.id.description, key: "wrong") }
        await PageActor.run {}
        #expect(seen.elements.isEmpty)
    }

    @Test("are remembered for a while, in bounded memory")
    func bounded() throws {
        let left = (0..<5).map { _ in viewers.admit(Page()) }
        for viewer in left { viewers.depart(viewer) }
        let remembered = left.map { viewer in
            (try? viewers.setVisible(false, id: viewer.id.description, key: viewer.key.secret)) != nil
        }
        #expect(remembered == [false, false, true, true, true])
        #expect(viewers.count == 0)
    }

    @Test("are listed in order, without their keys")
    func listing() async throws {
        let (first, second) = (viewers.admit(Page()), viewers.admit(Page(), protocol: "h2"))
        first.page.follow(.headWritten)
        await PageActor.run {}
        #expect(Set(viewers.list.map(\.viewer)) == [first.id.description, second.id.description])
        #expect(viewers.list.first { $0.viewer == first.id.description }?.visible == true)
        #expect(viewers.list.first { $0.viewer == second.id.description }?.visible == false)
        #expect(Set(viewers.list.map(\.protocol)) == [nil, "h2"])
        let everything = String(decoding: try JSONEncoder().encode(viewers.list), as: UTF8.self) + "\(viewers.list)"
        #expect(!everything.contains(first.key.secret))
    }

    @Test("keep their keys out of what is printed")
    func secrecy() {
        let viewer = viewers.admit(Page())
        var dumped = ""
        dump(viewer.key, to: &dumped)
        #expect(!"\(viewer.key) \(dumped)".contains(viewer.key.secret))
        #expect(viewer.key.secret.utf8.count == 32)
    }

    @Test("come and go from many threads, and nobody stays")
    func threads() async {
        let log = Log<LifecycleEvent>()
        let bag = DisposeBag()
        viewers.lifecycle.subscribe(onNext: { log.append($0) }).disposed(by: bag)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { [viewers] in
                    for _ in 0..<250 {
                        let viewer = viewers.admit(Page())
                        viewer.page.follow(.headWritten)
                        _ = try? viewers.setVisible(false, id: viewer.id.description, key: viewer.key.secret)
                        viewers.depart(viewer)
                    }
                }
            }
        }
        await PageActor.run {}
        #expect(viewers.count == 0)
        // Each page: four messages, each before and after.
        let byViewer = Dictionary(grouping: log.elements, by: \.viewer)
        #expect(byViewer.count == 1_000)
        let expected: [Appearance.Step] = [.viewWillAppear, .viewDidAppear, .viewWillDisappear, .viewDidDisappear]
        #expect(byViewer.values.allSatisfy { events in events.map(\.message) == expected.flatMap { [$0, $0] } })
    }
}
