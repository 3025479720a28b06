import FoundationEssentials
import Glibc

/// A server that was started for one measurement, on a processor of its own.
final class RunningContender {
    let process: pid_t
    let urls: Contender.URLs
    private let folder: String

    /// Starts it, and waits until it accepts connections.
    init(_ contender: Contender, site: String, core: Int) throws {
        folder = try TemporaryFolder.make()
        let (port, port2) = (try FreePort.find(), try FreePort.find())
        let (arguments, urls) = try contender.launch(in: folder, site: site, port: port, port2: port2)
        self.urls = urls
        let log = open(folder + "/log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard log >= 0 else { throw ClientError("open \(folder)/log") }
        defer { close(log) }
        process = try spawn(
            try Command.pinned(contender.program, arguments, core), standardOutput: log, standardError: log)
        for _ in 0..<500 {
            if let descriptor = try? Endpoint(host: "127.0.0.1", port: port).connect() {
                close(descriptor)
                // Workers are there a little later than the socket, and what they cost is to be counted.
                usleep(300_000)
                return
            }
            usleep(10_000)
        }
        let said = (try? Data(contentsOf: URL(filePath: folder + "/log"))).map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? ""
        stop()
        throw ClientError(saying: "\(contender.kind.rawValue) does not listen: \(said)")
    }

    func stop() {
        _ = end(process)
        TemporaryFolder.remove(folder)
    }
}

/// A port that nobody has at the moment.
enum FreePort {
    static func find() throws(ClientError) -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ClientError("socket") }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // bind(2) and getsockname(2) take every family's address through a pointer to the common head of them all.
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard result == 0 else { throw ClientError("bind") }
        return UInt16(bigEndian: address.sin_port)
    }
}

enum TemporaryFolder {
    static func make() throws(ClientError) -> String {
        var template = Array("/tmp/rivulet-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ClientError("mkdtemp") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
