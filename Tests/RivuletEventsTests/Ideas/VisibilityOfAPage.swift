import Rivulet
import RivuletEvents
import RivuletTesting
import Testing

/// RxLifecycle: a view controller's `visible` and `willBeVisible` as observables that replay, and what ends with them.
@Suite("Idea: the visibility of a page as a stream")
struct VisibilityOfAPage {
    private let page = Page()

    private func show() { for message in [Message<Page, Bool>.viewWillAppear, .viewDidAppear] { page.send(message, true) } }

    private func hide() { for message in [Message<Page, Bool>.viewWillDisappear, .viewDidDisappear] { page.send(message, true) } }

    @Test("ends what should only go on while the page is seen")
    func takeUntilDisappear() async {
        show()
        await PageActor.run {}
        let scheduler = TestScheduler()
        let ticks = Recorded(
            Observable<Int>.interval(.seconds(1), scheduler: scheduler)
                .take(until: page.rx.disappear)
        )
        scheduler.advanceTo(2)
        hide()
        await PageActor.run {}
        scheduler.advanceTo(9)
        #expect(ticks.elements == [0, 1])
        #expect(ticks.isCompleted)
    }

    @Test("begins anew each time the page appears")
    func eachAppearance() async {
        let clock = PublishSubject<Int>()
        let page = page
        let perAppearance = page.rx.appear.flatMapLatest { clock.take(until: page.rx.disappear) }
        let ticks = Recorded(perAppearance)
        for turn in 0..<3 {
            clock.onNext(turn * 10)
            show()
            await PageActor.run {}
            clock.onNext(turn * 10 + 1)
            hide()
            await PageActor.run {}
        }
        #expect(ticks.elements == [1, 11, 21])
    }

    @Test("replays whether the page is seen, and splits into its turns")
    func replay() async {
        show()
        await PageActor.run {}
        let (visible, willBeVisible) = (Recorded(page.rx.visible), Recorded(page.rx.willBeVisible))
        let turns = Log<String>()
        let bag = DisposeBag()
        page.rx.willAppear.subscribe(onNext: { turns.append("willAppear") }).disposed(by: bag)
        page.rx.appear.subscribe(onNext: { turns.append("appear") }).disposed(by: bag)
        page.rx.willDisappear.subscribe(onNext: { turns.append("willDisappear") }).disposed(by: bag)
        page.rx.disappear.subscribe(onNext: { turns.append("disappear") }).disposed(by: bag)
        hide()
        show()
        await PageActor.run {}
        #expect(visible.elements == [true, false, true])
        #expect(willBeVisible.elements == [true, false, true])
        #expect(turns.elements == ["willAppear", "appear", "willDisappear", "disappear", "willAppear", "appear"])
    }

    @Test("completes when the page is gone")
    func completion() async {
        var page: Page? = Page()
        let visible = Recorded(page?.rx.visible ?? .never())
        page = nil
        #expect(visible.isCompleted)
        #expect(visible.elements.isEmpty)
    }
}
