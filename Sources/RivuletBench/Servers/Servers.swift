import Glibc

// `rivulet-bench http`, `sse` and `compare`: servers as clients see them, Rivulet and others by the same clients.
//
//   LoadOptions, CompareOptions   the command lines
//   Comparison                    rounds in turn, medians, spreads and ratios
//   Case                          what is measured, of whom
//   Sample                        what one run came to
//   Load/                         the generators: how they are called, and what they print
//   Programs/                     the servers and peers: how they are configured, started, watched and stopped

/// Measures one server that listens already, with `wrk` or `h2load`.
func runHTTP(_ options: HTTPLoadOptions) throws {
    let load = options.load
    let sample = try Measurement(process: options.process, clientCore: options.clientCore).sample { core in
        try load.run(against: options.url, core: core)
    }
    print(options.asJSON ? sample.json : sample.text)
}

/// Measures one hub of events that listens already, with a generator that somebody names.
func runEvents(_ options: EventLoadOptions) throws {
    let sample = try Measurement(process: options.process, clientCore: options.clientCore).sample { core in
        try options.load.run(options.generator, url: options.url, publishURL: options.publishURL, process: options.process, core: core)
    }
    print(options.asJSON ? sample.json : sample.text)
}

/// Starts Rivulet and the peers that are installed, in turn, and prints how they compare.
func runComparison(_ options: CompareOptions) throws {
    let comparison = try Comparison(options)
    let results = try comparison.run()
    print(options.asJSON ? results.json : results.text)
}

/// One run of a generator, and what it cost the server meanwhile.
struct Measurement {
    /// The server's process; nil when nobody said.
    let process: pid_t?
    /// The processor that the generator gets; nil for any.
    let clientCore: Int?

    func sample(_ run: (_ core: Int?) throws -> Sample) throws -> Sample {
        let before = process.map(ProcessCost.init(of:))
        let start = ContinuousClock.now
        let generatorBefore = ProcessCost.ofChildren
        var sample = try run(clientCore)
        let seconds = Double((ContinuousClock.now - start) / .nanoseconds(1)) * 1e-9
        if sample[.generatorBusy] == nil {
            sample[.generatorBusy] = (ProcessCost.ofChildren - generatorBefore) / seconds * 100
        }
        if let process, let before {
            let after = ProcessCost(of: process)
            if let count = sample[.count], count > 0, sample[.cpu] == nil { sample[.cpu] = (after.cpu - before.cpu) * 1e6 / count }
            sample[.memory] = Double(after.memory) / 1_048_576
        }
        return sample
    }
}
