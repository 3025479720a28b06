import Rivulet
import Testing

// MARK: Stand-ins for UIKit and for the network

@MainActor
private class UIResponder {}

private class UITableView: UIResponder, ReactiveExtensionsProvider, LifetimeProviding {
    let lifetimeToken = Lifetime.Token()
    private(set) var reloads = 0

    func reloadData() { reloads += 1 }
}

private struct Article: Sendable, Equatable {
    let title: String
}

private struct APIError: Error {}

private enum QiitaAPI {
    static func articles(page: Int) -> SignalProducer<[Article], APIError> {
        SignalProducer { observer, _ in
            if page > 1 { return observer.send(error: APIError()) }
            observer.send(value: [Article(title: "Signals"), Article(title: "Producers")])
            observer.sendCompleted()
        }
    }
}

// MARK: What the author of the idea would write

extension Reactive where Base: UITableView {
    fileprivate var reloadData: BindingTarget<()> {
        makeBindingTarget { base, _ in base.reloadData() }
    }
}

private final class ArticleListViewModel: Sendable {
    let articles = MutableProperty<[Article]>([])
    private let viewDidLoadPipe = Signal<(), Never>.pipe()
    private let page: Int

    init(page: Int = 1) {
        self.page = page
        articles
            <~ viewDidLoadPipe.output
            .flatMap(.latest) { _ in
                QiitaAPI.articles(page: page).flatMapError { _ in SignalProducer<[Article], Never>.empty }
            }
    }

    func viewDidLoad() {
        viewDidLoadPipe.input.send(value: ())
    }
}

@MainActor
private final class ArticleListViewController {
    let tableView = UITableView()
    private let viewModel: ArticleListViewModel

    init(_ viewModel: ArticleListViewModel) {
        self.viewModel = viewModel
    }

    func viewDidLoad() {
        tableView.reactive.reloadData <~ viewModel.articles.signal.map { _ in }
        viewModel.viewDidLoad()
    }
}

@Suite("A view model and a table bound to it")
struct ViewModelTests {
    @Test("loads the articles when told that the view did load, and has the table reload")
    @MainActor
    func loads() async {
        let viewModel = ArticleListViewModel()
        #expect(viewModel.articles.value == [])
        let controller = ArticleListViewController(viewModel)
        controller.viewDidLoad()
        #expect(viewModel.articles.value.map(\.title) == ["Signals", "Producers"])
        await afterMainQueue()
        #expect(controller.tableView.reloads == 1)
    }

    @Test("keeps what it has when the request fails")
    func fails() {
        let viewModel = ArticleListViewModel(page: 2)
        viewModel.viewDidLoad()
        #expect(viewModel.articles.value == [])
    }

    @Test("the binding ends with the table, and does not keep it")
    @MainActor
    func ends() async {
        let articles = MutableProperty(0)
        weak var gone: UITableView?
        do {
            let table = UITableView()
            gone = table
            let ended = table.reactive.lifetime
            table.reactive.reloadData <~ articles.signal.map { _ in }
            #expect(!ended.hasEnded)
        }
        articles.value = 1
        await afterMainQueue()
        #expect(gone == nil)
    }

    /// Returns when what the main queue had to do is done.
    private func afterMainQueue() async {
        await withCheckedContinuation { continuation in
            QueueScheduler.main.schedule { continuation.resume() }
        }
    }
}
