import Glibc

/// `rivulet-bench COMMAND …`: measures parts of Rivulet on this machine.
let arguments = Array(CommandLine.arguments.dropFirst())

switch arguments.first {
case "core":
    runCoreBenchmark(keys: arguments.dropFirst().filter { $0 != "--json" }, asJSON: arguments.contains("--json"))
default:
    print(
        """
        usage: rivulet-bench core [--json] [ROW …]
          core   nanoseconds and heap allocations per event of the reactive core, each row beside the same work written by hand
        """)
    exit(arguments.isEmpty || arguments.first == "--help" ? 0 : 2)
}
