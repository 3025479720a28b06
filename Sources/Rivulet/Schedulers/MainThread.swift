import CLinux
import Glibc

/// Whether this is the process's main thread, whose id is the process's.
var isMainThread: Bool { gettid() == getpid() }
