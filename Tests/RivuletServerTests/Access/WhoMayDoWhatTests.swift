import Foundation
import Rivulet
import RivuletHTTP
import Testing

@testable import RivuletServer

/// The whole table: everyone who may come × everything there is.
@Suite("Who may do what")
struct WhoMayDoWhatTests {
    /// Who comes, to which server, and with which fields.
    enum Visitor: Int, CaseIterable {
        case anyoneOnTheMachine, withoutToken, wrongToken, rightToken, otherSite, otherName, otherMachine, otherMachineToOpen

        fileprivate var configuration: Configuration {
            var configuration = Configuration()
            configuration.publicFolder =
                URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Public").path
            switch self {
            case .anyoneOnTheMachine: break
            case .withoutToken, .wrongToken, .rightToken, .otherSite, .otherName:
                configuration.host = Host(address: "0.0.0.0")
                configuration.access.token = "s3cret"
            case .otherMachine: configuration.host = Host(address: "0.0.0.0")
            case .otherMachineToOpen:
                configuration.host = Host(address: "::")
                configuration.access.isOpen = true
            }
            return configuration
        }

        fileprivate var fields: Fields {
            switch self {
            case .anyoneOnTheMachine, .withoutToken, .otherMachine, .otherMachineToOpen: ["Host": "127.0.0.1:8080"]
            case .wrongToken: ["Host": "127.0.0.1:8080", "Authorization": "Bearer s3cres"]
            case .rightToken: ["Host": "127.0.0.1:8080", "Authorization": "Bearer s3cret"]
            case .otherSite:
                [
                    "Host": "127.0.0.1:8080", "Authorization": "Bearer s3cret", "Origin": "http://evil.example",
                    "Sec-Fetch-Site": "cross-site",
                ]
            case .otherName: ["Host": "rebound.example:8080", "Authorization": "Bearer s3cret"]
            }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let method: RivuletHTTP.Method
        let target: String
        var body = ""
        /// In the order of the visitors.
        let statuses: [Int]

        var testDescription: String { "\(method) \(target)" }
    }

    private static let readable = [200, 200, 200, 200, 200, 421, 200, 200]
    private static let absent = [404, 404, 404, 404, 404, 421, 404, 404]
    private static let writable = [202, 401, 401, 202, 403, 421, 403, 202]

    static let table = [
        Row(method: .get, target: "/", statuses: readable),
        Row(method: .get, target: "/articles", statuses: readable),
        Row(method: .get, target: "/articles/nothing", statuses: absent),
        Row(method: .post, target: "/articles/refresh", statuses: writable),
        Row(method: .get, target: "/events", statuses: readable),
        Row(method: .head, target: "/events", statuses: readable),
        Row(method: .post, target: "/notifications/message", body: "1", statuses: writable),
        Row(method: .get, target: "/viewers", statuses: readable),
        // Has a key of its own, in the body; this one is nobody's.
        Row(
            method: .post, target: "/viewers/0/visibility", body: #"{"key":"","visible":true}"#,
            statuses: [404, 404, 404, 404, 403, 421, 404, 404]),
        Row(method: .get, target: "/healthz", statuses: readable),
        Row(method: .get, target: "/readyz", statuses: readable),
        Row(method: .get, target: "/metrics", statuses: readable),
        Row(method: .get, target: "/nothing", statuses: absent),
        Row(method: .delete, target: "/articles", statuses: [405, 405, 405, 405, 403, 421, 405, 405]),
    ]

    @Test("is decided for everyone and everything", arguments: table)
    func decided(row: Row) async throws {
        for visitor in Visitor.allCases {
            let application = try Application(visitor.configuration, log: Log(level: .error, format: .text) { _ in })
            let client = try InProcessClient(application.handler)
            let answer = try await client.send(row.method, row.target, fields: visitor.fields, body: Array(row.body.utf8))
            #expect(answer.status.rawValue == row.statuses[visitor.rawValue], "\(visitor): \(answer.text)")
            #expect((answer.fields["WWW-Authenticate"] != nil) == (answer.status == .unauthorized))
        }
    }

    @Test("the viewer runs nothing but its own files, in no frame but its own")
    func viewer() async throws {
        let application = try Application(Visitor.anyoneOnTheMachine.configuration, log: Log(level: .error, format: .text) { _ in })
        let answer = try await InProcessClient(application.handler).get("/")
        let policy = try #require(answer.fields["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
        #expect(answer.fields["X-Content-Type-Options"] == "nosniff")
        #expect(!answer.text.contains(#/<script>|\son\w+=|\sstyle=/#))
    }
}
