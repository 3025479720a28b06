extension ObservableType where Element: Equatable {
    /// The elements without those that equal the one before.
    ///
    ///     source               --1--1--2--2--1--|
    ///     distinctUntilChanged --1-----2-----1--|
    public func distinctUntilChanged() -> Observable<Element> {
        distinctUntilChanged { $0 == $1 }
    }
}

extension ObservableType {
    /// The elements without those whose key equals that of the one before.
    ///
    ///     source                          --1--3--4--5--|
    ///     distinctUntilChanged { $0 % 2 } --1-----4--5--|
    ///
    /// - Parameter keySelector: computes the key; an error it throws ends the sequence.
    public func distinctUntilChanged<Key: Equatable & Sendable>(
        _ keySelector: @escaping @Sendable (Element) throws -> Key
    ) -> Observable<Element> {
        distinctUntilChanged(keySelector) { $0 == $1 }
    }

    /// The elements without those that equal the one before.
    ///
    ///     source                           --1--3--4--2--5--|
    ///     distinctUntilChanged { $0 % 2 }  --1-----4-----5--|
    ///
    /// - Parameter comparer: tells whether two elements are equal; an error it throws ends the sequence.
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (_ lhs: Element, _ rhs: Element) throws -> Bool
    ) -> Observable<Element> {
        Operator(asObservable()) { sink, _ in DistinctSink(sink, comparer) }
    }

    /// The elements without those whose key equals that of the one before.
    ///
    ///     source             --1--3--4--2--5--|
    ///     by { $0 % 2 }, ==  --1-----4-----5--|
    ///
    /// - Parameters:
    ///   - keySelector: computes the key; an error it throws ends the sequence.
    ///   - comparer: tells whether two keys are equal; an error it throws ends the sequence.
    public func distinctUntilChanged<Key: Sendable>(
        _ keySelector: @escaping @Sendable (Element) throws -> Key,
        comparer: @escaping @Sendable (_ lhs: Key, _ rhs: Key) throws -> Bool
    ) -> Observable<Element> {
        Operator(asObservable()) { sink, _ in DistinctKeySink(sink, keySelector, comparer) }
    }

    /// The elements without those whose property equals that of the one before.
    ///
    ///     source                              --a1--b1--c2--|
    ///     distinctUntilChanged(at: \.number)  --a1------c2--|
    public func distinctUntilChanged<Property: Equatable & Sendable>(
        at keyPath: any KeyPath<Element, Property> & Sendable
    ) -> Observable<Element> {
        distinctUntilChanged { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class DistinctSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let comparer: @Sendable (Element, Element) throws -> Bool
    /// Confined by the grammar.
    private let previous = Latest<Element>()

    init(_ downstream: Sink<Element>, _ comparer: @escaping @Sendable (Element, Element) throws -> Bool) {
        self.downstream = downstream
        self.comparer = comparer
    }

    override func next(_ element: Element) {
        do {
            var isEqual = false
            try previous.withValue { isEqual = try comparer($0, element) }
            if isEqual { return }
        } catch {
            return downstream.terminate(.failed(error))
        }
        previous.set(element)
        downstream.next(element)
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class DistinctKeySink<Element: Sendable, Key: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let keySelector: @Sendable (Element) throws -> Key
    private let comparer: @Sendable (Key, Key) throws -> Bool
    /// Confined by the grammar.
    private let previous = Latest<Key>()

    init(
        _ downstream: Sink<Element>, _ keySelector: @escaping @Sendable (Element) throws -> Key,
        _ comparer: @escaping @Sendable (Key, Key) throws -> Bool
    ) {
        self.downstream = downstream
        self.keySelector = keySelector
        self.comparer = comparer
    }

    override func next(_ element: Element) {
        do {
            let key = try keySelector(element)
            var isEqual = false
            try previous.withValue { isEqual = try comparer($0, key) }
            if isEqual { return }
            previous.set(key)
        } catch {
            return downstream.terminate(.failed(error))
        }
        downstream.next(element)
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
