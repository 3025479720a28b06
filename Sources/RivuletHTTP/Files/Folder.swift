import CLinux
import Glibc

/// A folder, held open: what is below it is found from its descriptor, segment by segment, and no symbolic link is
/// followed on the way. So nothing outside is ever reached, not even while somebody moves things about.
public final class Folder: Sendable {
    /// A folder that cannot be served.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        /// The folder's path.
        public let path: String
        /// The system's error number.
        public let code: Int32

        public var description: String { "\(path): \(String(cString: strerror(code)))" }
    }

    /// What stands at a path.
    enum Found {
        case file(OpenFile)
        case directory
        case notThere
        case failed
    }

    private let descriptor: Int32

    /// Opens a folder. The path itself may lead through symbolic links.
    public init(_ path: String) throws(Failure) {
        descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
    }

    deinit { close(descriptor) }

    /// Opens what stands at a path. Blocks: not for a loop.
    func open(_ path: FilePath) -> Found {
        var folder = descriptor
        defer { if folder != descriptor { close(folder) } }
        for segment in path.segments.dropLast() {
            let next = openat(folder, segment, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if next < 0 { return Self.found(errno) }
            if folder != descriptor { close(folder) }
            folder = next
        }
        // O_NONBLOCK: opening a FIFO would wait for a writer.
        let file = openat(folder, path.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if file < 0 { return Self.found(errno) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            close(file)
            return .failed
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(OpenFile(descriptor: file, version: FileVersion(status)))
        case S_IFDIR:
            close(file)
            return .directory
        default:
            close(file)
            return .notThere
        }
    }

    private static func found(_ code: Int32) -> Found {
        switch code {
        case EMFILE, ENFILE, ENOMEM, EIO, EINTR: .failed
        default: .notThere
        }
    }
}

/// What tells one version of a file from another.
struct FileVersion: Hashable, Sendable {
    let size: Int
    private let modified: Int
    private let nanoseconds: Int
    private let inode: UInt64

    init(_ status: stat) {
        size = Int(status.st_size)
        modified = Int(status.st_mtim.tv_sec)
        nanoseconds = Int(status.st_mtim.tv_nsec)
        inode = UInt64(status.st_ino)
    }

    var tag: EntityTag {
        EntityTag([modified, nanoseconds, size].map { String($0, radix: 36) }.joined(separator: "-") + "-" + String(inode, radix: 36))
    }

    /// Never in the future: a client could not use that (RFC 9110 §8.8.2.1).
    var lastModified: HTTPDate { HTTPDate(seconds: min(modified, time(nil))) }

    /// Whether the file was at rest for a second: the clock of a file system has ticks, and within one a file can change
    /// without a trace.
    var isSettled: Bool { modified < time(nil) - 1 }
}

/// A file that was opened, closed when nobody holds this any more.
final class OpenFile: Sendable {
    let version: FileVersion
    private let descriptor: Int32

    init(descriptor: Int32, version: FileVersion) {
        self.descriptor = descriptor
        self.version = version
    }

    deinit { close(descriptor) }

    /// All of it, or nil when it cannot be read whole. Blocks.
    func readAll() -> [UInt8]? { read(at: 0, count: version.size) }

    /// A piece of it, or nil when it cannot be read or is shorter now. Blocks. `pread` fills the array's own memory, and
    /// only what it has filled becomes part of the array.
    func read(at offset: Int, count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            while initializedCount < count, let base = buffer.baseAddress {
                let got = pread(descriptor, base + initializedCount, count - initializedCount, off_t(offset + initializedCount))
                if got < 0, errno == EINTR { continue }
                if got <= 0 { break }
                initializedCount += got
            }
        }
        return bytes.count == count ? bytes : nil
    }
}
