/// An operator with one input, which runs under the life of its output.
///
/// `@unchecked Sendable`: see `Observable`.
final class Operator<Source: Sendable, Result: Sendable>: Observable<Result>, @unchecked Sendable {
    /// Makes the sink of one subscription: what it receives goes to the first argument, changed; the life tells when
    /// that is over.
    typealias MakeSink = @Sendable (Sink<Result>, Life) -> Sink<Source>

    private let source: Observable<Source>
    private let makeSink: MakeSink

    init(_ source: Observable<Source>, _ makeSink: @escaping MakeSink) {
        self.source = source
        self.makeSink = makeSink
    }

    override func run(_ sink: Sink<Result>, _ life: Life) {
        source.start(makeSink(sink, life), life)
    }
}

/// A sequence that a closure sets going, for each subscription anew: of operators with several inputs or none.
///
/// `@unchecked Sendable`: see `Observable`.
final class Wiring<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let connect: @Sendable (Sink<Element>, Life) -> Void

    init(_ connect: @escaping @Sendable (Sink<Element>, Life) -> Void) {
        self.connect = connect
    }

    override func run(_ sink: Sink<Element>, _ life: Life) { connect(sink, life) }
}
