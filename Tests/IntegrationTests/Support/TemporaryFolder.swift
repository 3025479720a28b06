import Foundation

/// A folder that goes with the object.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "rivulet-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Returns the path of the file.
    func write(_ name: String, _ text: String) throws -> String {
        let file = "\(path)/\(name)"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    /// A named pipe. Returns its path.
    func makePipe(_ name: String) throws -> String {
        let file = "\(path)/\(name)"
        guard mkfifo(file, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return file
    }
}

/// Writes into a named pipe once somebody reads from it, and ends there.
func feedPipe(_ path: String, _ text: String) throws {
    // Opening without waiting fails (ENXIO) as long as nobody reads.
    let descriptor = try eventually("somebody who reads \(path)") {
        let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : nil
    }
    _ = fcntl(descriptor, F_SETFL, 0)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
}
