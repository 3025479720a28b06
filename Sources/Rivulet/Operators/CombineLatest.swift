extension ObservableType {
    /// The latest elements of all sequences together, through `resultSelector`, after each element of any once all have
    /// sent one. Completes with the last of them; fails with the first that fails.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----1x--2x2y--|
    public static func combineLatest<Collection: Swift.Collection & Sendable>(
        _ collection: Collection, resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
    ) -> Observable<Element> where Collection.Element: ObservableType {
        if collection.isEmpty { return .deferred { .just(try resultSelector([])) } }
        return CombineLatest { inputs in
            let values = collection.map { inputs.add($0) }
            return { try resultSelector(values.map(\.latest)) }
        }
    }

    /// The latest elements of all sequences as an array, after each element of any once all have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----[1, x]--[2, x][2, y]--|
    public static func combineLatest<Collection: Swift.Collection & Sendable>(
        _ collection: Collection
    ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
        Observable<[Element]>.combineLatest(collection) { $0 }
    }

    /// The latest elements of 2 sequences together, through `resultSelector`, after each element of any once all have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----1x--2x2y--|
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            return { try resultSelector(value1.latest, value2.latest) }
        }
    }

    /// The latest elements of 3 sequences together, through `resultSelector`, after each element of any once all have sent one.
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            return { try resultSelector(value1.latest, value2.latest, value3.latest) }
        }
    }

    /// The latest elements of 4 sequences together, through `resultSelector`, after each element of any once all have sent one.
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            let value4 = inputs.add(source4)
            return { try resultSelector(value1.latest, value2.latest, value3.latest, value4.latest) }
        }
    }

    /// The latest elements of 5 sequences together, through `resultSelector`, after each element of any once all have sent one.
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            let value4 = inputs.add(source4)
            let value5 = inputs.add(source5)
            return { try resultSelector(value1.latest, value2.latest, value3.latest, value4.latest, value5.latest) }
        }
    }

    /// The latest elements of 6 sequences together, through `resultSelector`, after each element of any once all have sent one.
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            let value4 = inputs.add(source4)
            let value5 = inputs.add(source5)
            let value6 = inputs.add(source6)
            return { try resultSelector(value1.latest, value2.latest, value3.latest, value4.latest, value5.latest, value6.latest) }
        }
    }

    /// The latest elements of 7 sequences together, through `resultSelector`, after each element of any once all have sent one.
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType,
        O7: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            let value4 = inputs.add(source4)
            let value5 = inputs.add(source5)
            let value6 = inputs.add(source6)
            let value7 = inputs.add(source7)
            return {
                try resultSelector(value1.latest, value2.latest, value3.latest, value4.latest, value5.latest, value6.latest, value7.latest)
            }
        }
    }

    /// The latest elements of 8 sequences together, through `resultSelector`, after each element of any once all have sent one.
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType,
        O7: ObservableType, O8: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7, _ source8: O8,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element) throws ->
            Element
    ) -> Observable<Element> {
        CombineLatest { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            let value4 = inputs.add(source4)
            let value5 = inputs.add(source5)
            let value6 = inputs.add(source6)
            let value7 = inputs.add(source7)
            let value8 = inputs.add(source8)
            return {
                try resultSelector(
                    value1.latest, value2.latest, value3.latest, value4.latest, value5.latest, value6.latest, value7.latest, value8.latest)
            }
        }
    }
}

// Without a selector there is nothing to infer `Element` from; this is what the compiler then takes.
extension ObservableType where Element == any Sendable {
    /// The latest elements of 2 sequences as a tuple, after each element of any once all have sent one.
    ///
    ///     a              --1-----2-----|
    ///     b              ----x-----y-|
    ///     combineLatest  ----(1, x)--(2, x)(2, y)--|
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> {
        Observable.combineLatest(source1, source2) { ($0, $1) }
    }

    /// The latest elements of 3 sequences as a tuple, after each element of any once all have sent one.
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3
    ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
        Observable.combineLatest(source1, source2, source3) { ($0, $1, $2) }
    }

    /// The latest elements of 4 sequences as a tuple, after each element of any once all have sent one.
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)> {
        Observable.combineLatest(source1, source2, source3, source4) { ($0, $1, $2, $3) }
    }

    /// The latest elements of 5 sequences as a tuple, after each element of any once all have sent one.
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
        Observable.combineLatest(source1, source2, source3, source4, source5) { ($0, $1, $2, $3, $4) }
    }

    /// The latest elements of 6 sequences as a tuple, after each element of any once all have sent one.
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
        Observable.combineLatest(source1, source2, source3, source4, source5, source6) { ($0, $1, $2, $3, $4, $5) }
    }

    /// The latest elements of 7 sequences as a tuple, after each element of any once all have sent one.
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType,
        O7: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)> {
        Observable.combineLatest(source1, source2, source3, source4, source5, source6, source7) { ($0, $1, $2, $3, $4, $5, $6) }
    }

    /// The latest elements of 8 sequences as a tuple, after each element of any once all have sent one.
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType,
        O7: ObservableType, O8: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7, _ source8: O8
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
        Observable.combineLatest(source1, source2, source3, source4, source5, source6, source7, source8) {
            ($0, $1, $2, $3, $4, $5, $6, $7)
        }
    }
}
