// Any mixture of producers, signals and properties can be combined; hence an overload for each number of them: a parameter
// pack cannot say that all elements have the same error.

extension SignalProducer {
    /// The latest values of two sources as a tuple, after each value of any once all have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----(1, x)--(2, x)(2, y)--|
    public static func combineLatest<A: SignalProducerConvertible, B: SignalProducerConvertible>(
        _ a: A, _ b: B
    ) -> SignalProducer<(Value, B.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error {
        SignalProducer<(Value, B.Value), Error>(
            unchecked: CombineLatest { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                return { (a.latest, b.latest) }
            })
    }

    /// The latest values of three sources as a tuple, after each value of any once all have sent one.
    public static func combineLatest<A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible>(
        _ a: A, _ b: B, _ c: C
    ) -> SignalProducer<(Value, B.Value, C.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error {
        SignalProducer<(Value, B.Value, C.Value), Error>(
            unchecked: CombineLatest { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                return { (a.latest, b.latest, c.latest) }
            })
    }

    /// The latest values of four sources as a tuple, after each value of any once all have sent one.
    public static func combineLatest<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error {
        SignalProducer<(Value, B.Value, C.Value, D.Value), Error>(
            unchecked: CombineLatest { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                return { (a.latest, b.latest, c.latest, d.latest) }
            })
    }

    /// The latest values of five sources as a tuple, after each value of any once all have sent one.
    public static func combineLatest<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible,
        E: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error {
        SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value), Error>(
            unchecked: CombineLatest { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                let e = inputs.add(e.producer.source)
                return { (a.latest, b.latest, c.latest, d.latest, e.latest) }
            })
    }

    /// The latest values of six sources as a tuple, after each value of any once all have sent one.
    public static func combineLatest<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible,
        E: SignalProducerConvertible, F: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error, F.Error == Error {
        SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value), Error>(
            unchecked: CombineLatest { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                let e = inputs.add(e.producer.source)
                let f = inputs.add(f.producer.source)
                return { (a.latest, b.latest, c.latest, d.latest, e.latest, f.latest) }
            })
    }

    /// The latest values of seven sources as a tuple, after each value of any once all have sent one.
    public static func combineLatest<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible,
        E: SignalProducerConvertible, F: SignalProducerConvertible, G: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value), Error>
    where
        A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error, F.Error == Error,
        G.Error == Error
    {
        SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value), Error>(
            unchecked: CombineLatest { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                let e = inputs.add(e.producer.source)
                let f = inputs.add(f.producer.source)
                let g = inputs.add(g.producer.source)
                return { (a.latest, b.latest, c.latest, d.latest, e.latest, f.latest, g.latest) }
            })
    }

    /// The latest values of eight sources as a tuple, after each value of any once all have sent one.
    public static func combineLatest<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible,
        E: SignalProducerConvertible, F: SignalProducerConvertible, G: SignalProducerConvertible, H: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value), Error>
    where
        A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error, F.Error == Error,
        G.Error == Error, H.Error == Error
    {
        SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value), Error>(
            unchecked: CombineLatest { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                let e = inputs.add(e.producer.source)
                let f = inputs.add(f.producer.source)
                let g = inputs.add(g.producer.source)
                let h = inputs.add(h.producer.source)
                return { (a.latest, b.latest, c.latest, d.latest, e.latest, f.latest, g.latest, h.latest) }
            })
    }

    /// The values of two sources in step, as tuples. Completes as soon as one has completed that has no value left.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----(1, x)-------(2, y)--|
    public static func zip<A: SignalProducerConvertible, B: SignalProducerConvertible>(
        _ a: A, _ b: B
    ) -> SignalProducer<(Value, B.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error {
        SignalProducer<(Value, B.Value), Error>(
            unchecked: Zip(completion: .whenOneIsExhausted) { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                return { (a.taken, b.taken) }
            })
    }

    /// The values of three sources in step, as tuples. Completes as soon as one has completed that has no value left.
    public static func zip<A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible>(
        _ a: A, _ b: B, _ c: C
    ) -> SignalProducer<(Value, B.Value, C.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error {
        SignalProducer<(Value, B.Value, C.Value), Error>(
            unchecked: Zip(completion: .whenOneIsExhausted) { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                return { (a.taken, b.taken, c.taken) }
            })
    }

    /// The values of four sources in step, as tuples. Completes as soon as one has completed that has no value left.
    public static func zip<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error {
        SignalProducer<(Value, B.Value, C.Value, D.Value), Error>(
            unchecked: Zip(completion: .whenOneIsExhausted) { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                return { (a.taken, b.taken, c.taken, d.taken) }
            })
    }

    /// The values of five sources in step, as tuples. Completes as soon as one has completed that has no value left.
    public static func zip<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible,
        E: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error {
        SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value), Error>(
            unchecked: Zip(completion: .whenOneIsExhausted) { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                let e = inputs.add(e.producer.source)
                return { (a.taken, b.taken, c.taken, d.taken, e.taken) }
            })
    }

    /// The values of six sources in step, as tuples. Completes as soon as one has completed that has no value left.
    public static func zip<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible,
        E: SignalProducerConvertible, F: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value), Error>
    where A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error, F.Error == Error {
        SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value), Error>(
            unchecked: Zip(completion: .whenOneIsExhausted) { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                let e = inputs.add(e.producer.source)
                let f = inputs.add(f.producer.source)
                return { (a.taken, b.taken, c.taken, d.taken, e.taken, f.taken) }
            })
    }

    /// The values of seven sources in step, as tuples. Completes as soon as one has completed that has no value left.
    public static func zip<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible,
        E: SignalProducerConvertible, F: SignalProducerConvertible, G: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value), Error>
    where
        A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error, F.Error == Error,
        G.Error == Error
    {
        SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value), Error>(
            unchecked: Zip(completion: .whenOneIsExhausted) { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                let e = inputs.add(e.producer.source)
                let f = inputs.add(f.producer.source)
                let g = inputs.add(g.producer.source)
                return { (a.taken, b.taken, c.taken, d.taken, e.taken, f.taken, g.taken) }
            })
    }

    /// The values of eight sources in step, as tuples. Completes as soon as one has completed that has no value left.
    public static func zip<
        A: SignalProducerConvertible, B: SignalProducerConvertible, C: SignalProducerConvertible, D: SignalProducerConvertible,
        E: SignalProducerConvertible, F: SignalProducerConvertible, G: SignalProducerConvertible, H: SignalProducerConvertible
    >(
        _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) -> SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value), Error>
    where
        A.Value == Value, A.Error == Error, B.Error == Error, C.Error == Error, D.Error == Error, E.Error == Error, F.Error == Error,
        G.Error == Error, H.Error == Error
    {
        SignalProducer<(Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value), Error>(
            unchecked: Zip(completion: .whenOneIsExhausted) { inputs in
                let a = inputs.add(a.producer.source)
                let b = inputs.add(b.producer.source)
                let c = inputs.add(c.producer.source)
                let d = inputs.add(d.producer.source)
                let e = inputs.add(e.producer.source)
                let f = inputs.add(f.producer.source)
                let g = inputs.add(g.producer.source)
                let h = inputs.add(h.producer.source)
                return { (a.taken, b.taken, c.taken, d.taken, e.taken, f.taken, g.taken, h.taken) }
            })
    }
}
