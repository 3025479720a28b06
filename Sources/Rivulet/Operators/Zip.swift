extension ObservableType {
    /// The elements of all sequences in step, through `resultSelector`: the first of each together, then the second,
    /// and so on. Completes when a sequence that has completed has no element left to give; fails with the first that
    /// fails.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----1x-------2y--|
    public static func zip<Collection: Swift.Collection & Sendable>(
        _ collection: Collection, resultSelector: @escaping @Sendable ([Collection.Element.Element]) throws -> Element
    ) -> Observable<Element> where Collection.Element: ObservableType {
        if collection.isEmpty { return .empty() }
        return Zip { inputs in
            let values = collection.map { inputs.add($0) }
            return { try resultSelector(values.map(\.taken)) }
        }
    }

    /// The elements of all sequences in step, as arrays.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----[1, x]-------[2, y]--|
    public static func zip<Collection: Swift.Collection & Sendable>(
        _ collection: Collection
    ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
        Observable<[Element]>.zip(collection) { $0 }
    }

    /// The elements of 2 sequences in step, through `resultSelector`: the first of each together, then the second, and so on.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----1x-------2y--|
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        Zip { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            return { try resultSelector(value1.taken, value2.taken) }
        }
    }

    /// The elements of 3 sequences in step, through `resultSelector`: the first of each together, then the second, and so on.
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> {
        Zip { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            return { try resultSelector(value1.taken, value2.taken, value3.taken) }
        }
    }

    /// The elements of 4 sequences in step, through `resultSelector`: the first of each together, then the second, and so on.
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
    ) -> Observable<Element> {
        Zip { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            let value4 = inputs.add(source4)
            return { try resultSelector(value1.taken, value2.taken, value3.taken, value4.taken) }
        }
    }

    /// The elements of 5 sequences in step, through `resultSelector`: the first of each together, then the second, and so on.
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element) throws -> Element
    ) -> Observable<Element> {
        Zip { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            let value4 = inputs.add(source4)
            let value5 = inputs.add(source5)
            return { try resultSelector(value1.taken, value2.taken, value3.taken, value4.taken, value5.taken) }
        }
    }

    /// The elements of 6 sequences in step, through `resultSelector`: the first of each together, then the second, and so on.
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6,
        resultSelector: @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element) throws -> Element
    ) -> Observable<Element> {
        Zip { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            let value4 = inputs.add(source4)
            let value5 = inputs.add(source5)
            let value6 = inputs.add(source6)
            return { try resultSelector(value1.taken, value2.taken, value3.taken, value4.taken, value5.taken, value6.taken) }
        }
    }

    /// The elements of 7 sequences in step, through `resultSelector`: the first of each together, then the second, and so on.
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType,
        O7: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element) throws -> Element
    ) -> Observable<Element> {
        Zip { inputs in
            let value1 = inputs.add(source1)
            let value2 = inputs.add(source2)
            let value3 = inputs.add(source3)
            let value4 = inputs.add(source4)
            let value5 = inputs.add(source5)
            let value6 = inputs.add(source6)
            let value7 = inputs.add(source7)
            return { try resultSelector(value1.taken, value2.taken, value3.taken, value4.taken, value5.taken, value6.taken, value7.taken) }
        }
    }

    /// The elements of 8 sequences in step, through `resultSelector`: the first of each together, then the second, and so on.
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType,
        O7: ObservableType, O8: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7, _ source8: O8,
        resultSelector:
            @escaping @Sendable (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element) throws ->
            Element
    ) -> Observable<Element> {
        Zip { inputs in
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
                    value1.taken, value2.taken, value3.taken, value4.taken, value5.taken, value6.taken, value7.taken, value8.taken)
            }
        }
    }
}

// Without a selector there is nothing to infer `Element` from; this is what the compiler then takes.
extension ObservableType where Element == any Sendable {
    /// The elements of 2 sequences in step, as tuples.
    ///
    ///     a    --1-----2-----3--|
    ///     b    ----x--------y---|
    ///     zip  ----(1, x)-------(2, y)--|
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2
    ) -> Observable<(O1.Element, O2.Element)> {
        Observable.zip(source1, source2) { ($0, $1) }
    }

    /// The elements of 3 sequences in step, as tuples.
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3
    ) -> Observable<(O1.Element, O2.Element, O3.Element)> {
        Observable.zip(source1, source2, source3) { ($0, $1, $2) }
    }

    /// The elements of 4 sequences in step, as tuples.
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element)> {
        Observable.zip(source1, source2, source3, source4) { ($0, $1, $2, $3) }
    }

    /// The elements of 5 sequences in step, as tuples.
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
        Observable.zip(source1, source2, source3, source4, source5) { ($0, $1, $2, $3, $4) }
    }

    /// The elements of 6 sequences in step, as tuples.
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
        Observable.zip(source1, source2, source3, source4, source5, source6) { ($0, $1, $2, $3, $4, $5) }
    }

    /// The elements of 7 sequences in step, as tuples.
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType,
        O7: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)> {
        Observable.zip(source1, source2, source3, source4, source5, source6, source7) { ($0, $1, $2, $3, $4, $5, $6) }
    }

    /// The elements of 8 sequences in step, as tuples.
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType, O6: ObservableType,
        O7: ObservableType, O8: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7, _ source8: O8
    ) -> Observable<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
        Observable.zip(source1, source2, source3, source4, source5, source6, source7, source8) { ($0, $1, $2, $3, $4, $5, $6, $7) }
    }
}
