import Foundation
import Testing

@testable import RivuletHTTP
@testable import RivuletServer

@Suite("The description of the endpoints")
struct OpenAPITests {
    private struct Description: Decodable {
        let openapi: String
        let info: Info
        let paths: [String: [String: Operation]]

        struct Info: Decodable { let version: String }
        struct Operation: Decodable {
            let parameters: [Parameter]?
            let responses: [String: Response]
        }
        struct Parameter: Decodable {
            let name: String?
            let schema: Schema?
        }
        struct Schema: Decodable { let pattern: String? }
        struct Response: Decodable {}
    }

    private let application: Application

    init() throws {
        var configuration = Configuration()
        configuration.publicFolder =
            URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Public").path
        application = try Application(configuration, log: Log(level: .error, format: .text) { _ in })
    }

    @Test("has every route that there is but the viewer's files, and no other")
    func routes() async throws {
        let answer = try await InProcessClient(application.handler).get("/openapi.json")
        let description = try JSONDecoder().decode(Description.self, from: Data(answer.body))
        #expect(description.openapi.hasPrefix("3.1."))
        #expect(description.info.version == Usage.version)
        let described = description.paths.flatMap { path, operations in operations.keys.map { "\($0.uppercased()) \(path)" } }
        let known = application.router.routes.filter { !$0.pattern.contains("*") }.map { route in
            "\(route.method.rawValue) " + route.pattern.replacing(#/:(\w+)/#) { "{\($0.output.1)}" }
        }
        #expect(described.sorted() == known.sorted())
    }

    @Test(
        "takes for a list of channels what the server takes",
        arguments: [
            "", ",", "ticks", "ticks,activity", " ticks , articles,", "notifications lifecycle", "nonsense", "ticks,nonsense", "Ticks",
            "ticks;activity",
            "tick", "tickstick",
        ])
    func channels(list: String) throws {
        let description = try JSONDecoder().decode(Description.self, from: Data(PackageResources.openapi_json))
        for method in ["get", "head"] {
            let parameter = description.paths["/events"]?[method]?.parameters?.first { $0.name == "channels" }
            let pattern = try Regex(try #require(parameter?.schema?.pattern))
            #expect((list.wholeMatch(of: pattern) != nil) == ((try? EventChannels.parse(list)) != nil))
        }
    }

    @Test("has every status that the table of who may do what knows", arguments: WhoMayDoWhatTests.table)
    func statuses(row: WhoMayDoWhatTests.Row) throws {
        let description = try JSONDecoder().decode(Description.self, from: Data(PackageResources.openapi_json))
        let path = row.target.replacing("/articles/nothing", with: "/articles/{id}").replacing("/message", with: "/{name}")
            .replacing("/viewers/0", with: "/viewers/{id}")
        guard let operation = description.paths[path]?[row.method.rawValue.lowercased()] else { return }
        // What a good request for one that exists would get stands in the row above.
        for status in Set(row.statuses) { #expect(operation.responses["\(status)"] != nil, "\(row.testDescription): \(status)") }
    }
}
