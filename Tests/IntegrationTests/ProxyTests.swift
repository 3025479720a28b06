import Foundation
import Testing

extension IntegrationTests {
    /// The configurations of Documentation/Proxies as they stand there, but for ports and paths.
    @Suite("works behind a reverse proxy", .enabled("nginx and Caddy are not both installed") { bothAreInstalled })
    struct Proxies {
        @Test(
            "events arrive at once, a client that goes is noticed, and one that comes back goes on",
            arguments: ["nginx", "caddy"], ["--http1.1", "--http2"])
        func liveStream(proxy name: String, protocolFlag: String) throws {
            // Without heartbeats, which would push out what is buffered, and find out who is gone.
            let server = try RunningServer("--heartbeat", "10m")
            let proxy = try Proxy(name, before: server)
            let events = "\(proxy.url)/events?channels=notifications"
            func post(_ text: String, origin: String? = nil) throws {
                let headers = origin.map { ["-H", "Origin: \($0)", "-H", "Sec-Fetch-Site: same-origin"] } ?? []
                let curl = try ChildProcess(
                    "curl",
                    ["-sk", protocolFlag, "--fail", "-d", text, "-o", "/dev/null", "-w", "%{http_version}"] + headers
                        + ["\(proxy.url)/notifications/message"])
                #expect(try curl.waitForExit() == 0)
                // curl takes what it is given: without this, HTTP/1.1 might have been tested twice.
                #expect(curl.standardOutput == (protocolFlag == "--http2" ? "2" : "1.1"))
            }

            let stream = try CurlEventStream("-k", protocolFlag, events)
            let client = EventStreamClient(stream)
            try client.next("hello")
            try post("1")
            // Nothing is buffered on the way.
            let first = try client.next("message")
            // To the server, the viewer behind the proxy is no page of another origin.
            try post("2", origin: proxy.url)
            try client.next("message")

            stream.process.kill(SIGKILL)
            try eventually("the end of the subscription") { try server.metric("rivulet_sse_subscribers") == 0 ? () : nil }

            let again = EventStreamClient(try CurlEventStream("-k", protocolFlag, "-H", "Last-Event-ID: \(first.id)", events))
            #expect(try again.next("hello").id == first.id)
            #expect(try again.next("message").data == "2")
        }
    }
}

private var bothAreInstalled: Bool {
    ["/usr/sbin/nginx", "/usr/bin/caddy"].allSatisfy(FileManager.default.isExecutableFile(atPath:))
}

/// A proxy on a port of its own, with TLS, before a server.
private final class Proxy {
    let url: String
    private let process: ChildProcess
    private let folder = try? TemporaryFolder()

    init(_ name: String, before server: RunningServer) throws {
        let folder = try #require(folder)
        let port = try Self.freePort()
        url = "https://localhost:\(port)"
        func template(_ file: String) throws -> String {
            try String(contentsOf: RunningServer.repository.appending(path: "Documentation/Proxies/\(file)"), encoding: .utf8)
                .replacing("rivulet:8080", with: server.address)
        }
        switch name {
        case "nginx":
            let request = try run(
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-keyout", "\(folder.path)/key.pem", "-out", "\(folder.path)/certificate.pem")
            try #require(request.status == 0, "\(request.error)")
            let site = try template("nginx.conf")
                .replacing("/etc/nginx/tls", with: folder.path)
                .replacing(#/listen \[::\]:443.*;/#, with: "")
                .replacing("listen 443", with: "listen 127.0.0.1:\(port)")
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path)/\($0);" }
            let configuration = try folder.write(
                "whole.conf",
                """
                daemon off;
                pid \(folder.path)/pid;
                error_log stderr;
                events {}
                http {
                    access_log off;
                    \(temporary.joined(separator: "\n    "))
                \(site)
                }
                """)
            process = try ChildProcess("/usr/sbin/nginx", ["-c", configuration, "-e", "stderr"])
        default:
            let configuration = try folder.write(
                "Caddyfile",
                "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n\(try template("Caddyfile"))")
            process = try ChildProcess(
                "caddy", ["run", "--config", configuration, "--adapter", "caddyfile"],
                environment: ["RIVULET_SITE": url, "XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
        }
        let (process, url) = (process, url)
        try eventually("an answer through \(name)") {
            try #require(process.isRunning, "\(process.standardError)")
            return try run("curl", "-sk", "--fail", "\(url)/healthz").status == 0 ? () : nil
        }
    }

    deinit {
        // nginx's workers go with their master only when it is asked.
        process.kill(SIGTERM)
        _ = try? process.waitForExit(within: 20)
    }

    /// A port that nobody has at this moment.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
            }
        }
        try #require(isBound)
        return UInt16(bigEndian: address.sin_port)
    }
}
