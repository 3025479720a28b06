import Foundation
import Testing

/// A named pipe that a program gets for its standard output or error, and whose reader does what readers do: it reads, it
/// stops reading, or it goes away.
final class StandardPipe {
    let path: String
    private let folder: TemporaryFolder
    private let reader: FileHandle
    private var seen = ""

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.makePipe("pipe")
        // Without waiting for who writes: that one is only going to be started, and would wait for us.
        reader = FileHandle(fileDescriptor: try #require(Self.open(path, O_RDONLY)), closeOnDealloc: true)
    }

    /// A command that runs the one behind it, as its own process, with the pipe in the place of a descriptor.
    func launcher(_ descriptor: Int32) -> [String] { ["/bin/sh", "-c", "exec \"$@\" \(descriptor)>\"$0\"", path] }

    /// Reads until something is there, and returns what it is.
    func read<Output>(_ pattern: some RegexComponent<Output>) throws -> Output {
        try eventually("a line in the pipe, where there is: \(seen)") {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = Foundation.read(reader.fileDescriptor, &buffer, buffer.count)
            seen += String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            return seen.firstMatch(of: pattern)?.output
        }
    }

    /// Fills the pipe: whoever writes into it now waits for good.
    func fill() throws {
        let writer = FileHandle(fileDescriptor: try #require(Self.open(path, O_WRONLY)), closeOnDealloc: true)
        for size in [4_096, 1] {
            let bytes = [UInt8](repeating: 0x20, count: size)
            while write(writer.fileDescriptor, bytes, size) > 0 {}
        }
    }

    /// Nobody reads any more.
    func close() throws { try reader.close() }

    private static func open(_ path: String, _ mode: Int32) -> Int32? {
        let descriptor = Foundation.open(path, mode | O_NONBLOCK | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : nil
    }
}
