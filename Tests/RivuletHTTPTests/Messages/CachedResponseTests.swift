import Testing

@testable import RivuletHTTP

@Suite("Responses with an entity tag")
struct CachedResponseTests {
    private func head(_ fields: Fields, _ method: Method = .get) -> RequestHead {
        RequestHead(method: method, path: "/", fields: fields)
    }

    @Test(
        arguments: [
            (Fields(), Status.ok), (["If-None-Match": "\"1\""], .notModified), (["If-None-Match": "\"2\""], .ok),
            (["If-Match": "\"2\""], .preconditionFailed), (["if-match": "*"], .ok), (["If-Unknown": "\"1\""], .ok), (["If": "\"1\""], .ok),
        ] as [(Fields, Status)])
    func bothKindsAnswerAlike(fields: Fields, status: Status) {
        let plain = Response(.ok, fields: ["Content-Type": "a/b", "Vary": "Origin", "Total-Count": "7"], body: .bytes([1]))
        let cached = CachedResponse(fields: plain.fields, body: plain.body, tag: EntityTag("1"))
        for response in [cached.answer(to: head(fields)).response(), plain.conditional(on: EntityTag("1"), for: head(fields))] {
            #expect(response.status == status)
            if status == .notModified {
                #expect(response.fields.map(\.name) == ["ETag", "Vary"])
                if case .empty = response.body {} else { Issue.record("a 304 has no content") }
            }
            if status == .ok { #expect(response.fields["etag"] == "\"1\"") }
        }
    }

    @Test("is worked out once for all who get it, until somebody changes it")
    func prepared() {
        let cached = CachedResponse(fields: ["Content-Type": "a/b"], body: .bytes([1, 2]), tag: EntityTag("1"))
        let head = cached.answer(to: head([:])).response().prepared?.head
        let lines = "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nETag: \"1\"\r\nContent-Length: 2\r\n"
        #expect(head.map { String(decoding: $0, as: UTF8.self) } == lines)
        #expect(cached.answer(to: self.head(["If-None-Match": "*"])).response().prepared?.head.starts(with: "HTTP/1.1 304".utf8) == true)
        for change in [{ $0.fields["A"] = "b" }, { $0.status = .created }, { $0.body = .empty }] as [(inout Response) -> Void] {
            var changed = cached.response
            change(&changed)
            #expect(changed.prepared == nil)
        }
    }

    @Test("its answers are made once as well")
    func answers() {
        let cached = CachedResponse(body: .bytes([1, 2]), tag: EntityTag("1"))
        #expect(cached.answer(to: head([:])).answer() === cached.answer(to: head([:])).answer())
        let conditional = head(["If-None-Match": "*"])
        #expect(cached.answer(to: conditional).answer() === cached.answer(to: conditional).answer())
        #expect(cached.answer(to: conditional).answer() !== cached.answer(to: head([:])).answer())
    }

    @Test("what middleware makes of it each time is made once")
    func versions() async throws {
        let cached = CachedResponse(
            fields: ["Content-Type": "text/plain"], body: .bytes([UInt8](repeating: 65, count: 2_000)), tag: EntityTag("1"))
        let client = try InProcessClient(Compression().wrapping { cached.answer(to: $0.head).answer() })
        for _ in 0..<3 {
            let plain = try await client.get("/")
            #expect(plain.fields["Vary"] == "Accept-Encoding")
            #expect(plain.fields["ETag"] == "\"1\"")
            #expect(plain.body.count == 2_000)
            let coded = try await client.get("/", fields: ["Accept-Encoding": "gzip"])
            #expect(coded.fields["Content-Encoding"] == "gzip")
            #expect(coded.fields["ETag"] == "\"1-gzip\"")
            #expect(coded.body.count < 200)
            let known = try await client.get("/", fields: ["Accept-Encoding": "gzip", "If-None-Match": "\"1-gzip\""])
            #expect(known.status == .notModified)
            #expect(known.fields["ETag"] == "\"1-gzip\"")
            #expect(try await client.send(.head, "/", fields: ["Accept-Encoding": "gzip"]).fields["Content-Encoding"] == nil)
        }
    }
}
