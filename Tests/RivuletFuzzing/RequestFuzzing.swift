#if DEBUG
    @testable import RivuletHTTP

    /// The head of an HTTP/1.1 request, and what is made of it before a handler sees it.
    enum RequestFuzzing {
        static func run(_ bytes: [UInt8], _ generator: inout SeededGenerator) throws {
            let parser = HeadParser(lineLimit: 200, blockLimit: 400, fieldLimit: 12)
            guard case .complete(let parts) = parser.parse(bytes.span) else { return }
            try hold(parts.count <= bytes.count, "a head lies within its bytes")
            try hold(bytes[..<parts.count].suffix(2) == [0x0D, 0x0A], "a head ends with its line")
            try hold(parts.method.upperBound < parts.target.lowerBound, "the method stands before the target")
            try hold(parts.target.upperBound < parts.count, "the target lies within the head")
            for field in parts.fields {
                try hold(field.name.upperBound < parts.count && field.value.upperBound < parts.count, "a field lies within the head")
                try hold(!field.name.isEmpty && bytes[field.name].allSatisfy(ByteClass.isToken), "a field's name is a token")
                try hold(bytes[field.value].allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 }, "no field's value ends a line")
            }
            let cut = Int.random(in: 0..<parts.count, using: &generator)
            try hold(parser.parse(bytes.span.extracting(0..<cut)) == .partial, "no head is complete before its end, as at \(cut)")
            // What follows from a head.
            guard let framing = try? RequestFraming(parts.fields, in: bytes.span, version: parts.version) else { return }
            try hold(framing.host.map { $0.upperBound < parts.count } ?? true, "the host lies within the head")
            guard let target = try? RequestTarget(parts.target, in: bytes.span, isOptions: false) else { return }
            try hold(target.path.upperBound <= parts.target.upperBound, "the path lies within the target")
        }
    }
#endif
