/// What one viewer was told of what the publishers have posted, and whether that is right: a pure value.
///
/// A publisher posts its next notification when the last one was answered, so every viewer must be told each publisher's
/// numbers one after the other, from the first after its hello on, with ids that only grow, however often it reconnects.
struct Ledger: Sendable {
    private struct Column {
        let first: Int
        var next: Int
    }

    /// The place in the journal after which this viewer's story begins; nil as long as it has no hello.
    private(set) var start: UInt64?
    private var last: UInt64 = 0
    private var columns: [Column?]

    private(set) var received = 0
    private(set) var lost = 0
    private(set) var repeated = 0
    private(set) var disordered = 0

    init(publishers: Int) {
        columns = Array(repeating: nil, count: publishers)
    }

    /// The first hello: everything after this place is owed.
    mutating func begin(after sequence: UInt64) {
        start = sequence
        last = sequence
    }

    /// A notification came.
    mutating func take(_ posting: Posting, at sequence: UInt64) {
        received += 1
        guard columns.indices.contains(posting.publisher) else { return }
        let expected = columns[posting.publisher]?.next ?? posting.number
        if posting.number < expected {
            repeated += 1
            return
        }
        if sequence <= last { disordered += 1 }
        lost += posting.number - expected
        last = max(last, sequence)
        let first = columns[posting.publisher]?.first ?? posting.number
        columns[posting.publisher] = Column(first: first, next: posting.number + 1)
    }

    /// How many it was owed at its beginning that never came. For a viewer that has left, whose end says nothing.
    func missingAtStart(_ books: [[UInt64]]) -> Int {
        zip(columns, books).reduce(0) { sum, pair in sum + (pair.0.map { max(0, $0.first - owedFrom(pair.1)) } ?? 0) }
    }

    /// How many it is owed and has not been told.
    /// - Parameter books: for each publisher the places of its notifications in the journal, in the order of their numbers.
    func missing(_ books: [[UInt64]]) -> Int {
        guard start != nil else { return 0 }
        return zip(columns, books).reduce(0) { sum, pair in
            guard let column = pair.0 else { return sum + pair.1.count - owedFrom(pair.1) }
            return sum + max(0, column.first - owedFrom(pair.1)) + max(0, pair.1.count - column.next)
        }
    }

    /// The first number of a publisher that was posted after this story began.
    private func owedFrom(_ book: [UInt64]) -> Int {
        var (low, high) = (0, book.count)
        while low < high {
            let middle = (low + high) / 2
            if book[middle] > start ?? 0 { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A notification of ours: `[publisher,number,nanoseconds]`, the last of the monotonic clock at its sending.
struct Posting: Equatable, Sendable {
    let publisher: Int
    let number: Int
    let time: UInt64

    init(publisher: Int, number: Int, time: UInt64) {
        self.publisher = publisher
        self.number = number
        self.time = time
    }

    /// Reads the digits; nil for what was not posted by us. Called for every event of every viewer: allocates nothing.
    init?(_ data: ArraySlice<UInt8>) {
        guard data.first == UInt8(ascii: "["), data.last == UInt8(ascii: "]") else { return nil }
        var numbers: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var commas = 0
        for byte in data.dropFirst().dropLast() {
            switch byte {
            case UInt8(ascii: ","):
                numbers = (numbers.1, numbers.2, 0)
                commas += 1
            case 0x30...0x39: numbers.2 = numbers.2 &* 10 &+ UInt64(byte - 0x30)
            default: return nil
            }
        }
        guard commas == 2, let publisher = Int(exactly: numbers.0), let number = Int(exactly: numbers.1) else { return nil }
        self.init(publisher: publisher, number: number, time: numbers.2)
    }

    var json: String { "[\(publisher),\(number),\(time)]" }
}
