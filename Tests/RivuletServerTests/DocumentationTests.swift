import Foundation
import Testing

@Suite("The articles of the documentation")
struct DocumentationTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// An idea, where it is explained, and the tests whose code the explanation shows.
    struct Idea: Sendable, CustomTestStringConvertible {
        let article: String
        let tests: String
        var testDescription: String { article }
    }

    static let ideas = [
        Idea(
            article: "RivuletEvents/RivuletEvents.docc/MethodCallsAsStreams.md",
            tests: "RivuletEventsTests/Ideas/MethodCallsAsStreams.swift"),
        Idea(article: "RivuletEvents/RivuletEvents.docc/VisibilityOfAPage.md", tests: "RivuletEventsTests/Ideas/VisibilityOfAPage.swift"),
        Idea(article: "RivuletEvents/RivuletEvents.docc/TypedNotifications.md", tests: "RivuletEventsTests/Ideas/TypedNotifications.swift"),
        Idea(article: "Rivulet/Rivulet.docc/OneJobAtATime.md", tests: "RivuletTests/Ideas/OneJobAtATime.swift"),
        Idea(article: "RivuletArticles/RivuletArticles.docc/HotAndCold.md", tests: "RivuletArticlesTests/Ideas/HotAndCold.swift"),
    ]

    @Test("show code that is compiled and run by the tests of their idea, word for word", arguments: ideas)
    func code(idea: Idea) throws {
        let tests = try lines("Tests/\(idea.tests)").map { $0.trimmingCharacters(in: .whitespaces) }
        let blocks = try Self.blocks(lines("Sources/\(idea.article)"))
        #expect(blocks.count >= 3)
        for block in blocks {
            // Indentation aside, for a test is deeper inside than an article.
            let wanted = block.map { $0.trimmingCharacters(in: .whitespaces) }
            let isThere = tests.indices.contains { tests[$0...].starts(with: wanted) }
            #expect(isThere, "not in the tests: \(block.joined(separator: "\n"))")
        }
    }

    @Test("every idea that has tests has an article")
    func complete() throws {
        let found = try FileManager.default.subpathsOfDirectory(atPath: Self.repository.appending(path: "Tests").path)
            .filter { $0.contains("/Ideas/") && $0.hasSuffix(".swift") }
        #expect(found.sorted() == Self.ideas.map(\.tests).sorted())
    }

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOf: Self.repository.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
    }

    /// What stands between fences marked as Swift.
    private static func blocks(_ lines: [String]) -> [[String]] {
        lines.split { $0.hasPrefix("```swift") }.dropFirst().map { Array($0.prefix { $0 != "```" }) }
    }
}
