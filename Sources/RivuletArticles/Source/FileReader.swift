import CLinux
import Glibc

/// Reads a file to its end, which may be long in coming: the file may be a FIFO that nobody writes to yet.
///
/// The thread that calls ``read()`` waits; any other may tell it to stop.
final class FileReader: Sendable {
    private let path: String
    private let limit: Int
    /// An eventfd: readable once ``stop()`` was called. Closed when nobody can use it any more, so never a stranger's.
    private let stopSignal: Int32

    /// A reader of the file at `path`, of at most `limit` bytes.
    /// - Throws: if the process has no descriptor left.
    init(path: String, limit: Int) throws(ArticleSourceError) {
        self.path = path
        self.limit = limit
        stopSignal = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard stopSignal >= 0 else { throw .unreadable(path: path, code: errno) }
    }

    deinit { close(stopSignal) }

    /// Makes ``read()`` return nil, soon. Any thread.
    func stop() { eventfd_write(stopSignal, 1) }

    /// All bytes of the file; nil if it was told to stop.
    func read() throws(ArticleSourceError) -> [UInt8]? {
        // Not blocking, so that opening a FIFO does not wait for a writer; waiting is `poll`'s.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, code: errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw .isDirectory(path: path) }

        var bytes: [UInt8] = []
        while true {
            // Before each `read`: a FIFO without a writer looks as if it were at its end, except to `poll` (pipe(7)).
            guard try wait(for: descriptor) else { return nil }
            switch try read(descriptor, into: &bytes) {
            case 0?: return bytes
            default: if bytes.count > limit { throw .tooLarge(path: path, limit: limit) }
            }
        }
    }

    /// Waits until there is something to read.
    /// - Returns: false if it was told to stop.
    private func wait(for descriptor: Int32) throws(ArticleSourceError) -> Bool {
        var polled = [
            pollfd(fd: stopSignal, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polled, nfds_t(polled.count), -1) < 0 {
            guard errno == EINTR else { throw .unreadable(path: path, code: errno) }
        }
        return polled[0].revents == 0
    }

    /// Appends what is there to read.
    /// - Returns: how many bytes that was, 0 at the end; nil if there was nothing yet.
    private func read(_ descriptor: Int32, into bytes: inout [UInt8]) throws(ArticleSourceError) -> Int? {
        var code: Int32 = 0
        var count = 0
        bytes.append(addingCapacity: Self.pieceSize) { piece in
            // The system writes into the spare room of the array, and what it wrote is what becomes part of it.
            piece.withUnsafeMutableBufferPointer { room, initializedCount in
                count = Glibc.read(descriptor, room.baseAddress, room.count)
                if count < 0 { code = errno }
                initializedCount = max(count, 0)
            }
        }
        if count >= 0 { return count }
        if code == EAGAIN || code == EINTR { return nil }
        throw .unreadable(path: path, code: code)
    }

    private static let pieceSize = 64 << 10
}
