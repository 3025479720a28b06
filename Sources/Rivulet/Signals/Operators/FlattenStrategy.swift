/// What becomes of inner sequences when another one begins before they end.
public struct FlattenStrategy: Sendable {
    enum Kind: Sendable {
        case concurrent(limit: Int)
        case latest
        case race
        case throttle
    }

    let kind: Kind

    /// All run at once; values go out as they come. Completes when the outer and all inner sequences have.
    public static let merge = FlattenStrategy(kind: .concurrent(limit: .max))

    /// One runs at a time, each after the one before has ended. Completes when the outer and all inner sequences have.
    public static let concat = FlattenStrategy(kind: .concurrent(limit: 1))

    /// At most `limit` (1 or more) run at once; others wait. Completes when the outer and all inner sequences have.
    public static func concurrent(limit: UInt) -> FlattenStrategy {
        FlattenStrategy(kind: .concurrent(limit: Int(clamping: max(1, limit))))
    }

    /// A new one stops the one before. Completes when the outer and the last inner sequence have.
    public static let latest = FlattenStrategy(kind: .latest)

    /// All run until one sends an event; that one stays, the others stop, and no other begins. Completes when the outer
    /// sequence and that one have.
    public static let race = FlattenStrategy(kind: .race)

    /// One that comes while another runs is ignored. Completes when the outer and the running sequence have.
    public static let throttle = FlattenStrategy(kind: .throttle)
}

extension Observable {
    /// The values of inner sequences, by ReactiveSwift's rules: an inner sequence that is interrupted counts as completed
    /// (except for the winner of a race), a failure of either kind ends all, and so does an interruption of the outer one.
    func flatMap<Value: Sendable>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Element) -> Observable<Value>
    ) -> Observable<Value> {
        switch strategy.kind {
        case .concurrent(let limit): FlattenConcurrent(self, limit: limit, transform)
        case .latest: FlattenLatest(self, transform)
        case .race: FlattenRace(self, transform)
        case .throttle: FlattenThrottle(self, transform)
        }
    }
}
