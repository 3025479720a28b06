import Glibc

/// What a process and its children have cost so far (proc(5)).
struct ProcessCost {
    /// Seconds of the processor's time.
    let cpu: Double
    /// Resident memory, in bytes.
    let memory: Int

    init(of process: pid_t) {
        var ticks = 0.0
        var pages = 0
        for process in Self.tree(process) {
            // Behind the name, which may hold anything: the state is the first word, the times are the 12th and 13th.
            let words = Self.read("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            if words.count > 12 { ticks += (Double(words[11]) ?? 0) + (Double(words[12]) ?? 0) }
            let sizes = Self.read("/proc/\(process)/statm").split(separator: " ")
            if sizes.count > 1 { pages += Int(sizes[1]) ?? 0 }
        }
        cpu = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        memory = pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// A process and those it has started: a server's workers.
    static func tree(_ process: pid_t) -> [pid_t] {
        [process] + read("/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { pid_t($0) }
    }

    /// Seconds of the processor's time that programs took which we ran to their end.
    static var ofChildren: Double {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0 else { return 0 }
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func read(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
