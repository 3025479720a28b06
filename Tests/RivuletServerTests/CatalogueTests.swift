import Foundation
import RivuletEvents
import Testing

@testable import RivuletServer

@Suite("The articles of the house")
struct CatalogueTests {
    @Test("once they are loaded, a refresh that is asked for at once begins")
    func refreshAfterLoad() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "rivulet-\(UUID()).json")
        try Data("[]".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // Many times: the list arrives a moment before its load ends, on another thread.
        for _ in 0..<200 {
            let catalogue = Catalogue(file.path, journal: MemoryJournal(deliver: { _ in }), log: Log(level: .error, format: .text))
            try await catalogue.load()
            #expect(catalogue.refresh())
        }
    }
}
