import Rivulet
import RivuletEvents
import Testing

@Suite("A page")
struct PageTests {
    /// Notes its own calls: state of its own, which the compiler must accept without `@unchecked`.
    class NotingPage: Page {
        private var appearances = 0
        let log = Log<String>()

        override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            appearances += 1
            log.append("method willAppear \(animated) \(appearances)")
        }

        override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            // From within: comes when this message is through.
            if appearances == 1 { send(.viewWillDisappear, true) }
            log.append("method didAppear")
        }
    }

    @Test("is seen sending a message, then handles it, then is seen to have handled it")
    func order() async {
        let page = NotingPage()
        let bag = DisposeBag()
        page.rx.sentMessage(.viewWillAppear).subscribe(onNext: { page.log.append("sent willAppear \($0)") }).disposed(by: bag)
        page.rx.methodInvoked(.viewWillAppear).subscribe(onNext: { page.log.append("invoked willAppear \($0)") }).disposed(by: bag)
        page.rx.sentMessage(.viewDidAppear).subscribe(onNext: { _ in page.log.append("sent didAppear") }).disposed(by: bag)
        page.rx.methodInvoked(.viewDidAppear).subscribe(onNext: { _ in page.log.append("invoked didAppear") }).disposed(by: bag)
        page.rx.sentMessage(.viewWillDisappear).subscribe(onNext: { _ in page.log.append("sent willDisappear") }).disposed(by: bag)
        page.send(.viewWillAppear, true)
        page.send(.viewDidAppear, false)
        // Twice: the message sent from within came after the first.
        await PageActor.run {}
        await PageActor.run {}
        #expect(
            page.log.elements == [
                "sent willAppear true", "method willAppear true 1", "invoked willAppear true",
                "sent didAppear", "method didAppear", "invoked didAppear", "sent willDisappear",
            ])
    }

    /// A class between: each override calls the one above.
    final class LaterPage: NotingPage {
        override func viewWillAppear(_ animated: Bool) {
            log.append("before super")
            super.viewWillAppear(animated)
            log.append("after super")
        }
    }

    @Test("is seen once for a message whose override calls super, twice over")
    func overrides() async {
        let page = LaterPage()
        let bag = DisposeBag()
        page.rx.sentMessage(.viewWillAppear).subscribe(onNext: { _ in page.log.append("sent") }).disposed(by: bag)
        page.rx.methodInvoked(.viewWillAppear).subscribe(onNext: { _ in page.log.append("invoked") }).disposed(by: bag)
        page.send(.viewWillAppear, false)
        await PageActor.run {}
        #expect(page.log.elements == ["sent", "before super", "method willAppear false 1", "after super", "invoked"])
    }

    @Test("handles what onlookers send it, before or after its method, behind the message they saw")
    func sendsOfOnlookers() async {
        let page = NotingPage()
        let bag = DisposeBag()
        page.rx.sentMessage(.viewWillAppear).subscribe(onNext: { _ in
            page.log.append("sent")
            page.send(.mark, 1)
        }).disposed(by: bag)
        page.rx.methodInvoked(.viewWillAppear).subscribe(onNext: { _ in
            page.send(.mark, 2)
            page.log.append("invoked")
        }).disposed(by: bag)
        page.rx.sentMessage(.mark).subscribe(onNext: { page.log.append("mark \($0)") }).disposed(by: bag)
        page.send(.viewWillAppear, false)
        await PageActor.run {}
        // Once more: the marks were sent while that waited.
        await PageActor.run {}
        #expect(page.log.elements == ["sent", "method willAppear false 1", "invoked", "mark 1", "mark 2"])
    }

    @Test("is not seen when its method is called directly")
    func directCall() async {
        let page = NotingPage()
        let sent = Recorded(page.rx.sentMessage(.viewWillAppear))
        await PageActor.run { page.viewWillAppear(true) }
        #expect(sent.elements.isEmpty)
        #expect(page.log.elements == ["method willAppear true 1"])
    }

    @Test("gives the last value to those who come late, and skips nothing of what follows")
    func lastValue() async {
        let page = Page()
        page.send(.viewWillAppear, true)
        page.send(.viewWillAppear, false)
        await PageActor.run {}
        let all = Recorded(page.rx.viewWillAppear)
        let invoked = Recorded(page.rx.viewWillAppearInvoked)
        let never = Recorded(page.rx.viewDidAppear)
        page.send(.viewWillAppear, true)
        await PageActor.run {}
        #expect(all.elements == [false, true])
        #expect(invoked.elements == [false, true])
        #expect(never.elements.isEmpty)
    }

    @Test("completes its streams when it is released, and not before what was sent to it is handled")
    func release() async {
        var page: NotingPage? = NotingPage()
        let log = page?.log
        let sent = Recorded(page?.rx.sentMessage(.viewWillAppear) ?? .never())
        let visible = Recorded(page?.rx.visible ?? .never())
        let disappear = Recorded(page?.rx.disappear.map { true } ?? .never())
        page?.follow(.subscribed)
        page?.follow(.headWritten)
        page?.follow(.ended)
        weak let gone = page
        page = nil
        await PageActor.run {}
        // The last message's task may still be letting go of the page.
        while gone != nil { await Task.yield() }
        #expect(visible.elements == [true, false])
        #expect(visible.isCompleted && sent.isCompleted && disappear.isCompleted)
        #expect(disappear.elements.count == 1)
        #expect(log?.elements.first == "method willAppear false 1")
    }

    @Test("handles the messages of each thread in the order sent, one at a time")
    func threads() async {
        final class Counting: Page {
            private var isBusy = false
            private var overlaps = 0
            override func viewWillAppear(_ animated: Bool) {
                if isBusy { overlaps += 1 }
                isBusy = true
                isBusy = false
            }
            var seen: Int { overlaps }
        }
        let page = Counting()
        let log = Log<String>()
        let bag = DisposeBag()
        page.rx.sentMessage(.mark).subscribe(onNext: { log.append("s\($0)") }).disposed(by: bag)
        page.rx.methodInvoked(.mark).subscribe(onNext: { log.append("i\($0)") }).disposed(by: bag)
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask(priority: sender == 0 ? .background : .high) {
                    for number in 0..<2_000 { page.send(.mark, sender * 10_000 + number) }
                }
            }
        }
        await PageActor.run {}
        let elements = log.elements
        #expect(elements.count == 16_000)
        // Sent and invoked come in pairs: nothing between.
        let isPaired = stride(from: 0, to: elements.count, by: 2).allSatisfy { elements[$0].dropFirst() == elements[$0 + 1].dropFirst() }
        #expect(isPaired)
        for sender in 0..<4 {
            let mine = elements.filter { $0.hasPrefix("s") }.compactMap { Int($0.dropFirst()) }.filter { $0 / 10_000 == sender }
            #expect(mine == (0..<2_000).map { sender * 10_000 + $0 })
        }
        #expect(await PageActor.run { page.seen } == 0)
    }
}

extension Page {
    func mark(_ number: Int) {}
}

extension Message where Receiver: Page, Argument == Int {
    static var mark: Self { Self("mark", Receiver.mark) }
}
