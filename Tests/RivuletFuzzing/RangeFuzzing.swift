#if DEBUG
    @testable import RivuletHTTP

    /// The fields that ask for a part, for a coding, or for what is new.
    enum RangeFuzzing {
        static func run(_ bytes: [UInt8], _ generator: inout SeededGenerator) throws {
            let text = String(decoding: bytes, as: UTF8.self)
            for length in [0, 1, Int.random(in: 2...2_000, using: &generator), .max] {
                guard case .part(let range) = ByteRange(text, length: length) else { continue }
                try hold(range.lowerBound >= 0 && range.upperBound <= length, "a part lies within what there is: \(range) of \(length)")
                try hold(!range.isEmpty, "a part holds something")
            }
            _ = EntityTagList(text)
            if let date = HTTPDate(text) { try hold(HTTPDate(date.text) == date, "a date's text is that date") }
            _ = ContentCoding(acceptedBy: ["Accept-Encoding": text])
        }
    }
#endif
