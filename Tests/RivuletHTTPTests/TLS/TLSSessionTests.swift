import Testing

@testable import RivuletHTTP

@Suite("A TLS session, without a socket")
struct TLSSessionTests {
    /// A client and a server, and what each has read.
    private final class Pair {
        let server: TLSSession
        let client: TLSSession
        var atServer: [UInt8] = []
        var atClient: [UInt8] = []

        init(offering protocols: [UInt8] = []) throws {
            server = try #require(TLSSession(TestCertificates.identity()))
            client = try #require(TLSSession(offering: protocols))
        }

        /// Carries bytes between the two until neither has more to say.
        /// - Parameter step: so many bytes at a time.
        /// - Returns: what stopped the server, and the client.
        @discardableResult
        func carry(step: Int = .max) -> (server: TLSSession.Reading, client: TLSSession.Reading) {
            var last = (server: TLSSession.Reading.needsMore, client: TLSSession.Reading.needsMore)
            _ = pump(client, nil, &last.client)
            repeat {
                last.server = deliver(from: client, to: server, step, &atServer, last.server)
                last.client = deliver(from: server, to: client, step, &atClient, last.client)
            } while !client.output.isEmpty || !server.output.isEmpty
            return last
        }

        private func deliver(
            from sender: TLSSession, to receiver: TLSSession, _ step: Int, _ read: inout [UInt8], _ last: TLSSession.Reading
        ) -> TLSSession.Reading {
            var last = last
            while !sender.output.isEmpty {
                let piece = Array(sender.output.prefix(step))
                sender.drop(piece.count)
                read += pump(receiver, piece, &last)
            }
            return last
        }

        private func pump(_ session: TLSSession, _ piece: [UInt8]?, _ last: inout TLSSession.Reading) -> [UInt8] {
            var buffer = [UInt8](repeating: 0, count: 1000)
            var content: [UInt8] = []
            (piece ?? []).withUnsafeBytes { bytes in
                session.receive(bytes)
                while true {
                    last = buffer.withUnsafeMutableBytes { session.read(into: $0) }
                    guard case .content(let count) = last else { return }
                    content += buffer[..<count]
                }
            }
            return content
        }
    }

    private func write(_ text: String, to session: TLSSession) -> Bool { Array(text.utf8).withUnsafeBytes { session.write($0) } }

    @Test("both agree, and what one writes the other reads, however it is cut up", arguments: [1, 7, 1000, Int.max])
    func conversation(step: Int) throws {
        let pair = try Pair()
        #expect(pair.carry(step: step) == (.needsMore, .needsMore))
        #expect(pair.server.isEstablished && pair.client.isEstablished && !pair.server.isResumed)
        let large = (0..<(step < 100 ? 20_000 : 100_000)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(write("hello", to: pair.client))
        #expect(large.withUnsafeBytes { pair.server.write($0) })
        pair.carry(step: step)
        #expect(pair.atServer == Array("hello".utf8))
        #expect(pair.atClient == large)
    }

    @Test("several writes in a row come in their order")
    func order() throws {
        let pair = try Pair()
        pair.carry()
        for number in 0..<100 { #expect(write("\(number),", to: pair.server)) }
        pair.carry()
        #expect(String(decoding: pair.atClient, as: UTF8.self) == (0..<100).map { "\($0)," }.joined())
    }

    @Test(
        "the best of what a client offers is spoken",
        arguments: [
            ("\u{2}h2\u{8}http/1.1", ApplicationProtocol.http2), ("\u{8}http/1.1\u{2}h2", .http2), ("\u{8}http/1.1", .http11),
            ("", .http11),
            ("\u{8}http/0.9\u{8}http/1.1", .http11),
        ])
    func applicationProtocol(offer: String, chosen: ApplicationProtocol) throws {
        let pair = try Pair(offering: Array(offer.utf8))
        #expect(pair.carry() == (.needsMore, .needsMore))
        #expect(pair.server.applicationProtocol == chosen)
    }

    @Test("a client that offers only what is not spoken here is told so")
    func noOverlap() throws {
        let pair = try Pair(offering: Array("\u{6}spdy/1".utf8))
        let end = pair.carry()
        #expect(end.server == .failed("no application protocol"))
        #expect(end.client == .failed("tlsv1 alert no application protocol"))
    }

    @Test("an offer whose lengths do not add up is not read beyond its end", arguments: [[5], [2, 104], [0, 9, 1], [2, 104, 51, 200]])
    func malformedOffer(offer: [UInt8]) {
        #expect(offer.withUnsafeBufferPointer { ApplicationProtocol.choose(from: $0) } == nil)
    }

    @Test("the end that one says the other sees")
    func end() throws {
        let pair = try Pair()
        pair.carry()
        #expect(write("bye", to: pair.client))
        pair.client.end()
        #expect(pair.carry().server == .ended)
        #expect(pair.atServer == Array("bye".utf8))
    }

    @Test("what is no TLS, or was changed on its way, fails and is answered with an alert")
    func garbage() throws {
        let server = try #require(TLSSession(TestCertificates.identity()))
        var buffer = [UInt8](repeating: 0, count: 100)
        // A record of the handshake, with a message in it that no handshake has.
        let garbage: [UInt8] = [22, 3, 1, 0, 4, 99, 0, 0, 0]
        garbage.withUnsafeBytes { bytes in
            server.receive(bytes)
            let reading = buffer.withUnsafeMutableBytes { server.read(into: $0) }
            #expect(reading == .failed("unexpected message"))
        }
        #expect(server.output.first == 21, "an alert")

        let pair = try Pair()
        pair.carry()
        #expect(write("something that counts", to: pair.client))
        var changed = pair.client.output
        changed[changed.count - 1] ^= 1
        changed.withUnsafeBytes { bytes in
            pair.server.receive(bytes)
            let reading = buffer.withUnsafeMutableBytes { pair.server.read(into: $0) }
            #expect(reading == .failed("decryption failed or bad record mac"))
        }
    }
}
