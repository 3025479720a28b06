/// An observable of the failures of all the sequences it tracks: one place to show what went wrong.
public final class ErrorTracker: ObservableConvertibleType {
    private let subject = PublishSubject<any Error>()

    /// A tracker of nothing yet.
    public init() {}

    public func asObservable() -> Observable<any Error> { subject }

    /// Sends a failure.
    func report(_ error: any Error) { subject.onNext(error) }
}

extension ObservableConvertibleType {
    /// The same sequence, whose failure is sent by `errorTracker` too.
    ///
    ///     source        --1--2--X
    ///     tracker       --------e
    ///     trackError    --1--2--X
    public func trackError(_ errorTracker: ErrorTracker) -> Observable<Element> {
        asObservable().do(onError: { errorTracker.report($0) })
    }
}
