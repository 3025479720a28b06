import Glibc

/// A program that is run to its end, for what it prints.
struct Command {
    private let words: [String]
    private let mayFail: Bool

    /// - Parameters:
    ///   - program: a path, or a name to look for.
    ///   - core: the processor that it is kept on; nil for any.
    ///   - mayFail: whether it may end with another status than 0: when it says what was wrong.
    /// - Throws: ``UsageError`` when there is no such program.
    init(_ program: String, _ arguments: [String], core: Int? = nil, mayFail: Bool = false) throws(UsageError) {
        words = try Self.pinned(program, arguments, core)
        self.mayFail = mayFail
    }

    /// The words of a command that runs on one processor.
    static func pinned(_ program: String, _ arguments: [String], _ core: Int?) throws(UsageError) -> [String] {
        let command = [try find(program)] + arguments
        guard let core else { return command }
        return [try find("taskset"), "-c", "\(core)"] + command
    }

    /// Runs it, and waits.
    /// - Returns: what it printed, on either stream.
    func output() throws(ClientError) -> String {
        var pipe: [Int32] = [0, 0]
        guard Glibc.pipe(&pipe) == 0 else { throw ClientError("pipe") }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process: pid_t
        do throws(ClientError) {
            process = try spawn(words, standardOutput: pipe[1], standardError: pipe[1])
        } catch {
            for end in pipe { close(end) }
            throw error
        }
        close(pipe[1])
        defer { close(pipe[0]) }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(pipe[0], &buffer, buffer.count)
            guard count > 0 else { break }
            output += buffer[..<count]
        }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        let text = String(decoding: output, as: UTF8.self)
        guard status == 0 || mayFail else { throw ClientError(saying: "\(words.joined(separator: " ")): \(text.prefix(200))") }
        return text
    }

    /// Where a program is: at its path, or in one of the folders for programs.
    static func find(_ program: String) throws(UsageError) -> String {
        if let path = locate(program) { return path }
        throw UsageError(
            program.contains("/") ? "there is no program \(program)" : "\(program) is not installed (apt-get install \(package(program)))")
    }

    static func locate(_ program: String) -> String? {
        if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
        return folders.lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    private static func package(_ program: String) -> String {
        switch program {
        case "h2load": "nghttp2-client"
        case "nghttpd": "nghttp2-server"
        case "taskset": "util-linux"
        default: program
        }
    }
}

/// Starts a program.
/// - Parameters:
///   - standardOutput: what becomes its standard output; nil for ours.
///   - standardError: what becomes its standard error.
func spawn(_ command: [String], standardOutput: Int32? = nil, standardError: Int32) throws(ClientError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let standardOutput { posix_spawn_file_actions_adddup2(&actions, standardOutput, STDOUT_FILENO) }
    posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO)
    let texts = command.map { strdup($0) }
    defer { for text in texts { free(text) } }
    var process: pid_t = 0
    errno = posix_spawnp(&process, command[0], &actions, nil, texts + [nil], environ)
    if errno != 0 { throw ClientError("start \(command[0])") }
    return process
}

/// Ends a program in order, and otherwise after 15 s.
/// - Returns: its exit status, or the negated signal.
func end(_ process: pid_t) -> Int32 {
    kill(process, SIGTERM)
    var status: Int32 = 0
    var waited = 0
    while waitpid(process, &status, WNOHANG) == 0 {
        usleep(10_000)
        waited += 1
        if waited == 1_500 { kill(process, SIGKILL) }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
}
