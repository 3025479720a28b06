import Rivulet
import RivuletHTTP

/// So many posts of one address in a minute, and no more: 429 until there is room again.
///
/// For each address only the time is kept at which all it has posted is paid off, at the price of a sixtieth of a minute's
/// worth for each (the generic cell rate algorithm): what is past need not be kept at all.
final class PostLimit: Middleware {
    private let perMinute: Int
    private let proxies: TrustedProxies
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Lock(State())

    private struct State {
        var debts: [SocketAddress: ContinuousClock.Instant] = [:]
        var nextSweep: ContinuousClock.Instant?
    }

    /// So many addresses are remembered before those that owe nothing are forgotten,
    private static let sweepSize = 10_000
    /// which is not done again before so long, for all of them may owe something.
    private static let sweepInterval = Duration.seconds(1)

    /// - Parameter perMinute: 0 for any number.
    init(perMinute: Int, behind proxies: TrustedProxies, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.perMinute = perMinute
        self.proxies = proxies
        self.now = now
    }

    func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        guard perMinute > 0, let wait = admit(proxies.client(of: request)) else { return next(request) }
        let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
        return .just(
            Response(Problem(.tooManyRequests, detail: "Too many posts from one address.", fields: ["Retry-After": String(seconds)])))
    }

    /// - Returns: nil if there is room, else how long until there is.
    func admit(_ address: SocketAddress) -> Duration? {
        let now = now()
        let price = Duration.seconds(60) / perMinute
        return state.withLock { state in
            if state.debts.count >= Self.sweepSize, state.nextSweep.map({ $0 <= now }) ?? true {
                state.debts = state.debts.filter { $0.value > now }
                state.nextSweep = now + Self.sweepInterval
            }
            let paid = max(state.debts[address.withoutPort] ?? now, now) + price
            let wait = now.duration(to: paid) - .seconds(60)
            // A little is forgiven: a minute does not divide by every number.
            guard wait <= .microseconds(1) else { return wait }
            state.debts[address.withoutPort] = paid
            return nil
        }
    }
}
