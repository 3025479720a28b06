import Rivulet
import RivuletEvents
import Testing

/// RxSwift and RxCocoa on `UIViewController`: `sentMessage` and `methodInvoked`, the life cycle as observables that share
/// their last value, and `extension Reactive where Base: …` for one's own.
@Suite("Idea: a method call as a stream")
struct MethodCallsAsStreams {
    final class ArticlesPage: Page {
        let log = Log<String>()
        private let disposeBag = DisposeBag()
        private var title = "untitled"

        nonisolated override init() {
            super.init()
            rx.viewWillAppear.take(1).subscribe(onNext: { [log] _ in log.append("load") }).disposed(by: disposeBag)
            rx.viewWillAppear.skip(1).subscribe(onNext: { [log] _ in log.append("reload") }).disposed(by: disposeBag)
        }

        override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            title = "Articles"
            log.append(title)
        }

        func scroll(to row: Int) { log.append("row \(row)") }
    }

    @Test("loads the first time, and reloads later times")
    func firstAndLater() async {
        let page = ArticlesPage()
        page.send(.viewWillAppear, false)
        page.send(.viewDidAppear, false)
        page.send(.viewWillAppear, true)
        page.send(.viewWillAppear, true)
        await PageActor.run {}
        #expect(page.log.elements == ["load", "Articles", "reload", "reload"])
    }

    @Test("sees a message of one's own, with its argument, before and after the method")
    func ownMessage() async {
        let page = ArticlesPage()
        let bag = DisposeBag()
        page.rx.sentMessage(.scroll).subscribe(onNext: { page.log.append("to \($0)") }).disposed(by: bag)
        page.rx.scrolled.subscribe(onNext: { page.log.append($0) }).disposed(by: bag)
        page.send(.scroll, 3)
        await PageActor.run {}
        #expect(page.log.elements == ["to 3", "row 3", "scrolled to row 3"])
    }

    @Test("an observable of one's own shares its last value, as those of the house do")
    func ownObservable() async {
        let page = ArticlesPage()
        let first = Recorded(page.rx.shown)
        page.send(.viewDidAppear, true)
        await PageActor.run {}
        let late = Recorded(page.rx.viewDidAppear)
        #expect(first.elements == ["shown, animated"])
        #expect(late.elements == [true])
    }

    @PageActor final class Player: MessageReceiver, ReactiveCompatible {
        nonisolated let messages = Messages()
        private(set) var position = 0
        func seek(_ position: Int) { self.position = position }
        func stop() { position = 0 }
    }

    @Test("works on a class of one's own")
    func ownClass() async {
        let player = Player()
        let seeks = Recorded(player.rx.methodInvoked(.seek))
        let stops = Recorded(player.rx.sentMessage(.stop).map { true })
        player.send(.seek, 3)
        player.send(.seek, 5)
        #expect(await PageActor.run { player.position } == 5)
        player.send(.stop)
        #expect(await PageActor.run { player.position } == 0)
        #expect(seeks.elements == [3, 5])
        #expect(stops.elements == [true])
    }
}

extension Message where Receiver == MethodCallsAsStreams.ArticlesPage, Argument == Int {
    fileprivate static var scroll: Self { Self("scroll", MethodCallsAsStreams.ArticlesPage.scroll) }
}

extension Message where Receiver == MethodCallsAsStreams.Player, Argument == Int {
    fileprivate static var seek: Self { Self("seek", MethodCallsAsStreams.Player.seek) }
}

extension Message where Receiver == MethodCallsAsStreams.Player, Argument == Void {
    fileprivate static var stop: Self { Self("stop", MethodCallsAsStreams.Player.stop) }
}

extension Reactive where Base == MethodCallsAsStreams.ArticlesPage {
    fileprivate var scrolled: Observable<String> { methodInvoked(.scroll).map { "scrolled to row \($0)" } }

    fileprivate var shown: Observable<String> {
        sentMessage(.viewDidAppear).map { $0 ? "shown, animated" : "shown" }.share(replay: 1)
    }
}
