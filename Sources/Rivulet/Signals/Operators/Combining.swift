extension Signal {
    /// Each value together with the latest one of `samplee`; values that come before it has sent one are dropped. Ends as
    /// this signal does.
    ///
    ///     source            --1-----2--3--|
    ///     samplee           ----x-----y---
    ///     withLatest(from:) --------2x-3y-|
    public func withLatest<Samplee: SignalProducerConvertible>(
        from samplee: Samplee
    ) -> Signal<(Value, Samplee.Value), Error> where Samplee.Error == Never {
        Signal<(Value, Samplee.Value), Error>(
            hot: source.withLatestFrom(samplee.producer.source.interruptedAsCompleted) { ($0, $1) })
    }

    /// The latest value, together with the sampler's, each time `sampler` sends one. Completes when both have; is
    /// interrupted when either is.
    ///
    ///     source          --1-----2--3--|
    ///     sampler         x---y-z---
    ///     sample(with:)   ----1y1z--
    public func sample<Sampler: SignalProducerConvertible>(
        with sampler: Sampler
    ) -> Signal<(Value, Sampler.Value), Error> where Sampler.Error == Never {
        Signal<(Value, Sampler.Value), Error>(hot: source.sample(with: sampler.producer.source))
    }

    /// The latest value each time `sampler` sends something. Completes when both have; is interrupted when either is.
    ///
    ///     source       --1-----2--3--|
    ///     sampler      o---o-o---
    ///     sample(on:)  ----1-1---
    public func sample<Sampler: SignalProducerConvertible<(), Never>>(on sampler: Sampler) -> Signal {
        sample(with: sampler).map { $0.0 }
    }

    /// The latest values of this signal and another, together, after each value of either once both have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----(1, x)--(2, x)(2, y)--|
    public func combineLatest<Other: Sendable>(with other: Signal<Other, Error>) -> Signal<(Value, Other), Error> {
        Signal.combineLatest(self, other)
    }

    /// The values of this signal and another in step: the first of both together, then the second, and so on.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----(1, x)-------(2, y)--|
    public func zip<Other: Sendable>(with other: Signal<Other, Error>) -> Signal<(Value, Other), Error> {
        Signal.zip(self, other)
    }

    /// The values of this signal and another, as they come.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public func merge(with other: Signal) -> Signal { .merge(self, other) }

    /// The values of all signals, as they come. Completes when all have.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge(_ signals: Signal...) -> Signal { .merge(signals) }

    /// The values of all signals, as they come. Completes when all have.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge<Signals: Sequence<Signal<Value, Error>>>(_ signals: Signals) -> Signal {
        Signal(hot: .merging(signals.map(\.source)))
    }

    /// The latest values of all signals as an array, after each value of any once all have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----[1, x]--[2, x][2, y]--|
    public static func combineLatest<Signals: Sequence<Signal<Value, Error>>>(
        _ signals: Signals
    ) -> Signal<[Value], Error> {
        Signal<[Value], Error>(hot: Observable.combining(signals.map(\.source)))
    }

    /// The values of all signals in step, as arrays. Completes as soon as one has completed that has no value left.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----[1, x]-------[2, y]--|
    public static func zip<Signals: Sequence<Signal<Value, Error>>>(_ signals: Signals) -> Signal<[Value], Error> {
        Signal<[Value], Error>(hot: Observable.zipping(signals.map(\.source)))
    }

    /// The latest values of all signals as a tuple, after each value of any once all have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----1x--2x2y--|
    public static func combineLatest<each Other: Sendable>(
        _ first: Signal, _ others: repeat Signal<each Other, Error>
    ) -> Signal<(Value, repeat each Other), Error> {
        Signal<(Value, repeat each Other), Error>(
            hot: CombineLatest { inputs in
                let first = inputs.add(first.source)
                let others = (repeat inputs.add((each others).source))
                return { (first.latest, repeat (each others).latest) }
            })
    }

    /// The values of all signals in step, as tuples. Completes as soon as one has completed that has no value left.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----1x-------2y--|
    public static func zip<each Other: Sendable>(
        _ first: Signal, _ others: repeat Signal<each Other, Error>
    ) -> Signal<(Value, repeat each Other), Error> {
        Signal<(Value, repeat each Other), Error>(
            hot: Zip(completion: .whenOneIsExhausted) { inputs in
                let first = inputs.add(first.source)
                let others = (repeat inputs.add((each others).source))
                return { (first.taken, repeat (each others).taken) }
            })
    }

}

extension SignalProducer {
    /// Each value together with the latest one of `samplee`; values that come before it has sent one are dropped. Ends as
    /// this producer does.
    ///
    ///     source            --1-----2--3--|
    ///     samplee           ----x-----y---
    ///     withLatest(from:) --------2x-3y-|
    public func withLatest<Samplee: SignalProducerConvertible>(
        from samplee: Samplee
    ) -> SignalProducer<(Value, Samplee.Value), Error> where Samplee.Error == Never {
        SignalProducer<(Value, Samplee.Value), Error>(
            unchecked: source.withLatestFrom(samplee.producer.source.interruptedAsCompleted) { ($0, $1) })
    }

    /// The latest value, together with the sampler's, each time `sampler` sends one. Completes when both have; is
    /// interrupted when either is.
    ///
    ///     source          --1-----2--3--|
    ///     sampler         x---y-z---
    ///     sample(with:)   ----1y1z--
    public func sample<Sampler: SignalProducerConvertible>(
        with sampler: Sampler
    ) -> SignalProducer<(Value, Sampler.Value), Error> where Sampler.Error == Never {
        SignalProducer<(Value, Sampler.Value), Error>(unchecked: source.sample(with: sampler.producer.source))
    }

    /// The latest value each time `sampler` sends something. Completes when both have; is interrupted when either is.
    ///
    ///     source       --1-----2--3--|
    ///     sampler      o---o-o---
    ///     sample(on:)  ----1-1---
    public func sample<Sampler: SignalProducerConvertible<(), Never>>(on sampler: Sampler) -> SignalProducer {
        sample(with: sampler).map { $0.0 }
    }

    /// The latest values of this producer and another, together, after each value of either once both have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----(1, x)--(2, x)(2, y)--|
    public func combineLatest<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Error> where Other.Error == Error {
        SignalProducer.combineLatest(self, other)
    }

    /// The values of this producer and another in step: the first of both together, then the second, and so on.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----(1, x)-------(2, y)--|
    public func zip<Other: SignalProducerConvertible>(
        with other: Other
    ) -> SignalProducer<(Value, Other.Value), Error> where Other.Error == Error {
        SignalProducer.zip(self, other)
    }

    /// The values of this producer and another, as they come.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public func merge<Other: SignalProducerConvertible<Value, Error>>(with other: Other) -> SignalProducer {
        .merge([self, other.producer])
    }

    /// The values of all producers, as they come. Completes when all have.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge<First: SignalProducerConvertible<Value, Error>, Second: SignalProducerConvertible<Value, Error>>(
        _ first: First, _ second: Second, _ others: any SignalProducerConvertible<Value, Error>...
    ) -> SignalProducer {
        .merge([first.producer, second.producer] + others.map { $0.producer })
    }

    /// The values of all producers, as they come. Completes when all have.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge<Producers: Sequence>(_ producers: Producers) -> SignalProducer
    where Producers.Element: SignalProducerConvertible, Producers.Element.Value == Value, Producers.Element.Error == Error {
        SignalProducer(unchecked: .merging(producers.map(\.producer.source)))
    }

    /// The latest values of all producers as an array, after each value of any once all have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----[1, x]--[2, x][2, y]--|
    public static func combineLatest<Producers: Sequence>(_ producers: Producers) -> SignalProducer<[Value], Error>
    where Producers.Element: SignalProducerConvertible, Producers.Element.Value == Value, Producers.Element.Error == Error {
        SignalProducer<[Value], Error>(unchecked: Observable.combining(producers.map(\.producer.source)))
    }

    /// The values of all producers in step, as arrays. Completes as soon as one has completed that has no value left.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----[1, x]-------[2, y]--|
    public static func zip<Producers: Sequence>(_ producers: Producers) -> SignalProducer<[Value], Error>
    where Producers.Element: SignalProducerConvertible, Producers.Element.Value == Value, Producers.Element.Error == Error {
        SignalProducer<[Value], Error>(unchecked: Observable.zipping(producers.map(\.producer.source)))
    }
}

extension Signal where Value == Bool {
    /// The opposite of each value.
    ///
    ///     source  --t--f--|
    ///     negate  --f--t--|
    public func negate() -> Signal { map { !$0 } }

    /// Whether the latest values of both are true.
    ///
    ///     a    --t-----f--|
    ///     b    ----t------|
    ///     and  ----t---f--|
    public func and<Other: SignalProducerConvertible<Bool, Error>>(_ other: Other) -> Signal {
        Signal(hot: .combineLatest(source, other.producer.source) { $0 && $1 })
    }

    /// Whether the latest value of either is true.
    ///
    ///     a   --t-----f--|
    ///     b   ----f------|
    ///     or  ----t---f--|
    public func or<Other: SignalProducerConvertible<Bool, Error>>(_ other: Other) -> Signal {
        Signal(hot: .combineLatest(source, other.producer.source) { $0 || $1 })
    }

    /// Whether the latest values of all are true.
    ///
    ///     a    --t-----f--|
    ///     b    ----t------|
    ///     all  ----t---f--|
    public static func all<Sources: Collection>(_ sources: Sources) -> Signal
    where Sources.Element: SignalProducerConvertible, Sources.Element.Value == Bool, Sources.Element.Error == Error {
        Signal(hot: .combineLatest(sources.map(\.producer.source)) { $0.allSatisfy { $0 } })
    }

    /// Whether the latest value of any is true.
    ///
    ///     a    --t-----f--|
    ///     b    ----f------|
    ///     any  ----t---f--|
    public static func any<Sources: Collection>(_ sources: Sources) -> Signal
    where Sources.Element: SignalProducerConvertible, Sources.Element.Value == Bool, Sources.Element.Error == Error {
        Signal(hot: .combineLatest(sources.map(\.producer.source)) { $0.contains(true) })
    }
}

extension SignalProducer where Value == Bool {
    /// The opposite of each value.
    ///
    ///     source  --t--f--|
    ///     negate  --f--t--|
    public func negate() -> SignalProducer { map { !$0 } }

    /// Whether the latest values of both are true.
    ///
    ///     a    --t-----f--|
    ///     b    ----t------|
    ///     and  ----t---f--|
    public func and<Other: SignalProducerConvertible<Bool, Error>>(_ other: Other) -> SignalProducer {
        SignalProducer(unchecked: .combineLatest(source, other.producer.source) { $0 && $1 })
    }

    /// Whether the latest value of either is true.
    ///
    ///     a   --t-----f--|
    ///     b   ----f------|
    ///     or  ----t---f--|
    public func or<Other: SignalProducerConvertible<Bool, Error>>(_ other: Other) -> SignalProducer {
        SignalProducer(unchecked: .combineLatest(source, other.producer.source) { $0 || $1 })
    }

    /// Whether the latest values of all are true.
    ///
    ///     a    --t-----f--|
    ///     b    ----t------|
    ///     all  ----t---f--|
    public static func all<Sources: Collection>(_ sources: Sources) -> SignalProducer
    where Sources.Element: SignalProducerConvertible, Sources.Element.Value == Bool, Sources.Element.Error == Error {
        SignalProducer(unchecked: .combineLatest(sources.map(\.producer.source)) { $0.allSatisfy { $0 } })
    }

    /// Whether the latest value of any is true.
    ///
    ///     a    --t-----f--|
    ///     b    ----f------|
    ///     any  ----t---f--|
    public static func any<Sources: Collection>(_ sources: Sources) -> SignalProducer
    where Sources.Element: SignalProducerConvertible, Sources.Element.Value == Bool, Sources.Element.Error == Error {
        SignalProducer(unchecked: .combineLatest(sources.map(\.producer.source)) { $0.contains(true) })
    }
}

extension Observable {
    /// The same sequence, completed where it would be interrupted.
    var interruptedAsCompleted: Observable<Element> {
        Operator(self) { sink, _ in InterruptedAsCompletedSink(sink) }
    }

    static func merging(_ sources: [Observable<Element>]) -> Observable<Element> {
        Sequenced(sources).flatMap(.merge) { $0 }
    }

    static func combining(_ sources: [Observable<Element>]) -> Observable<[Element]> {
        if sources.isEmpty { return .empty() }
        return Observable.combineLatest(sources)
    }

    static func zipping(_ sources: [Observable<Element>]) -> Observable<[Element]> {
        if sources.isEmpty { return .empty() }
        return Zip(completion: .whenOneIsExhausted) { inputs in
            let values = sources.map { inputs.add($0) }
            return { values.map(\.taken) }
        }
    }

    /// RxSwift's sends an element once, and ends with either; this one sends it as often as it is asked for.
    fileprivate func sample<Sample: Sendable>(with sampler: Observable<Sample>) -> Observable<(Element, Sample)> {
        Wiring { sink, life in
            let junction = Junction<(Element, Sample)>(sink, life)
            let running = Countdown(2)
            // Confined by the junction's gate.
            let latest = Latest<Element>()
            let ended: @Sendable (Ending) -> Void = { ending in
                if !ending.isCompletion || running.countDown() { junction.terminate(ending) }
            }
            junction.connect(self, next: { element in junction.perform { _ in latest.set(element) } }, ended: ended)
            junction.connect(
                sampler,
                next: { sample in
                    junction.perform { sink in if let element = latest.value { sink.next((element, sample)) } }
                }, ended: ended)
        }
    }
}
