import RivuletEvents
import Testing

@Suite("The appearance of a page")
struct AppearanceTests {
    private func steps(_ changes: [Appearance.Change]) -> [Appearance.Step] {
        var appearance = Appearance()
        return changes.flatMap { appearance.take($0) }
    }

    @Test(
        "follows its stream",
        arguments: [
            ([.subscribed], [.viewWillAppear]),
            ([.subscribed, .headWritten], [.viewWillAppear, .viewDidAppear]),
            // Dies before the head.
            ([.subscribed, .ended], [.viewWillAppear, .viewWillDisappear, .viewDidDisappear]),
            ([.subscribed, .headWritten, .ended], [.viewWillAppear, .viewDidAppear, .viewWillDisappear, .viewDidDisappear]),
            // Hidden and shown.
            (
                [.subscribed, .headWritten, .hidden, .shown],
                [.viewWillAppear, .viewDidAppear, .viewWillDisappear, .viewDidDisappear, .viewWillAppear, .viewDidAppear]
            ),
            // Dropped while hidden.
            (
                [.subscribed, .headWritten, .hidden, .ended],
                [.viewWillAppear, .viewDidAppear, .viewWillDisappear, .viewDidDisappear]
            ),
            // Hidden before the head: shown, it still waits for it.
            (
                [.subscribed, .hidden, .shown, .headWritten],
                [.viewWillAppear, .viewWillDisappear, .viewDidDisappear, .viewWillAppear, .viewDidAppear]
            ),
            (
                [.subscribed, .hidden, .headWritten, .shown],
                [.viewWillAppear, .viewWillDisappear, .viewDidDisappear, .viewWillAppear, .viewDidAppear]
            ),
            // Nobody ever subscribed.
            ([.ended], []), ([.ended, .subscribed, .headWritten], []), ([.hidden], []), ([.headWritten], []),
        ] as [([Appearance.Change], [Appearance.Step])])
    func order(changes: [Appearance.Change], expected: [Appearance.Step]) {
        #expect(steps(changes) == expected)
    }

    @Test("does nothing for a change that says nothing new")
    func repetition() {
        let changes: [Appearance.Change] = [.subscribed, .headWritten, .hidden, .shown, .ended]
        #expect(steps(changes.flatMap { [$0, $0] }) == steps(changes))
    }

    @Test("never tells a page what can't be, whatever happens", arguments: 0..<200 as Range<UInt64>)
    func grammar(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let changes = (0..<30).compactMap { _ in Appearance.Change.allCases.randomElement(using: &random) }
        var (willBeVisible, visible, isOver) = (false, false, false)
        var appearance = Appearance()
        for change in changes {
            for step in appearance.take(change) {
                #expect(!isOver)
                switch step {
                case .viewWillAppear:
                    #expect(!willBeVisible && !visible)
                    willBeVisible = true
                case .viewDidAppear:
                    #expect(willBeVisible && !visible)
                    visible = true
                case .viewWillDisappear:
                    #expect(willBeVisible)
                    willBeVisible = false
                case .viewDidDisappear:
                    #expect(!willBeVisible)
                    visible = false
                }
            }
            if change == .ended {
                isOver = true
                #expect(!willBeVisible && !visible)
            }
        }
    }
}
