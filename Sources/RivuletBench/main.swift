import Glibc

/// `rivulet-bench COMMAND …`: measures parts of Rivulet on this machine.
let usage = """
    usage: rivulet-bench core [--json] [--rows KEY,…]
      core            nanoseconds and heap allocations per event of the reactive core, each row beside the same work
                      written by hand
      --json          print JSON, not a table
      --rows KEY,…    measure these rows only, for example --rows a,b,g

    \(SoakOptions.usage)

    \(HTTPLoadOptions.usage)

    \(EventLoadOptions.usage)

    \(CompareOptions.usage)
    """

var arguments = Array(CommandLine.arguments.dropFirst())

if arguments.last == "--help" {
    print(usage)
    exit(0)
}
do {
    guard !arguments.isEmpty else { throw UsageError("no command") }
    switch arguments.removeFirst() {
    case "core": try runCoreBenchmark(CoreOptions(arguments))
    case "soak": exit(runSoak(try SoakOptions(arguments)))
    case "http": try runHTTP(HTTPLoadOptions(arguments))
    case "sse": try runEvents(EventLoadOptions(arguments))
    case "compare": try runComparison(CompareOptions(arguments))
    case let command: throw UsageError("no such command: \(command)")
    }
} catch let error as UsageError {
    fail("\(error.message); see rivulet-bench --help", EX_USAGE)
} catch let error as ClientError {
    fail(error.description, EX_UNAVAILABLE)
} catch let error as WrongRow {
    fail("row \(error.key) does not come to what its limit comes to", EX_SOFTWARE)
}

func fail(_ message: String, _ status: Int32) -> Never {
    let line = "rivulet-bench: \(message)\n"
    write(STDERR_FILENO, line, line.utf8.count)
    exit(status)
}
