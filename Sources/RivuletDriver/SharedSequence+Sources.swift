import Rivulet

extension SharedSequence {
    /// A sequence that completes at once.
    ///
    ///     empty  |
    public static func empty() -> SharedSequence { SharedSequence(unshared: .empty()) }

    /// A sequence in which nothing ever happens.
    ///
    ///     never  --------…
    public static func never() -> SharedSequence { SharedSequence(unshared: .never()) }

    /// A sequence of one element.
    ///
    ///     just(1)  1|
    public static func just(_ element: Element) -> SharedSequence {
        SharedSequence(unshared: .just(element))
    }

    /// A sequence of the given elements.
    ///
    ///     of(1, 2, 3)  123|
    public static func of(_ elements: Element...) -> SharedSequence {
        SharedSequence(.from(elements, scheduler: SharingStrategy.scheduler))
    }

    /// The elements of an array as a sequence.
    ///
    ///     from([1, 2, 3])  123|
    public static func from(_ array: [Element]) -> SharedSequence {
        SharedSequence(.from(array, scheduler: SharingStrategy.scheduler))
    }

    /// The elements of a Swift sequence as a sequence.
    ///
    ///     from([1, 2, 3])  123|
    public static func from<Sequence: Swift.Sequence & Sendable>(_ sequence: Sequence) -> SharedSequence
    where Sequence.Element == Element {
        SharedSequence(.from(sequence, scheduler: SharingStrategy.scheduler))
    }

    /// The value of an optional, if there is one, as a sequence.
    ///
    ///     from(optional: 1)    1|
    ///     from(optional: nil)  |
    public static func from(optional: Element?) -> SharedSequence {
        SharedSequence(.from(optional: optional, scheduler: SharingStrategy.scheduler))
    }

    /// A sequence that `factory` makes anew for each connection.
    ///
    ///     made here  s
    ///     deferred   --1--2--|
    public static func deferred(_ factory: @escaping @Sendable () -> SharedSequence) -> SharedSequence {
        SharedSequence(.deferred { factory().asObservable() })
    }

    /// The elements of all sequences, as they come.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> SharedSequence
    where Collection.Element == SharedSequence {
        SharedSequence(.merge(sources.map { $0.asObservable() }))
    }

    /// The elements of all sequences, as they come.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge(_ sources: SharedSequence...) -> SharedSequence { merge(sources) }

    /// The elements of each sequence in turn.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public static func concat<Sequence: Swift.Sequence>(_ sources: Sequence) -> SharedSequence
    where Sequence.Element == SharedSequence {
        SharedSequence(.concat(sources.map { $0.asObservable() }))
    }

    /// The elements of each sequence in turn.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public static func concat(_ sources: SharedSequence...) -> SharedSequence { concat(sources) }

    /// The latest elements of all sequences as an array, after each element of any once all have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----[1, x]--[2, x][2, y]--|
    public static func combineLatest<Collection: Swift.Collection>(_ sources: Collection) -> SharedSequence<SharingStrategy, [Element]>
    where Collection.Element == SharedSequence {
        SharedSequence<SharingStrategy, [Element]>.combineLatest(sources) { $0 }
    }

    /// The latest elements of all sequences together, through `resultSelector`, after each element of any once all have sent
    /// one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----1x--2x2y--|
    public static func combineLatest<Collection: Swift.Collection, Source: Sendable>(
        _ sources: Collection, resultSelector: @escaping @Sendable ([Source]) -> Element
    ) -> SharedSequence where Collection.Element == SharedSequence<SharingStrategy, Source> {
        SharedSequence(.combineLatest(sources.map { $0.asObservable() }, resultSelector: resultSelector))
    }

    /// The elements of all sequences in step, as arrays.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----[1, x]-------[2, y]--|
    public static func zip<Collection: Swift.Collection>(_ sources: Collection) -> SharedSequence<SharingStrategy, [Element]>
    where Collection.Element == SharedSequence {
        SharedSequence<SharingStrategy, [Element]>.zip(sources) { $0 }
    }

    /// The elements of all sequences in step, through `resultSelector`.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----1x-------2y--|
    public static func zip<Collection: Swift.Collection, Source: Sendable>(
        _ sources: Collection, resultSelector: @escaping @Sendable ([Source]) -> Element
    ) -> SharedSequence where Collection.Element == SharedSequence<SharingStrategy, Source> {
        SharedSequence(.zip(sources.map { $0.asObservable() }, resultSelector: resultSelector))
    }
}

extension SharedSequence where Element: RxAbstractInteger {
    /// 0, 1, 2 … one after each period.
    ///
    ///     interval(.seconds(1))  -----0-----1-----2--
    public static func interval(_ period: RxTimeInterval) -> SharedSequence {
        SharedSequence(.interval(period, scheduler: SharingStrategy.scheduler))
    }

    /// 0 after a span of time, then 1, 2 … one after each period.
    ///
    ///     timer(3 frames, every 2)  ---0-1-2-3…
    public static func timer(_ dueTime: RxTimeInterval, period: RxTimeInterval) -> SharedSequence {
        SharedSequence(.timer(dueTime, period: period, scheduler: SharingStrategy.scheduler))
    }
}
