import Rivulet

/// What is wrong with a marble diagram.
public struct MarbleError: Error, Equatable, CustomStringConvertible {
    /// The diagram.
    public let diagram: String
    /// What is wrong with it.
    public let reason: String

    public var description: String { "\(reason) in \"\(diagram)\"" }
}

/// The events that a marble diagram draws: `"--a--(bc)-|"`.
///
/// Each character takes one frame: `-` passes the time, `|` completes, `X` fails, every other one is an element. Those
/// in parentheses come at once, at the frame of the opening one. Spaces are for the reader.
///
/// - Parameters:
///   - diagram: what to draw.
///   - values: the element for each character.
///   - error: the error for `X`.
///   - start: the time of the first frame.
///   - frame: how long a frame lasts.
/// - Throws: ``MarbleError`` for a character without a value, parentheses that do not match, or something after the end.
public func marbles<Element: Sendable>(
    _ diagram: String, values: [Character: Element], error: any Error = TestError.dummyError,
    start: TestTime = TestScheduler.Defaults.subscribed, frame: TestTime = 10
) throws(MarbleError) -> [Recorded<Event<Element>>] {
    var events: [Recorded<Event<Element>>] = []
    var time = start
    var isInGroup = false
    for character in diagram where character != " " {
        switch character {
        case "-": break
        case "(":
            if isInGroup { throw MarbleError(diagram: diagram, reason: "a group inside a group") }
            isInGroup = true
            continue
        case ")":
            if !isInGroup { throw MarbleError(diagram: diagram, reason: "a group that ends but never began") }
            isInGroup = false
        default:
            if events.last?.value.isStopEvent == true { throw MarbleError(diagram: diagram, reason: "an event after the end") }
            switch character {
            case "|": events.append(.completed(time))
            case "X": events.append(.error(time, error))
            default:
                guard let value = values[character] else {
                    throw MarbleError(diagram: diagram, reason: "no value for \"\(character)\"")
                }
                events.append(.next(time, value))
            }
        }
        if !isInGroup { time += frame }
    }
    if isInGroup { throw MarbleError(diagram: diagram, reason: "a group without an end") }
    return events
}

/// The events that a marble diagram draws, each element being its character; see ``marbles(_:values:error:start:frame:)``.
public func marbles(
    _ diagram: String, error: any Error = TestError.dummyError, start: TestTime = TestScheduler.Defaults.subscribed,
    frame: TestTime = 10
) throws(MarbleError) -> [Recorded<Event<String>>] {
    let values = Dictionary(diagram.map { ($0, String($0)) }) { first, _ in first }
    return try marbles(diagram, values: values, error: error, start: start, frame: frame)
}

extension TestableObserver {
    /// What came, as a marble diagram: for messages of tests that fail. Elements show as they print; several events in
    /// one frame stand in parentheses.
    ///
    /// - Parameters:
    ///   - start: the time of the first frame.
    ///   - frame: how long a frame lasts, 1 or more.
    public func marbles(start: TestTime = TestScheduler.Defaults.subscribed, frame: TestTime = 10) -> String {
        var diagram = ""
        var frames: [(index: Int, marks: [String])] = []
        for event in events {
            let mark =
                switch event.value {
                case .next(let element): "\(element)"
                case .error: "X"
                case .completed: "|"
                }
            let index = max(0, (event.time - start) / max(1, frame))
            if frames.last?.index == index { frames[frames.count - 1].marks.append(mark) } else { frames.append((index, [mark])) }
        }
        var drawn = 0
        for (index, marks) in frames {
            diagram += String(repeating: "-", count: max(0, index - drawn))
            diagram += marks.count == 1 ? marks[0] : "(\(marks.joined()))"
            drawn = index + 1
        }
        return diagram
    }
}
