import Glibc

/// Where the viewer's files are.
enum PublicFolder {
    /// The folder that was asked for, or `Public` in the working directory, else beside the executable; `nil` if there is
    /// none.
    static func find(_ path: String?) -> String? {
        let candidates = path.map { [$0] } ?? ["Public", executableFolder.map { "\($0)/Public" }].compactMap(\.self)
        return candidates.first(where: isFolder)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static var executableFolder: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        let executable = String(cString: path)
        return executable.lastIndex(of: "/").map { String(executable[..<$0]) }
    }
}
