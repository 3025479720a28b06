import Dispatch
import Rivulet

/// Posts `[publisher,number,time]` as `message`, each when the one before was answered, and keeps the books: which number got which place.
final class SoakPublisher: Sendable {
    private struct State {
        var book: [UInt64] = []
        var isOver = false
    }

    private let number: Int
    private let totals: SoakTotals
    private let connection: Lock<HTTPConnection>
    private let scheduler: SerialDispatchQueueScheduler
    private let state = Lock(State())
    private let posting = SerialDisposable()

    init(number: Int, endpoint: Endpoint, totals: SoakTotals) {
        self.number = number
        self.totals = totals
        connection = Lock(HTTPConnection(to: endpoint))
        scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "rivulet-bench.publisher-\(number)")
    }

    /// The places of its notifications in the journal, in the order of their numbers.
    var book: [UInt64] { state.withLock { $0.book } }

    /// Whether it has posted what it should, or was stopped.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Posts until it is stopped, or so many.
    /// - Parameter rate: how many a second; 0 for as many as are answered.
    func begin(rate: Int, count: Int?) {
        let turns: Observable<Void> =
            rate > 0
            ? Observable<Int>.interval(.microseconds(1_000_000 / rate), scheduler: scheduler).map { _ in }
            : Observable.repeatElement((), scheduler: scheduler)
        posting.inner = (count.map { turns.take($0) } ?? turns)
            .subscribe(onNext: { [self] in post() }, onDisposed: { [self] in state.withLock { $0.isOver = true } })
    }

    /// Returns when the last notification is answered.
    func stop() {
        posting.dispose()
        connection.withLock { _ in }
    }

    func disconnect() { connection.withLock { $0.disconnect() } }

    private func post() {
        connection.withLock { connection in
            let next = state.withLock { $0.book.count }
            let body = Posting(publisher: number, number: next, time: DispatchTime.now().uptimeNanoseconds).json
            do throws(ClientError) {
                let response = try connection.request("POST", "/notifications/message", body)
                guard response.status == 202, let place = response.body.firstMatch(of: #/-([0-9]+)"/#).flatMap({ UInt64($0.output.1) })
                else { return totals.refused("a notification: \(response.status) \(response.body)") }
                state.withLock { $0.book.append(place) }
            } catch {
                totals.refused("a notification: \(error)")
            }
        }
    }
}
