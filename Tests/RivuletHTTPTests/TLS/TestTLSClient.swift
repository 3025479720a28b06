import COpenSSL
import Testing

@testable import RivuletHTTP

/// A blocking client of a server under TLS.
final class TestTLSClient {
    let session: TLSSession
    private let client: TestClient
    private var received: [UInt8] = []
    private var isOver = false

    /// Connects, and shakes hands.
    init(_ port: UInt16, offering protocols: [UInt8] = [], receiveBuffer: Int32? = nil) throws {
        client = try TestClient(port: port, receiveBuffer: receiveBuffer)
        session = try #require(TLSSession(offering: protocols))
        take([])
        while !session.isEstablished {
            flush()
            try #require(try receive())
        }
        flush()
    }

    func send(_ text: String) throws {
        try #require(Array(text.utf8).withUnsafeBytes { session.write($0) })
        flush()
    }

    func reset() { client.reset() }

    /// Reads until a text has come, which is the end of what is returned.
    func read(until end: String) throws -> String {
        while true {
            if let range = received.firstRange(of: Array(end.utf8)) {
                defer { received.removeFirst(range.upperBound) }
                return String(decoding: received[..<range.upperBound], as: UTF8.self)
            }
            try #require(try receive(), "the end came before \(end)")
        }
    }

    /// Reads until the server says that nothing follows.
    func readBytesToEnd() throws -> [UInt8] {
        while !isOver, try receive() {}
        try #require(isOver, "the connection ended without a word")
        return received
    }

    func readToEnd() throws -> String { String(decoding: try readBytesToEnd(), as: UTF8.self) }

    /// - Returns: false at the end.
    private func receive() throws -> Bool {
        let bytes = try client.readSome()
        take(bytes)
        return !bytes.isEmpty
    }

    private func take(_ bytes: [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 32_768)
        bytes.withUnsafeBytes { bytes in
            session.receive(bytes)
            while case let reading = buffer.withUnsafeMutableBytes({ session.read(into: $0) }) {
                guard case .content(let count) = reading else {
                    if reading == .ended { isOver = true }
                    return
                }
                received += buffer[..<count]
            }
        }
    }

    private func flush() {
        client.send(bytes: session.output)
        session.drop(session.output.count)
    }
}

extension TLSSession {
    /// Whose certificate the other side has shown.
    var peerName: String? {
        guard let certificate = SSL_get0_peer_certificate(session), let name = X509_NAME_oneline(X509_get_subject_name(certificate), nil, 0)
        else { return nil }
        defer { CRYPTO_free(name, #file, #line) }
        return String(cString: name)
    }
}
