import Foundation

/// The inputs that are kept: good ones to begin with, and each that has found something.
public enum Corpus {
    /// Those in the folder of that name.
    /// - Throws: what keeps them from being read.
    public static func read(_ name: String) throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/\(name)")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
            // Not `Data(contentsOf:)`, which leaks its buffer when a file is empty.
            .map { [UInt8](try FileHandle(forReadingFrom: $0).readToEnd() ?? Data()) }
    }

    /// How often each parser is tried: a short run, unless `FUZZ_ROUNDS` asks for a long one.
    public static let rounds = ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 500
    /// Where to begin, for another run than the last.
    public static let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
}
