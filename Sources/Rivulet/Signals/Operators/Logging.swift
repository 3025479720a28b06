/// What a log shows of a signal, and of a start of a producer.
public enum LoggingEvent {
    /// What can be shown of a signal.
    public enum Signal: String, CaseIterable, Sendable {
        case value, completed, failed, terminated, disposed, interrupted
    }

    /// What can be shown of a producer.
    public enum SignalProducer: String, CaseIterable, Sendable {
        case starting, started, value, completed, failed, terminated, disposed, interrupted
    }
}

/// Writes a line of a log: where the sequence was made, what happened, and with what.
public typealias EventLogger =
    @Sendable (_ identifier: String, _ event: String, _ fileName: String, _ functionName: String, _ lineNumber: Int) -> Void

/// Prints a line of a log.
@Sendable
public func defaultEventLog(identifier: String, event: String, fileName: String, functionName: String, lineNumber: Int) {
    print("[\(identifier)] \(event) fileName: \(fileName), functionName: \(functionName), lineNumber: \(lineNumber)")
}

extension Signal {
    /// Writes a line to a log for each event on the way.
    ///
    ///     source     --1--2--|
    ///     logged       l  l  l
    ///     logEvents  --1--2--|
    ///
    /// - Parameters:
    ///   - identifier: begins each line.
    ///   - events: what to write down.
    ///   - fileName: where this is called.
    ///   - functionName: where this is called.
    ///   - lineNumber: where this is called.
    ///   - logger: writes a line; prints it by default.
    public func logEvents(
        identifier: String = "", events: Set<LoggingEvent.Signal> = Set(LoggingEvent.Signal.allCases),
        fileName: String = #file, functionName: String = #function, lineNumber: Int = #line,
        logger: @escaping EventLogger = defaultEventLog
    ) -> Signal {
        let write: @Sendable (String) -> Void = { logger(identifier, $0, fileName, functionName, lineNumber) }
        func line(_ event: LoggingEvent.Signal) -> (@Sendable () -> Void)? {
            if events.contains(event) { { @Sendable in write(event.rawValue) } } else { nil }
        }
        let failed: @Sendable (Error) -> Void = { write("failed \($0)") }
        let value: @Sendable (Value) -> Void = { write("value \($0)") }
        return on(
            failed: events.contains(.failed) ? failed : nil,
            completed: line(.completed), interrupted: line(.interrupted), terminated: line(.terminated),
            disposed: line(.disposed), value: events.contains(.value) ? value : nil)
    }
}

extension SignalProducer {
    /// Writes a line to a log for each event on the way.
    ///
    ///     source     --1--2--|
    ///     logged       l  l  l
    ///     logEvents  --1--2--|
    ///
    /// - Parameters:
    ///   - identifier: begins each line.
    ///   - events: what to write down.
    ///   - fileName: where this is called.
    ///   - functionName: where this is called.
    ///   - lineNumber: where this is called.
    ///   - logger: writes a line; prints it by default.
    public func logEvents(
        identifier: String = "", events: Set<LoggingEvent.SignalProducer> = Set(LoggingEvent.SignalProducer.allCases),
        fileName: String = #file, functionName: String = #function, lineNumber: Int = #line,
        logger: @escaping EventLogger = defaultEventLog
    ) -> SignalProducer {
        let write: @Sendable (String) -> Void = { logger(identifier, $0, fileName, functionName, lineNumber) }
        func line(_ event: LoggingEvent.SignalProducer) -> (@Sendable () -> Void)? {
            if events.contains(event) { { @Sendable in write(event.rawValue) } } else { nil }
        }
        let failed: @Sendable (Error) -> Void = { write("failed \($0)") }
        let value: @Sendable (Value) -> Void = { write("value \($0)") }
        return on(
            starting: line(.starting), started: line(.started),
            failed: events.contains(.failed) ? failed : nil,
            completed: line(.completed), interrupted: line(.interrupted), terminated: line(.terminated),
            disposed: line(.disposed), value: events.contains(.value) ? value : nil)
    }
}
