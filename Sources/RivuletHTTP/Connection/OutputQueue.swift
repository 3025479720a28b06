import Glibc

/// What a connection has still to send: slices of buffers that may be shared, in order.
struct OutputQueue {
    private var slices: [ArraySlice<UInt8>] = []
    private var first = 0
    /// How many bytes wait.
    private(set) var count = 0

    /// More go into one call only with diminishing returns, and each costs a level of the stack.
    private static let vectorLimit = 16

    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        slices.append(bytes)
        count += bytes.count
    }

    /// Has the first slices sent in one call, and drops what was taken.
    mutating func send(_ transmit: (UnsafeMutableBufferPointer<iovec>) -> Socket.Outcome) -> Socket.Outcome {
        let outcome = withUnsafeTemporaryAllocation(of: iovec.self, capacity: Self.vectorLimit) { vectors in
            Self.gather(slices[first...].prefix(Self.vectorLimit), into: vectors, count: 0) { count in
                transmit(UnsafeMutableBufferPointer(rebasing: vectors[..<count]))
            }
        }
        if case .done(let sent) = outcome { drop(sent) }
        return outcome
    }

    mutating func removeAll() { self = OutputQueue() }

    /// Collects the addresses of slices, all of which are valid for the innermost call only: hence the recursion.
    private static func gather(
        _ slices: ArraySlice<ArraySlice<UInt8>>, into vectors: UnsafeMutableBufferPointer<iovec>, count: Int,
        _ body: (Int) -> Socket.Outcome
    ) -> Socket.Outcome {
        guard let slice = slices.first else { return body(count) }
        return slice.withUnsafeBytes { bytes in
            vectors[count] = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
            return gather(slices.dropFirst(), into: vectors, count: count + 1, body)
        }
    }

    private mutating func drop(_ sent: Int) {
        count -= sent
        var left = sent
        while left > 0 {
            let size = slices[first].count
            if left < size {
                slices[first] = slices[first].dropFirst(left)
                return
            }
            left -= size
            slices[first] = []
            first += 1
        }
        if first == slices.count {
            slices.removeAll(keepingCapacity: count > 0)
            first = 0
        } else if first >= 64 {
            slices.removeFirst(first)
            first = 0
        }
    }
}
