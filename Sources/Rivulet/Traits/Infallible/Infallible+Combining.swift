extension InfallibleType {
    /// The elements of this sequence; when it completes, those of another.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public func concat(_ second: Infallible<Element>) -> Infallible<Element> {
        Infallible(asObservable().concat(second))
    }

    /// The elements of each sequence in turn; the next one is subscribed to when the one before completes.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Infallible<Element>
    where Sequence.Element == Infallible<Element> {
        Infallible(.concat(sequence.map { $0.asObservable() }))
    }

    /// The elements of each sequence in turn.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> { concat(sources) }

    /// The elements of all sequences, as they come.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> Infallible<Element>
    where Collection.Element == Infallible<Element> {
        Infallible(.merge(sources.map { $0.asObservable() }))
    }

    /// The elements of all sequences, as they come.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> { merge(sources) }

    /// The given element, then those of the source.
    ///
    ///     source        ----1--2--|
    ///     startWith(0)  0---1--2--|
    public func startWith(_ element: Element) -> Infallible<Element> { Infallible(asObservable().startWith(element)) }

    /// Each element together with the latest one of another sequence, through `resultSelector`; elements that come
    /// before the other has sent one are dropped.
    ///
    ///     source          --1-----2--3--|
    ///     other           ----x-----y---
    ///     withLatestFrom  --------2x-3y-|
    public func withLatestFrom<Source: InfallibleType, Result: Sendable>(
        _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) -> Result
    ) -> Infallible<Result> {
        Infallible<Result>(asObservable().withLatestFrom(second, resultSelector: resultSelector))
    }

    /// The latest element of another sequence for each element.
    ///
    ///     source          --1-----2--3--|
    ///     other           ----x-----y---
    ///     withLatestFrom  --------x--y--|
    public func withLatestFrom<Source: InfallibleType>(_ second: Source) -> Infallible<Source.Element> {
        withLatestFrom(second) { $1 }
    }
}
