import Foundation
import Testing

@testable import RivuletServer

@Suite("The health check")
struct HealthCheckTests {
    @Test("200 is healthy")
    func healthy() throws {
        let server = try OneAnswer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        try HealthCheck(host: .loopback, port: server.port).run()
    }

    @Test(
        "anything else is not",
        arguments: ["HTTP/1.1 503 Service Unavailable", "HTTP/1.1 2000 OK", "SSH-2.0-OpenSSH", "HTTP/1.1 404 \u{1B}[2J"])
    func unhealthy(line: String) throws {
        let server = try OneAnswer("\(line)\r\n\r\n")
        let failure = #expect(throws: HealthCheck.Failure.self) { try HealthCheck(host: .loopback, port: server.port).run() }
        #expect(failure?.description.hasPrefix("answered \(line.prefix(12))") == true)
        #expect(failure?.description.utf8.contains(0x1B) == false)
    }

    @Test("nobody there, and somebody who says nothing")
    func silence() throws {
        let free = try OneAnswer(nil)
        #expect(throws: HealthCheck.Failure.noAnswer) {
            try HealthCheck(host: .loopback, port: free.port, timeout: .milliseconds(100)).run()
        }
        let port = free.port
        free.close()
        #expect(throws: HealthCheck.Failure.noConnection("Connection refused")) { try HealthCheck(host: .loopback, port: port).run() }
    }

    @Test("a server on every network is asked over loopback")
    func wildcards() {
        var configuration = Configuration()
        configuration.host = Host(address: "0.0.0.0")
        #expect(HealthCheck(configuration).host == .loopback)
        configuration.host = Host(address: "::")
        #expect(HealthCheck(configuration).host.address == "::1")
    }
}

/// Listens on a free port and gives the first client that text, or nothing.
private final class OneAnswer: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init(_ answer: String?) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(result)
        port = UInt16(bigEndian: address.sin_port)
        guard let answer else { return }
        Thread.detachNewThread {
            let client = accept(descriptor, nil, nil)
            var request = [UInt8](repeating: 0, count: 1_024)
            _ = recv(client, &request, request.count, 0)
            _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
            shutdown(client, Int32(SHUT_WR))
            while recv(client, &request, request.count, 0) > 0 {}
            Foundation.close(client)
        }
    }

    func close() { Foundation.close(descriptor) }
}
