import CZlib

/// Decompresses gzip, as far as it goes.
func gunzip(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    var input = Array(bytes)
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var output: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 64 * 1024)
    let inputCount = input.count
    return input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(inputCount)
        while true {
            let (code, count) = room.withUnsafeMutableBufferPointer { room in
                stream.next_out = room.baseAddress
                stream.avail_out = UInt32(room.count)
                let code = inflate(&stream, Z_SYNC_FLUSH)
                return (code, room.count - Int(stream.avail_out))
            }
            output += room[..<count]
            if code == Z_STREAM_END || code == Z_BUF_ERROR || code == Z_OK && count < room.count { return output }
            if code != Z_OK { return nil }
        }
    }
}
