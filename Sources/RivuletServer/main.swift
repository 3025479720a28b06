import Dispatch
import FoundationEssentials

let signals = Program.start(arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)

// The Dispatch main queue is served from here on; the event loops have threads of their own. The process ends through
// `exit` when a signal has stopped the server.
dispatchMain()
