import Glibc
import Rivulet

/// Where a journal's bytes lie. A seam, so that a full disk can be had in a test. Called by one thread at a time.
protocol JournalStorage: Sendable {
    /// How many bytes there are.
    var length: Int { get }

    /// Adds bytes at the end: all, or on failure none, also after the next start.
    func append(_ bytes: [UInt8]) throws(StorageError)

    /// Takes away the last bytes that were appended.
    func takeBack(_ count: Int) throws(StorageError)

    /// Returns when everything appended is on the device.
    func synchronize() throws(StorageError)

    /// Keeps what there is now for those who want to look at it, in place of what was kept so before.
    func keepAside() throws(StorageError)

    /// Puts other bytes in place of all, safely on the device; on failure the old ones stay.
    func replace(with bytes: [UInt8]) throws(StorageError)
}

/// What the system said.
struct StorageError: Error, Hashable, CustomStringConvertible {
    let call: String
    let code: Int32

    var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// A journal's file, locked against other processes for as long as this lives.
final class FileStorage: JournalStorage {
    private struct State {
        var descriptor: Int32
        var length: Int
        /// Whether there may be something behind `length` that should not be there.
        var isTorn = false
    }

    private let path: String
    private let lockDescriptor: Int32
    private let state: Lock<State>

    /// Opens a file and takes possession of it; makes it, readable by its owner only, if it is not there.
    /// - Returns: the storage, and what is in the file.
    static func open(_ path: String) throws(StorageError) -> (storage: FileStorage, content: [UInt8]) {
        // Where a link leads to, for the file is replaced now and then, and the link must not be.
        let path = resolved(path)
        // The lock has a file of its own for the same reason.
        let lockDescriptor = try check("open \(path).lock", Glibc.open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        do throws(StorageError) {
            try check("lock \(path)", flock(lockDescriptor, LOCK_EX | LOCK_NB))
            let descriptor = try check("open \(path)", Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
            do throws(StorageError) {
                let content = try read(descriptor, path)
                return (FileStorage(path, lockDescriptor, State(descriptor: descriptor, length: content.count)), content)
            } catch {
                close(descriptor)
                throw error
            }
        } catch {
            close(lockDescriptor)
            throw error
        }
    }

    private init(_ path: String, _ lockDescriptor: Int32, _ state: State) {
        self.path = path
        self.lockDescriptor = lockDescriptor
        self.state = Lock(state)
    }

    deinit {
        state.withLock { _ = close($0.descriptor) }
        close(lockDescriptor)
    }

    var length: Int { state.withLock { $0.length } }

    func append(_ bytes: [UInt8]) throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            // What a failed append left behind must go first: a whole frame of it could pass for the next one.
            if state.isTorn { try Self.check("ftruncate \(path)", ftruncate(state.descriptor, state.length)) }
            state.isTorn = true
            do throws(StorageError) {
                try Self.write(bytes, to: state.descriptor, at: state.length, path)
            } catch {
                if ftruncate(state.descriptor, state.length) == 0 { state.isTorn = false }
                throw error
            }
            state.isTorn = false
            state.length += bytes.count
        }
    }

    func takeBack(_ count: Int) throws(StorageError) {
        try state.withLock { (state) throws(StorageError) in
            state.length -= count
            state.isTorn = true
            try Self.check("ftruncate \(path)", ftruncate(state.descriptor, state.length))
            state.isTorn = false
        }
    }

    func synchronize() throws(StorageError) {
        let descriptor = state.withLock { $0.descriptor }
        try Self.check("fdatasync \(path)", fdatasync(descriptor))
    }

    func keepAside() throws(StorageError) {
        let damagedPath = path + ".damaged"
        unlink(damagedPath)
        // The other name stays with these bytes when the path gets others.
        try Self.check("link \(damagedPath)", link(path, damagedPath))
    }

    func replace(with bytes: [UInt8]) throws(StorageError) {
        let newPath = path + ".new"
        let descriptor = try Self.check("open \(newPath)", Glibc.open(newPath, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
        do throws(StorageError) {
            try Self.write(bytes, to: descriptor, at: 0, newPath)
            try Self.check("fsync \(newPath)", fsync(descriptor))
            try Self.check("rename \(newPath)", rename(newPath, path))
        } catch {
            close(descriptor)
            unlink(newPath)
            throw error
        }
        let old = state.withLock { state in
            exchange(&state, with: State(descriptor: descriptor, length: bytes.count)).descriptor
        }
        close(old)
        // The rename is safe when the folder is.
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let folderDescriptor = try Self.check("open \(folder)", Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        defer { close(folderDescriptor) }
        try Self.check("fsync \(folder)", fsync(folderDescriptor))
    }

    // MARK: System calls

    @discardableResult
    private static func check(_ call: @autoclosure () -> String, _ result: Int32) throws(StorageError) -> Int32 {
        if result < 0 { throw StorageError(call: call(), code: errno) }
        return result
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func read(_ descriptor: Int32, _ path: String) throws(StorageError) -> [UInt8] {
        var status = stat()
        try check("fstat \(path)", fstat(descriptor, &status))
        // A device or a pipe would be replaced by a file.
        guard status.st_mode & S_IFMT == S_IFREG else { throw StorageError(call: "open \(path) as a file", code: ENOTSUP) }
        var content = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < content.count {
            let result = content.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count, count) }
            if result < 0, errno == EINTR { continue }
            if result < 0 { throw StorageError(call: "read \(path)", code: errno) }
            if result == 0 { break }
            count += result
        }
        return Array(content.prefix(count))
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int, _ path: String) throws(StorageError) {
        var count = 0
        while count < bytes.count {
            let result = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count, offset + count)
            }
            if result < 0, errno == EINTR { continue }
            if result <= 0 { throw StorageError(call: "write \(path)", code: result < 0 ? errno : EIO) }
            count += result
        }
    }
}
