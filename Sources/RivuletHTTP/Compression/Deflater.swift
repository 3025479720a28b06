import CZlib

/// Compresses bytes to gzip (RFC 1952), as they come. Confined to whoever owns it.
final class Deflater {
    /// When what was put in must come out.
    enum Flush {
        /// When there is enough for a good block.
        case whenFull
        /// Now: whoever has read this far can decompress everything up to here.
        case now
        /// Now, and nothing follows.
        case end
    }

    /// How much memory one takes, and how well it compresses.
    enum Size {
        /// For content that is here at once: a window of 32 KiB, 256 KiB in all.
        case whole
        /// For what goes on for long, one for each client: a window of 4 KiB, about 32 KiB in all.
        case small

        fileprivate var windowBits: Int32 { self == .whole ? 15 : 12 }
        fileprivate var memoryLevel: Int32 { self == .whole ? 8 : 5 }
    }

    /// zlib keeps the stream's address, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter level: 1, fast, to 9, small.
    /// - Returns: nil when there is no memory.
    init?(_ size: Size, level: Int = 6) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 16 more than the window's size asks for gzip's frame around it.
        let code = deflateInit2_(
            stream, Int32(level), Z_DEFLATED, size.windowBits + 16, size.memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        // All properties are set: from here on `deinit` gives the memory back, also for a stream that was not begun.
        guard code == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses some more.
    /// - Parameters:
    ///   - bytes: what comes next; zlib reads it only, though its declaration does not say so.
    ///   - output: where what comes out is appended.
    func deflate(_ bytes: UnsafeRawBufferPointer, _ flush: Flush, into output: inout [UInt8]) {
        let mode =
            switch flush {
            case .whenFull: Z_NO_FLUSH
            case .now: Z_SYNC_FLUSH
            case .end: Z_FINISH
            }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        withUnsafeTemporaryAllocation(byteCount: Self.room, alignment: 16) { room in
            repeat {
                stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = UInt32(room.count)
                // The only failure is a stream that ended before, of which nothing more comes out.
                let code = CZlib.deflate(stream, mode)
                guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { break }
                output.append(contentsOf: room.prefix(room.count - Int(stream.pointee.avail_out)))
            } while stream.pointee.avail_out == 0
        }
        stream.pointee.next_in = nil
    }

    private static let room = 16 * 1024

    /// Compresses what is all there.
    /// - Returns: nil when there is no memory for it.
    static func gzip(_ bytes: [UInt8], level: Int) -> [UInt8]? {
        guard let deflater = Deflater(.whole, level: level) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 2)
        bytes.withUnsafeBytes { deflater.deflate($0, .end, into: &output) }
        return output
    }
}
