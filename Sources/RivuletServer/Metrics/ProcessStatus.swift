import Glibc

/// What the kernel says of this process.
struct ProcessStatus {
    /// Open descriptors, without the one that counting them takes.
    let openDescriptors: Int
    /// In bytes.
    let residentMemory: Int

    /// Reads `/proc`: no disk is asked, but with thousands of descriptors it takes milliseconds, so not on an event loop.
    static func current() -> ProcessStatus {
        ProcessStatus(openDescriptors: countDescriptors(), residentMemory: readResidentMemory())
    }

    private static func countDescriptors() -> Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // ".", ".." and the folder itself.
        return max(0, count - 3)
    }

    private static func readResidentMemory() -> Int {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        // The second number of the line is the resident set, in pages (proc(5)).
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
