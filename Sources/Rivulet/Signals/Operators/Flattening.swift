/// What the flattening strategies share: the outer sequence is an input of its own, and inner ones come together at a
/// junction. A strategy's state changes in the junction's turn only, or says what else confines it.
protocol Flattening<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Where the inner sequences come together.
    var junction: Junction<Value> { get }

    /// Begins an inner sequence.
    func begin(_ inner: Observable<Value>)

    /// The outer sequence has completed.
    func outerCompleted()
}

extension Flattening {
    /// Subscribes to the outer sequence, each value of which is an inner sequence to be.
    func run<Element: Sendable>(
        _ source: Observable<Element>, _ transform: @escaping @Sendable (Element) -> Observable<Value>
    ) {
        junction.connect(source) { [self] element in
            begin(transform(element))
        } ended: { [self] ending in
            if case .completed = ending { outerCompleted() } else { junction.terminate(ending) }
        }
    }
}
