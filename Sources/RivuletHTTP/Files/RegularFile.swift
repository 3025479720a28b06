import Glibc

/// A file that is read whole, such as one with a certificate or a token.
package enum RegularFile {
    package enum Failure: Error {
        /// It can't be opened or read, with this `errno`; `EFBIG` for one that is larger than it may be.
        case unreadable(code: Int32)
        /// It is a pipe, a socket or a device.
        case notRegular
    }

    /// Reads a file. Blocks for as long as the disk needs, but never for somebody who would write into a pipe.
    /// - Parameter limit: the most bytes that it may have.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        // O_NONBLOCK: opening a FIFO would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .unreadable(code: EISDIR)
        default: throw .notRegular
        }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(code: errno) }
            if count == 0 { return content }
            content += buffer.prefix(count)
            guard content.count <= limit else { throw .unreadable(code: EFBIG) }
        }
    }
}
