import Rivulet
import RivuletArticles
import Testing

/// ReactiveSwift's way with a list of articles: a view model that loads when it is told that its view did load, a data
/// source bound to it, and hot and cold streams that are told apart by their types.
@Suite("Idea: hot and cold as different types; a view model, and a data source bound to it")
struct HotAndCold {
    @Test("the view did load: the articles are loaded, and what is loaded is what is served")
    func viewModelAndDataSource() throws {
        let source = ManualSource()
        let viewModel = ArticleListViewModel(source: source)
        let dataSource = ArticleDataSource()
        dataSource.reactive.articles <~ viewModel.articles

        viewModel.viewDidLoad()
        try source.succeed(with: [item("a"), item("b")])
        #expect(try dataSource.page(ArticleQuery()).ids == ["a", "b"])
    }

    /// Something of one's own to bind to.
    final class Header: LifetimeProviding, ReactiveExtensionsProvider {
        let lifetimeToken = Lifetime.Token()
        let title = MutableProperty("")
    }

    @Test("a target of one's own is bound to with an arrow, and lets go when it is gone")
    func ownTarget() throws {
        let source = ManualSource()
        let viewModel = ArticleListViewModel(source: source)
        var header: Header? = Header()
        let title = try #require(header?.title)
        if let header { header.reactive.title <~ viewModel.articles.map { "\($0.count) articles" } }
        viewModel.viewDidLoad()
        try source.succeed(with: [item("a"), item("b")])
        #expect(title.value == "2 articles")
        weak let gone = header
        header = nil
        #expect(gone == nil, "a binding holds neither side")
    }

    @Test("a producer begins its work anew each time it is started; a signal goes on whoever listens")
    func hotAndCold() {
        let starts = MutableProperty(0)
        let cold = SignalProducer<Int, Never> { observer, _ in
            starts.modify { $0 += 1 }
            observer.send(value: starts.value)
            observer.sendCompleted()
        }
        let seen = Recorded<Int>()
        cold.startWithValues { seen.append($0) }
        cold.startWithValues { seen.append($0) }
        #expect(seen.values == [1, 2])

        let (hot, input) = Signal<Int, Never>.pipe()
        let heard = Recorded<Int>()
        input.send(value: 1)
        hot.observeValues { heard.append($0) }
        input.send(value: 2)
        #expect(heard.values == [2])
    }

    @Test("a property has a value now, and tells each change")
    func property() {
        let query = MutableProperty("")
        let pages = Property(query).map { $0.isEmpty ? "all articles" : "articles on \($0)" }
        let seen = Recorded<String>()
        pages.producer.startWithValues { seen.append($0) }
        query.value = "Swift"
        #expect(pages.value == "articles on Swift")
        #expect(seen.values == ["all articles", "articles on Swift"])
    }

    @Test("what hangs on a lifetime ends with it; what is in a serial disposable, with its successor")
    func lifetimes() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let seen = Recorded<String>()
        let (lifetime, token) = Lifetime.make()
        signal.take(during: lifetime).observeValues { seen.append("for life \($0)") }
        let latest = SerialDisposable()
        latest.inner = signal.observeValues { seen.append("first \($0)") }
        input.send(value: 1)
        latest.inner = signal.observeValues { seen.append("second \($0)") }
        token.dispose()
        input.send(value: 2)
        #expect(seen.values == ["for life 1", "first 1", "second 2"])

        let all = CompositeDisposable()
        all += latest
        all.dispose()
        input.send(value: 3)
        #expect(seen.values.count == 3)
    }
}

extension Reactive where Base == HotAndCold.Header {
    fileprivate var title: BindingTarget<String> {
        makeBindingTarget(on: ImmediateScheduler()) { header, title in header.title.value = title }
    }
}
