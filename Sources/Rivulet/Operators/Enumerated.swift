extension ObservableType {
    /// Each element with its number, counted from 0.
    public func enumerated() -> Observable<(index: Int, element: Element)> {
        scan(into: (index: -1, element: Element?.none)) { $0 = ($0.index + 1, $1) }
            .compactMap { pair in pair.element.map { (index: pair.index, element: $0) } }
    }

    /// Each element together with what `resultSelector` makes of an object and it; completes when the object is gone,
    /// which is held weakly.
    public func withUnretained<Object: AnyObject & Sendable, Out: Sendable>(
        _ object: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> Observable<Out> {
        map { [weak object] element -> Out? in object.map { resultSelector($0, element) } }
            .take(while: { $0 != nil })
            .compactMap { $0 }
    }

    /// Each element together with an object, which is held weakly; completes when the object is gone.
    public func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Observable<(Object, Element)> {
        withUnretained(object) { ($0, $1) }
    }
}
