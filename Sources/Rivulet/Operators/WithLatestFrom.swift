extension ObservableType {
    /// Each element together with the latest one of another sequence, through `resultSelector`; elements that come
    /// before the other has sent one are dropped. The end of the other does nothing, its failure is passed on.
    ///
    ///     source          --1-----2--3--|
    ///     other           ----x-----y---
    ///     withLatestFrom  --------2x-3y-|
    ///
    /// - Parameters:
    ///   - second: the other sequence.
    ///   - resultSelector: makes the element to send; an error it throws ends the sequence.
    public func withLatestFrom<Source: ObservableConvertibleType, Result: Sendable>(
        _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> Result
    ) -> Observable<Result> {
        let (source, second) = (asObservable(), second.asObservable())
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            // Confined by the junction's gate.
            let latest = Latest<Source.Element>()
            junction.connectGated(second) { element, _ in
                latest.set(element)
            } ended: { ending, sink in
                if !ending.isCompletion { sink.terminate(ending) }
            }
            if life.isEnded { return }
            let input = life.makeChild()
            source.start(WithLatestFromSink(junction, latest, input, resultSelector), input)
        }
    }

    /// The latest element of another sequence for each element; see ``withLatestFrom(_:resultSelector:)``.
    ///
    ///     source          --1-----2--3--|
    ///     other           ----x-----y---
    ///     withLatestFrom  --------x--y--|
    public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
        withLatestFrom(second) { $1 }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class WithLatestFromSink<Source: Sendable, Other: Sendable, Result: Sendable>: Sink<Source>, @unchecked Sendable {
    private let junction: Junction<Result>
    private let latest: Latest<Other>
    private let life: Life
    private let resultSelector: @Sendable (Source, Other) throws -> Result

    init(
        _ junction: Junction<Result>, _ latest: Latest<Other>, _ life: Life,
        _ resultSelector: @escaping @Sendable (Source, Other) throws -> Result
    ) {
        self.junction = junction
        self.latest = latest
        self.life = life
        self.resultSelector = resultSelector
    }

    override func next(_ element: Source) {
        if junction.enter() {
            if !junction.life.isEnded { send(element, junction.downstream) }
            junction.leave()
        } else {
            nextLater(element)
        }
    }

    // Apart: see `Junction`.
    @inline(never)
    private func nextLater(_ element: Source) {
        junction.perform { [self] sink in send(element, sink) }
    }

    private func send(_ element: Source, _ sink: Sink<Result>) {
        guard latest.isSet else { return }
        do {
            sink.next(try latest.read { try resultSelector(element, $0) })
        } catch {
            sink.terminate(.failed(error))
        }
    }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        life.tearDown()
        junction.terminate(ending)
    }
}
