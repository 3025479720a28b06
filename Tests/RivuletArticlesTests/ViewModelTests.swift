import Dispatch
import Rivulet
import RivuletArticles
import Testing

@Suite("A view model and a data source bound to it")
struct ViewModelTests {
    private let source = ManualSource()
    private let viewModel: ArticleListViewModel
    private let dataSource = ArticleDataSource()

    init() {
        viewModel = ArticleListViewModel(source: source)
        dataSource.reactive.articles <~ viewModel.articles
    }

    private func served() throws -> [String] { try dataSource.page(ArticleQuery()).ids }

    @Test func loadWhenTheViewDidLoad() throws {
        #expect(source.begun == 0)
        #expect(dataSource.count == 0)
        #expect(viewModel.viewDidLoad() == .started)
        #expect(source.begun == 1)
        try source.succeed(with: [item("a"), item("b")])
        #expect(viewModel.articles.value.map(\.id) == ["a", "b"])
        #expect(try served() == ["a", "b"])
        #expect(dataSource.article(id: "b")?.id == "b")
        #expect(dataSource.count == 2)
    }

    @Test func sayWhetherTheyLoadAndEndOnlyWhenTheListIsServed() throws {
        let seen = Recorded<String>()
        viewModel.isLoading.producer.startWithValues { [dataSource] in seen.append("\($0) \(dataSource.count)") }
        viewModel.viewDidLoad()
        try source.succeed(with: [item("a")])
        #expect(seen.values == ["false 0", "true 0", "false 1"])
    }

    @Test func refuseASecondRefreshUntilTheFirstIsOver() throws {
        #expect(viewModel.refresh() == .started)
        #expect(viewModel.refresh() == .alreadyRunning)
        #expect(source.begun == 1)
        try source.succeed(with: [item("a")])
        #expect(viewModel.refresh() == .started)
        #expect(source.begun == 2)
    }

    @Test func letOneOfManyThreadsBegin() throws {
        for round in 1...50 {
            let outcomes = Recorded<ArticleListViewModel.Refresh>()
            DispatchQueue.concurrentPerform(iterations: 4) { _ in outcomes.append(viewModel.refresh()) }
            #expect(outcomes.values.count { $0 == .started } == 1)
            #expect(outcomes.values.count == 4)
            #expect(source.begun == round)
            try source.succeed(with: [item("a")])
        }
    }

    @Test func mayBeRefreshedByWhoeverHearsThatTheLoadIsOver() throws {
        let outcomes = Recorded<ArticleListViewModel.Refresh>()
        viewModel.isLoading.signal.observeValues { [unowned viewModel] isLoading in
            if !isLoading, outcomes.values.isEmpty { outcomes.append(viewModel.refresh()) }
        }
        viewModel.refresh()
        try source.succeed(with: [item("a")])
        #expect(outcomes.values == [.started])
        #expect(viewModel.isLoading.value)
    }

    @Test func keepTheListWhenARefreshFails() throws {
        let errors = Recorded<ArticleSourceError>()
        viewModel.errors.observeValues { errors.append($0) }
        viewModel.viewDidLoad()
        try source.succeed(with: [item("a")])
        viewModel.refresh()
        let error = ArticleSourceError.malformed(path: "articles.json", .empty)
        try source.fail(with: error)
        #expect(errors.values == [error])
        #expect(try served() == ["a"])
        #expect(!viewModel.isLoading.value)
        #expect(viewModel.refresh() == .started)
    }

    @Test func tellWhatChangedWhenItIsServed() throws {
        let changes = Recorded<(ArticleChanges, served: Int)>()
        dataSource.changes.observeValues { [unowned dataSource] in changes.append(($0, served: dataSource.count)) }
        viewModel.viewDidLoad()
        try source.succeed(with: [item("a"), item("b")])
        viewModel.refresh()
        try source.succeed(with: [item("b", title: "other"), item("c"), item("d")])
        #expect(changes.values.map(\.0.inserted) == [["a", "b"], ["c", "d"]])
        #expect(changes.values.map(\.0.updated) == [[], ["b"]])
        #expect(changes.values.map(\.0.removed) == [[], ["a"]])
        #expect(changes.values.map(\.0.total) == [2, 3])
        #expect(changes.values.map(\.served) == [2, 3])
    }

    @Test func areSilentWhenNothingChanged() throws {
        viewModel.viewDidLoad()
        try source.succeed(with: [item("a")])
        let changes = Recorded<ArticleChanges>()
        dataSource.changes.observeValues { changes.append($0) }
        viewModel.refresh()
        try source.succeed(with: [item("a")])
        #expect(changes.values.isEmpty)
    }

    @Test func stopALoadWhenTheViewModelGoes() {
        let source = ManualSource()
        do {
            let viewModel = ArticleListViewModel(source: source)
            viewModel.viewDidLoad()
            #expect(source.begun == 1)
            #expect(source.ended == 0)
        }
        #expect(source.ended == 1)
    }
}
