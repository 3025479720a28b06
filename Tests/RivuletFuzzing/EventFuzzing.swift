#if DEBUG
    @testable import RivuletHTTP

    /// What is encoded as an event is what a client dispatches, and nothing else.
    enum EventFuzzing {
        static func run(_ bytes: [UInt8], _ generator: inout SeededGenerator) throws {
            // The first bytes are the id, the next the name, the rest the data.
            let id = String(decoding: bytes.prefix(6), as: UTF8.self)
            let name = String(decoding: bytes.dropFirst(6).prefix(6), as: UTF8.self)
            let text = String(decoding: bytes.dropFirst(12), as: UTF8.self)
            let isBroken = (id + name).utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
            if let frame = try? EventFrame(id: id, event: name, data: Array(text.utf8)) {
                try hold(!isBroken, "no frame has an id or a name that ends its line")
                var decoder = EventStreamDecoder()
                var events: [EventStreamDecoder.Event] = []
                for piece in frame.bytes.randomPieces(using: &generator) { events += decoder.decode(piece) }
                let expected = EventStreamDecoder.Event(id: id, event: name.isEmpty ? "message" : name, data: normalised(text))
                try hold(events == [expected], "a client dispatches what was encoded: \(events)")
            } else {
                try hold(isBroken, "what can be encoded is")
            }
            // What is no encoder's work, however it is cut.
            var whole = EventStreamDecoder()
            var pieces = EventStreamDecoder()
            let dispatched = whole.decode(bytes)
            try hold(
                bytes.randomPieces(using: &generator).flatMap { pieces.decode($0) } == dispatched, "pieces say the same as the whole")
        }

        /// CR LF and CR as LF, byte by byte: for Swift, CR LF is one character.
        private static func normalised(_ text: String) -> String {
            var bytes: [UInt8] = []
            var previous: UInt8 = 0
            for byte in text.utf8 {
                if byte != 0x0A || previous != 0x0D { bytes.append(byte == 0x0D ? 0x0A : byte) }
                previous = byte
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
#endif
