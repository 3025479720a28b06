import Rivulet

/// Notes what happens, in order, from whatever thread: `1` for a value, `!error`, `|` for completed, `#` for interrupted.
typealias EventLog = Recorder<String>

extension Recorder where Entry == String {
    var log: [String] { entries }

    func note(_ text: String) { record(text) }

    /// An observer that notes every event.
    func observer<Value, Failure>(_ name: String = "") -> Signal<Value, Failure>.Observer {
        Signal<Value, Failure>.Observer { [self] event in
            switch event {
            case .value(let value): note("\(name)\(value)")
            case .failed(let error): note("\(name)!\(error)")
            case .completed: note("\(name)|")
            case .interrupted: note("\(name)#")
            }
        }
    }
}

/// An error to fail with.
enum Trouble: Error, Equatable {
    case first
    case second
}

extension Signal {
    /// Notes every event from now on, while `body` runs.
    func record(_ body: () -> Void) -> [String] {
        let recorder = EventLog()
        let observation = observe(recorder.observer())
        body()
        observation?.dispose()
        return recorder.log
    }
}

extension SignalProducer {
    /// Everything that a synchronous producer sends.
    var log: [String] {
        let recorder = EventLog()
        let observation = start(recorder.observer())
        let log = recorder.log
        // It may never end, and would hold itself and the recorder for ever.
        observation.dispose()
        return log
    }
}
