/// The open streams of a connection, to go through all of them. One of them is found through the library, which keeps an
/// address of ours for each (``HTTP2Session/stream(_:)``).
struct StreamList {
    private(set) var all: [HTTP2Stream] = []

    var isEmpty: Bool { all.isEmpty }

    mutating func insert(_ stream: HTTP2Stream) {
        stream.place = all.count
        all.append(stream)
    }

    /// Takes a stream out; the last one takes its place.
    mutating func remove(_ stream: HTTP2Stream) {
        let last = all.removeLast()
        if last === stream { return }
        last.place = stream.place
        all[stream.place] = last
    }

    mutating func removeAll() { all = [] }
}
