import Foundation

/// A folder of a test's own, removed with this.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("rivulet-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the folders on the way to it, as it would be after a while: modified a minute ago.
    func write(_ name: String, _ content: some Sequence<UInt8>, modified: Date = Date(timeIntervalSinceNow: -60)) throws {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content).write(to: url)
        try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: url.path)
    }

    func write(_ name: String, _ text: String, modified: Date = Date(timeIntervalSinceNow: -60)) throws {
        try write(name, text.utf8, modified: modified)
    }

    func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: destination)
    }
}
