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
            junction.connect(second) { element in
                junction.perform { _ in latest.set(element) }
            } ended: { ending in
                if case .completed = ending { return }
                junction.terminate(ending)
            }
            junction.connect(source) { element in
                junction.perform { sink in
                    do {
                        guard let other = latest.value else { return }
                        sink.next(try resultSelector(element, other))
                    } catch {
                        sink.terminate(.failed(error))
                    }
                }
            } ended: {
                junction.terminate($0)
            }
        }
    }

    /// The latest element of another sequence for each element; see ``withLatestFrom(_:resultSelector:)``.
    public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
        withLatestFrom(second) { $1 }
    }
}
