/// How a journal lies in a file: pure functions from values to bytes and back.
///
/// The file is a signature and a row of frames: length of the content (4 bytes), checksum of the content (4), content; all numbers little
/// endian. The first frame is the outline of a ``History``; every other is a record, either one that the outline speaks of
/// or the next after all before, or the beginning of an epoch. The first frame that is not whole, not intact or not in order ends the journal. As a rule
/// that is where writing was broken off, and nothing behind it was promised to anyone; if good frames follow, it is damage, see ``hasFrames(_:after:)``.
enum JournalFormat {
    private enum Kind: UInt8 {
        case outline = 1
        case record = 2
        case epoch = 3
    }

    /// What a journal begins with, the version of the format included.
    private static let signature = Array("rivulet journal 1\n".utf8)

    // MARK: To bytes

    /// A whole file: a history with all its records.
    static func encode(_ history: History) -> [UInt8] {
        history.records.reduce(into: signature + encode(history.outline)) { $0 += encode($1.entry, at: $1.position) }
    }

    static func encode(_ entry: Entry, at position: UInt64) -> [UInt8] {
        var content: [UInt8] = [Kind.record.rawValue]
        content.append(number: position)
        content.append(counted: entry.channel.rawValue.utf8)
        content.append(counted: entry.event.utf8)
        content += entry.data
        return frame(content)
    }

    static func encode(beginningOf epoch: Epoch) -> [UInt8] {
        var content: [UInt8] = [Kind.epoch.rawValue]
        content.append(number: epoch.rawValue)
        return frame(content)
    }

    private static func encode(_ outline: History.Outline) -> [UInt8] {
        var content: [UInt8] = [Kind.outline.rawValue]
        content.append(number: UInt32(outline.epochs.count))
        for id in outline.epochs {
            content.append(number: id.epoch.rawValue)
            content.append(number: id.sequence)
        }
        for (channel, position) in outline.lost.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            content.append(counted: channel.rawValue.utf8)
            content.append(number: position)
        }
        return frame(content)
    }

    static func frame(_ content: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = []
        frame.reserveCapacity(content.count + 8)
        frame.append(number: UInt32(content.count))
        frame.append(number: Checksum.of(content))
        return frame + content
    }

    // MARK: From bytes

    /// What is left of a file.
    struct Recovered {
        var history: History
        /// How many records came out of the file.
        var records: Int
        /// How many bytes of it are good.
        var length: Int

        /// Takes in what a frame holds.
        /// - Returns: false when it is nothing that can follow.
        fileprivate mutating func take(_ content: inout Reader) -> Bool {
            switch content.byte().flatMap(Kind.init) {
            case .record:
                guard let position = content.number(UInt64.self), let channel = content.text(), let event = content.text() else {
                    return false
                }
                let entry = Entry(channel: Channel(rawValue: channel), event: event, data: content.rest())
                guard history.restore(entry, at: position) else { return false }
                records += 1
                return true
            case .epoch:
                guard let epoch = content.number(UInt64.self) else { return false }
                history.begin(Epoch(rawValue: epoch))
                return true
            case .outline, nil: return false
            }
        }
    }

    /// Whether a file is a journal, however short it was cut.
    static func isJournal(_ bytes: [UInt8]) -> Bool { signature.starts(with: bytes.prefix(signature.count)) }

    /// Reads a file as far as it is good.
    /// - Returns: nil when not even its outline is.
    static func decode(_ bytes: [UInt8], retention: @escaping @Sendable (Channel) -> Retention) -> Recovered? {
        guard bytes.starts(with: signature) else { return nil }
        var reader = Reader(bytes[signature.count...])
        guard var content = reader.frame(), content.byte() == Kind.outline.rawValue, let outline = decodeOutline(&content),
            let history = History(outline, retention: retention)
        else { return nil }
        var recovered = Recovered(history: history, records: 0, length: reader.position)
        while var content = reader.frame(), recovered.take(&content) { recovered.length = reader.position }
        return recovered
    }

    /// Whether there is a frame, whole and intact, anywhere behind a place at which none is: then bytes were changed after they had been
    /// written, and those behind them may well have been promised.
    ///
    /// Usually quick, as hardly anything looks like the beginning of a frame. Bytes made to look so are not followed for ever: they
    /// count as frames.
    static func hasFrames(_ bytes: [UInt8], after position: Int) -> Bool {
        var patience = 1 << 28
        var start = position + 1
        while start + 8 < bytes.count {
            defer { start += 1 }
            guard Kind(rawValue: bytes[start + 8]) != nil else { continue }
            var reader = Reader(bytes[start...])
            guard let length = reader.number(UInt32.self), length > 0, Int(length) <= bytes.count - start - 8 else { continue }
            patience -= Int(length)
            reader = Reader(bytes[start...])
            if patience < 0 || reader.frame() != nil { return true }
        }
        return false
    }

    private static func decodeOutline(_ content: inout Reader) -> History.Outline? {
        guard let count = content.number(UInt32.self) else { return nil }
        var outline = History.Outline(epochs: [], lost: [:])
        for _ in 0..<count {
            guard let epoch = content.number(UInt64.self), let sequence = content.number(UInt64.self) else { return nil }
            outline.epochs.append(EventID(epoch: Epoch(rawValue: epoch), sequence: sequence))
        }
        while !content.isEmpty {
            guard let channel = content.text(), let position = content.number(UInt64.self) else { return nil }
            outline.lost[Channel(rawValue: channel)] = position
        }
        return outline
    }

    /// Reads from the front of some bytes; nil where there are too few.
    fileprivate struct Reader {
        private var bytes: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

        var isEmpty: Bool { bytes.isEmpty }

        var position: Int { bytes.startIndex }

        mutating func byte() -> UInt8? { bytes.popFirst() }

        mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
            guard let taken = take(Number.bitWidth / 8) else { return nil }
            return taken.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }

        mutating func text() -> String? {
            guard let count = number(UInt32.self), let taken = take(Int(count)) else { return nil }
            return String(validating: taken, as: UTF8.self)
        }

        mutating func rest() -> [UInt8] {
            defer { bytes = [] }
            return Array(bytes)
        }

        /// The content of the next frame, if it is whole and intact.
        mutating func frame() -> Reader? {
            guard let length = number(UInt32.self), let checksum = number(UInt32.self), let content = take(Int(length)),
                Checksum.of(content) == checksum
            else { return nil }
            return Reader(content)
        }

        private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= bytes.count else { return nil }
            defer { bytes = bytes.dropFirst(count) }
            return bytes.prefix(count)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(counted text: String.UTF8View) {
        append(number: UInt32(text.count))
        append(contentsOf: text)
    }
}
