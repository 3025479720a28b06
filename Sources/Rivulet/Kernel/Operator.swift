/// An operator with one input, which runs under the life of its output.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class Operator<Source: Sendable, Result: Sendable>: Observable<Result>, @unchecked Sendable {
    /// Makes the sink of one subscription: what it receives goes to the first argument, changed; the life tells when
    /// that is over.
    typealias MakeSink = @Sendable (Sink<Result>, Life) -> Sink<Source>

    private let upstream: Upstream<Source>
    private let makeSink: MakeSink

    init(_ source: Observable<Source>, _ makeSink: @escaping MakeSink) {
        upstream = Upstream(source)
        self.makeSink = makeSink
    }

    override func run(_ sink: Sink<Result>, _ life: Life) {
        upstream.start(makeSink(sink, life), life)
    }
}

/// A sequence that a closure sets going, for each subscription anew: of operators with several inputs or none.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class Wiring<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let connect: UpstreamValue<@Sendable (Sink<Element>, Life) -> Void>

    init(_ connect: @escaping @Sendable (Sink<Element>, Life) -> Void) {
        self.connect = UpstreamValue(connect)
    }

    override func run(_ sink: Sink<Element>, _ life: Life) { connect.value(sink, life) }
}
