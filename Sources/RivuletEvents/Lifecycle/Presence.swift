import Rivulet

/// The last values of a page's observables, and those who observe them. For each that is observed there is a subject,
/// made when somebody asks for it: a page that nobody looks at costs three words here.
final class Presence: Sendable {
    /// One of the page's observables, all of Bool.
    enum Moment: Hashable {
        case step(Appearance.Step, Messages.Phase)
        case willBeVisible
        case visible
    }

    private struct State {
        var steps = Flags()
        var willBeVisible: Bool?
        var visible: Bool?
        var subjects: [Moment: ReplaySubject<Bool>]?
        var report: Report?
    }

    /// Told of every step.
    typealias Report = @Sendable (Appearance.Step, Messages.Phase, _ animated: Bool) -> Void

    private let state = Lock(State())

    /// The page is gone: nothing comes any more.
    deinit {
        let subjects = state.withLock { exchange(&$0.subjects, with: nil) }
        for subject in (subjects ?? [:]).values { subject.onCompleted() }
    }

    var isVisible: Bool { state.withLock { $0.visible == true } }

    func setReport(_ report: @escaping Report) { state.withLock { $0.report = report } }

    /// Notes that a message of the page's was sent, or its method has run.
    func note(_ step: Appearance.Step, _ phase: Messages.Phase, _ animated: Bool) {
        let moment = Moment.step(step, phase)
        let turn = phase == .methodInvoked ? step.turn : nil
        let (report, subject, turned) = state.withLock { state in
            state.steps[step, phase] = animated
            guard let turn else { return (state.report, state.subjects?[moment], ReplaySubject<Bool>?.none) }
            if turn.moment == .visible { state.visible = turn.value } else { state.willBeVisible = turn.value }
            return (state.report, state.subjects?[moment], state.subjects?[turn.moment])
        }
        report?(step, phase, animated)
        subject?.onNext(animated)
        if let turn { turned?.onNext(turn.value) }
    }

    /// The values of a moment: the last one, if there was any, and those to come.
    func observe(_ moment: Moment) -> Observable<Bool> {
        state.withLock { state in
            if let subject = state.subjects?[moment] { return subject }
            let subject = ReplaySubject<Bool>.create(bufferSize: 1)
            let last =
                switch moment {
                case .step(let step, let phase): state.steps[step, phase]
                case .willBeVisible: state.willBeVisible
                case .visible: state.visible
                }
            // Nobody observes it yet, so this calls nobody.
            if let last { subject.onNext(last) }
            state.subjects = state.subjects ?? [:]
            state.subjects?[moment] = subject
            return subject
        }
    }
}

extension Appearance.Step {
    /// Which observable turns, and to what, when the method has run.
    fileprivate var turn: (moment: Presence.Moment, value: Bool) {
        switch self {
        case .viewWillAppear: (.willBeVisible, true)
        case .viewDidAppear: (.visible, true)
        case .viewWillDisappear: (.willBeVisible, false)
        case .viewDidDisappear: (.visible, false)
        }
    }
}

/// An optional Bool for each step and phase, in two bytes.
private struct Flags {
    private var known: UInt8 = 0
    private var values: UInt8 = 0

    subscript(step: Appearance.Step, phase: Messages.Phase) -> Bool? {
        get {
            let bit = Self.bit(step, phase)
            return known & bit == 0 ? nil : values & bit != 0
        }
        set {
            let bit = Self.bit(step, phase)
            known = newValue == nil ? known & ~bit : known | bit
            values = newValue == true ? values | bit : values & ~bit
        }
    }

    private static func bit(_ step: Appearance.Step, _ phase: Messages.Phase) -> UInt8 {
        let place =
            switch step {
            case .viewWillAppear: 0
            case .viewDidAppear: 1
            case .viewWillDisappear: 2
            case .viewDidDisappear: 3
            }
        return 1 << (phase == .sentMessage ? place : place + 4)
    }
}
