import Foundation

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
        let extract = Process()
        extract.executableURL = URL(filePath: "/usr/bin/env")
        extract.arguments = [
            "swift-symbolgraph-extract", "-module-name", module, "-I", try buildDirectory() + "/Modules", "-I", root + "/Sources/CLinux",
            "-target", target, "-minimum-access-level", "public", "-output-dir", output.path(percentEncoded: false),
        ]
        try extract.run()
        extract.waitUntilExit()
        guard extract.terminationStatus == 0 else { throw Failure(module: module) }
        let data = try Data(contentsOf: output.appending(path: "\(module).symbols.json"))
        return try JSONDecoder().decode(SymbolGraph.self, from: data).symbols
    }

    /// Where the modules lie that are tested: beside the product that this test was loaded from.
    private static func buildDirectory() throws -> String {
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        guard let product = maps.split(separator: "\n").first(where: { $0.hasSuffix("PackageTests.xctest") }),
            let path = product.firstIndex(of: "/").map({ String(product[$0...]) })
        else { throw Failure(module: "tests") }
        return URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    }

    /// The symbols of a module could not be had.
    struct Failure: Error {
        let module: String
    }
}
