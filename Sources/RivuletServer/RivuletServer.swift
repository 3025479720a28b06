import Dispatch
import Glibc

// The executable `rivulet`: the only module that knows all the others, and the one that puts them together.
//
// - Configuration/  arguments and environment → a plain value; one table of options drives parsing and `--help`
// - Composition/    the house, put together: what is made in which order, started, and stopped
// - Routes/         one file for each group of endpoints; Resources/openapi.json describes them all
// - Access/         who may post: the token, limits by address, proxies whose word counts
// - Metrics/        what `/metrics` shows
// - Logging/        lines on standard error
// - Health/         `rivulet healthcheck`

/// The program as the shell sees it: a command in, lines on the standard streams and an exit status out.
enum Program {
    /// Why the process ended (sysexits.h where that has a name for it).
    enum ExitStatus: Int32 {
        case success = 0
        case unhealthy = 1
        case usage = 64
        case brokenInput = 65
        case missingInput = 66
        case cannotListen = 69
        case cannotWrite = 73
    }

    /// Does what the arguments ask for. Returns only if that was to serve: the server is being started, and ends the process
    /// when one of the signals tells it to.
    static func start(arguments: [String], environment: [String: String]) -> Signals {
        takeStandardStreams()
        do {
            switch try CommandLineParser(arguments: arguments, environment: environment).parse() {
            case .help:
                print(Usage.text)
                exit(.success)
            case .version:
                print("rivulet \(Usage.version)")
                exit(.success)
            case .healthCheck(let configuration):
                checkHealth(configuration)
            case .serve(let configuration, let warnings):
                return serve(configuration, warnings: warnings, service: ServiceManager(environment: environment))
            }
        } catch {
            say("rivulet: \(error)")
            exit(.usage)
        }
    }

    /// Makes the standard streams such that writing to them does nothing but write.
    private static func takeStandardStreams() {
        // Otherwise the end of whoever reads our lines, `| head`, is ours too.
        signal(SIGPIPE, SIG_IGN)
        // Otherwise the number of a stream that was closed becomes that of a file of ours, and our lines end up in it.
        var descriptor = open("/dev/null", O_RDWR)
        while (STDIN_FILENO...STDERR_FILENO).contains(descriptor) { descriptor = open("/dev/null", O_RDWR) }
        if descriptor >= 0 { close(descriptor) }
    }

    private static func checkHealth(_ configuration: Configuration) -> Never {
        do {
            try HealthCheck(configuration).run()
            exit(.success)
        } catch {
            say("rivulet: http://\(configuration.host.forConnecting.forURL):\(configuration.port)/healthz: \(error)")
            exit(.unhealthy)
        }
    }

    private static func serve(_ configuration: Configuration, warnings: [String], service: ServiceManager) -> Signals {
        let log = Log(configuration.log)
        for warning in warnings { log.warning(warning) }
        let running: RunningApplication
        do {
            running = RunningApplication(try Application(configuration, log: log, service: service))
        } catch {
            fail(error, log)
        }
        Task {
            do throws(StartFailure) {
                try await running.start()
            } catch {
                fail(error, log)
            }
        }
        return Signals(reload: running.reload) { signal in
            log.info("stopping: \(signal)")
            Task {
                await running.stop()
                log.info("stopped")
                end(.success, log)
            }
        } second: { signal in
            log.warning("ending at once: \(signal)")
            // A line takes microseconds; a log that nobody reads must not hold this up.
            log.flush(atMost: .milliseconds(50))
            // Without what `exit` has still to do: the loops are at work.
            _exit(ExitStatus.success.rawValue)
        }
    }

    private static func fail(_ failure: StartFailure, _ log: Log) -> Never {
        log.error(failure.message)
        log.flush()
        // Without what `exit` has still to do: who has read the articles in vain may still be at work.
        _exit(failure.status.rawValue)
    }

    private static func end(_ status: ExitStatus, _ log: Log) -> Never {
        log.flush()
        exit(status)
    }

    private static func say(_ line: String) { Log.writeToStandardError(line + "\n") }

    private static func exit(_ status: ExitStatus) -> Never { Glibc.exit(status.rawValue) }
}
