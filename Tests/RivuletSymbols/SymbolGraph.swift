import Foundation
import Glibc

/// The public symbols of a module, for tests that compare their tables with it.
public struct SymbolGraph: Decodable {
    /// One public symbol.
    public struct Symbol: Decodable {
        struct Kind: Decodable { let identifier: String }
        struct Fragment: Decodable { let spelling: String }
        struct Signature: Decodable { let returns: [Fragment]? }
        struct Availability: Decodable { let isUnconditionallyDeprecated: Bool? }
        struct Line: Decodable { let text: String }
        struct Comment: Decodable { let lines: [Line] }

        let kind: Kind
        let pathComponents: [String]
        let functionSignature: Signature?
        let availability: [Availability]?
        let docComment: Comment?

        /// The type it belongs to and its name, or the name alone.
        public var path: String { pathComponents.joined(separator: ".") }

        /// The last part of its path.
        public var name: String { pathComponents.last ?? "" }

        /// Whether it is a method of one of those types, and not there for old code only.
        public func isMethod(of types: Set<String>) -> Bool {
            ["swift.method", "swift.type.method"].contains(kind.identifier) && pathComponents.count == 2
                && types.contains(pathComponents[0]) && !(availability ?? []).contains { $0.isUnconditionallyDeprecated == true }
        }

        /// Whether it returns one of those types, of whatever element.
        public func returns(_ types: [String]) -> Bool {
            let result = (functionSignature?.returns ?? []).map(\.spelling).joined()
            return types.contains { result == $0 || result.hasPrefix($0 + "<") }
        }

        /// Whether there is a marble diagram in its comment: a block of code in which time goes by, or something ends.
        public var hasDiagram: Bool {
            (docComment?.lines ?? []).contains { line in
                line.text.hasPrefix("    ") && (line.text.contains("--") || "|X…".contains { line.text.hasSuffix("\($0)") })
            }
        }
    }

    let symbols: [Symbol]

    /// The public symbols of a module of this package.
    public static func symbols(of module: String) throws -> [Symbol] {
        let output = FileManager.default.temporaryDirectory.appending(path: "rivulet-symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path(percentEncoded: false)
        #if arch(arm64)
            let target = "aarch64-unknown-linux-gnu"
        #else
            let target = "x86_64-unknown-linux-gnu"
        #endif
        let status = run([
            "swift-symbolgraph-extract", "-module-name", module, "-I", buildDirectory + "/Modules", "-I", root + "/Sources/CLinux",
            "-target", target, "-minimum-access-level", "public", "-output-dir", output.path(percentEncoded: false),
        ])
        guard status == 0 else { throw Failure(module: module) }
        let data = try Data(contentsOf: output.appending(path: "\(module).symbols.json"))
        return try JSONDecoder().decode(SymbolGraph.self, from: data).symbols
    }

    /// Runs a program to its end. (Foundation's `Process` is a leak to Address Sanitizer.)
    /// - Returns: its wait status, or -1 if there is no such program.
    private static func run(_ arguments: [String]) -> Int32 {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        var status: Int32 = -1
        guard posix_spawnp(&child, arguments[0], nil, nil, &words, environ) == 0 else { return -1 }
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return status
    }

    /// Where the modules lie that are tested: beside the program that runs this test.
    private static var buildDirectory: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path(percentEncoded: false)
    }

    /// The symbols of a module could not be had.
    struct Failure: Error {
        let module: String
    }
}
