#if DEBUG
    @testable import RivuletHTTP

    /// Queries, percent-encoding, and paths: of routes, and of files.
    enum QueryFuzzing {
        static func run(_ bytes: [UInt8]) throws {
            let text = String(decoding: bytes, as: UTF8.self)
            if let query = try? Query(text) {
                try hold(query.names.allSatisfy { !query.values(of: $0).isEmpty }, "a parameter that is there has a value")
                _ = try? query.integer("page", in: 1...100, default: 1)
                _ = try? query.decode(Listing.self)
            }
            let encoded = PercentEncoding.encode(text)
            try hold(text.utf8.contains(0) || PercentEncoding.decode(encoded) == text, "what is encoded comes back")
            try hold(encoded.utf8.allSatisfy(ByteClass.isTarget), "what is encoded may stand in a target")
            var router = Router()
            router.get("/a/:b/**") { _ in "" }
            var parameters = PathParameters()
            _ = RouteTable(router.routes).find(.get, "/a/" + text, &parameters)
            for segment in FilePath("/" + text)?.segments ?? [] {
                try hold(!["", ".", ".."].contains(segment), "no segment leads elsewhere")
                try hold(!segment.utf8.contains(UInt8(ascii: "/")), "no segment is several")
            }
        }

        private struct Listing: Decodable {
            var query: String?
            var page: Int?
            var tags: [String]?
            var ratio: Double?
        }
    }
#endif
