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
        for response in [cached.answer(to: head(fields)), plain.conditional(on: EntityTag("1"), for: head(fields))] {
            #expect(response.status == status)
            if status == .notModified {
                #expect(response.fields.map(\.name) == ["ETag", "Vary"])
                if case .empty = response.body {} else { Issue.record("a 304 has no content") }
            }
            if status == .ok { #expect(response.fields["etag"] == "\"1\"") }
        }
    }
}
