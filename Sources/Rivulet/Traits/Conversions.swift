extension ObservableType {
    /// The only element; fails with ``RxError/noElements`` or ``RxError/moreThanOneElement`` if it is not. It comes when
    /// the source completes.
    ///
    ///     source    --1-----|
    ///     asSingle  --------1|
    public func asSingle() -> Single<Element> {
        Single(raw: Operator(asObservable()) { sink, life in AsSingleSink(sink, life, needsElement: true) })
    }

    /// The only element, if there is one; fails with ``RxError/moreThanOneElement`` if there are several. It comes when
    /// the source completes.
    ///
    ///     source   --1-----|
    ///     asMaybe  --------1|
    public func asMaybe() -> Maybe<Element> {
        Maybe(raw: Operator(asObservable()) { sink, life in AsSingleSink(sink, life, needsElement: false) })
    }

    /// The first element, as soon as it comes; nil if there is none.
    ///
    ///     source  --1--2--|
    ///     first   --1|
    public func first() -> Single<Element?> {
        Single<Element?>(raw: take(1).map { $0 as Element? }.ifEmpty(default: nil))
    }

    /// All elements as an array, once the source completes.
    ///
    ///     source   --1--2--3--|
    ///     toArray  ----------[1, 2, 3]|
    public func toArray() -> Single<[Element]> {
        Single<[Element]>(raw: asObservable().reduce(into: [], accumulator: { $0.append($1) }, mapResult: { $0 }))
    }
}

extension ObservableType where Element == Never {
    /// The sequence, as a ``Completable``.
    ///
    ///     source         -----|
    ///     asCompletable  -----|
    public func asCompletable() -> Completable { Completable(raw: asObservable()) }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class AsSingleSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let needsElement: Bool
    /// Confined by the grammar.
    private let found = Latest<Element>()

    init(_ downstream: Sink<Element>, _ life: Life, needsElement: Bool) {
        self.downstream = downstream
        self.life = life
        self.needsElement = needsElement
    }

    override func next(_ element: Element) {
        if found.isSet { downstream.terminate(.failed(RxError.moreThanOneElement)) } else { found.set(element) }
    }

    override func terminate(_ ending: Ending) {
        if ending.isCompletion {
            if let element = found.value {
                downstream.next(element)
            } else if needsElement {
                return downstream.terminate(.failed(RxError.noElements))
            }
        }
        if !life.isEnded { downstream.terminate(ending) }
    }
}
