import Foundation
import Testing

/// Contract 7: what says `@unchecked Sendable` holds `let`s only, for the compiler no longer looks.
@Suite("Source text")
struct SourceTextTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Rivulet").standardized.resolvingSymlinksInPath()

    private func files() throws -> [URL] {
        let enumerator = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
        return enumerator.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }

    /// The stored variables of classes that say `@unchecked Sendable`: a `var` without a body that computes it.
    static func storedVariables(in text: String) -> [String] {
        var found: [String] = []
        // The nesting of each declaration that is open, and whether it is such a class.
        var scopes: [Bool] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("//") { continue }
            let declaresUnchecked = line.contains("class ") && line.contains("@unchecked Sendable")
            let words = line.split(separator: " ")
            if scopes.last == true, let index = words.firstIndex(of: "var"), !words.prefix(index).contains("static"),
                !line.contains("{")
            {
                found.append(line)
            }
            for character in line {
                if character == "{" { scopes.append(declaresUnchecked) }
                if character == "}" { _ = scopes.popLast() }
            }
        }
        return found
    }

    @Test("an unchecked class stores no variable")
    func onlyLets() throws {
        let files = try files()
        #expect(files.count > 50)
        var violations: [String] = []
        for file in files {
            for variable in Self.storedVariables(in: try String(contentsOf: file, encoding: .utf8)) {
                violations.append("\(file.lastPathComponent): \(variable)")
            }
        }
        // The one place made for it.
        #expect(violations == ["Confined.swift: var value: Value"])
    }

    @Test("the check finds a variable, and only a stored one")
    func checkWorks() {
        let text = """
            final class Bad: Sink<Int>, @unchecked Sendable {
                private var count = 0
                var computed: Int { 1 }
                private struct State {
                    var fine = 0
                }
                func f() {
                    var local = 0
                }
            }
            """
        #expect(Self.storedVariables(in: text) == ["private var count = 0"])
    }

    @Test("the core imports no more than it may")
    func imports() throws {
        let allowed: Set = ["Synchronization", "Dispatch", "FoundationEssentials", "CLinux", "Glibc"]
        for file in try files() {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.hasPrefix("import ") {
                #expect(allowed.contains(String(line.dropFirst(7))), "\(file.lastPathComponent)")
            }
        }
    }
}
