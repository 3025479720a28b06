/// Makes bad input out of good: the same in every run, for the same seed.
public struct Mutator: Sendable {
    private var generator: SeededGenerator
    private let corpus: [[UInt8]]

    /// Bytes that mean something to one parser or another.
    private static let telling = Array("\r\n\0:; \t,=-\"%+&?/*#09afAFz.[]@\\\u{7F}".utf8) + [0x80, 0xC0, 0xE3, 0xFF]

    /// Changes what is in `corpus`.
    public init(_ corpus: [[UInt8]], seed: UInt64) {
        self.corpus = corpus
        generator = SeededGenerator(seed: seed)
    }

    /// An entry of the corpus with a few things changed.
    public mutating func next() -> [UInt8] {
        var bytes = corpus.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...4, using: &generator) { mutate(&bytes) }
        return bytes
    }

    /// The bytes in pieces of random length.
    public mutating func split(_ bytes: [UInt8]) -> [[UInt8]] { bytes.randomPieces(using: &generator) }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let position = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, position + Int.random(in: 0...12, using: &generator))
        switch Int.random(in: 0...6, using: &generator) {
        case 0 where position < bytes.count: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 1 where position < bytes.count: bytes[position] = Self.telling.randomElement(using: &generator) ?? 0
        case 2: bytes.insert(Self.telling.randomElement(using: &generator) ?? 0, at: position)
        case 3: bytes.removeSubrange(position..<end)
        case 4: bytes.insert(contentsOf: bytes[position..<end], at: position)
        case 5:
            let other = corpus.randomElement(using: &generator) ?? []
            let start = Int.random(in: 0...other.count, using: &generator)
            bytes.replaceSubrange(position..., with: other[start...])
        default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: position)
        }
    }
}
