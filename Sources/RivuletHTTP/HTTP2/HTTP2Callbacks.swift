import CNGHTTP2

/// What libnghttp2 calls while it takes in or gives out bytes: each finds the connection or the stream it is about, and
/// hands over.
///
/// The addresses are of objects that outlive the calls: the connection owns its session and its streams, and a stream
/// leaves the session (``HTTP2Connection/streamClosed(_:code:)``) before it is released.
enum HTTP2Callbacks {
    static func install(in callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, header, owner in
            guard let header else { return 0 }
            return HTTP2Callbacks.tell(owner) {
                $0.frameBegins(header.pointee) ? 0 : Int32(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
            }
        }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            guard let frame, frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
            return HTTP2Callbacks.tell(owner) {
                $0.streamBegins(frame.pointee.hd.stream_id)
                return 0
            }
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) { _, frame, name, nameCount, value, valueCount, _, owner in
            guard let frame, frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
            return HTTP2Callbacks.tell(owner) {
                let isAccepted = $0.fieldArrived(
                    UnsafeBufferPointer(start: name, count: nameCount), UnsafeBufferPointer(start: value, count: valueCount))
                return isAccepted ? 0 : Int32(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
            }
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            guard let frame else { return 0 }
            return HTTP2Callbacks.tell(owner) {
                $0.frameArrived(frame)
                return 0
            }
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, number, data, count, owner in
            HTTP2Callbacks.tell(owner) {
                $0.contentArrived(number, UnsafeBufferPointer(start: data, count: count))
                return 0
            }
        }
        nghttp2_session_callbacks_set_send_data_callback(callbacks) { _, _, header, count, source, owner in
            guard let stream = HTTP2Callbacks.stream(source), let header else { return Int32(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue) }
            return HTTP2Callbacks.tell(owner) {
                // The header of a frame has nine bytes (RFC 9113 §4.1).
                let isSent = $0.send(count, of: stream, after: UnsafeBufferPointer(start: header, count: 9))
                return isSent ? 0 : Int32(NGHTTP2_ERR_WOULDBLOCK.rawValue)
            }
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
            guard let frame else { return 0 }
            return HTTP2Callbacks.tell(owner) {
                $0.frameSent(frame)
                return 0
            }
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, number, code, owner in
            HTTP2Callbacks.tell(owner) {
                $0.streamClosed(number, code: code)
                return 0
            }
        }
    }

    /// Asks a stream for its content.
    static let readContent: nghttp2_data_source_read_callback = { _, _, buffer, count, flags, source, _ in
        guard let stream = HTTP2Callbacks.stream(source), let buffer, let flags else {
            return ssize_t(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
        }
        switch stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count)) {
        case .some(let count): return count
        case .lent(let count, let isLast):
            flags.pointee |= UInt32(NGHTTP2_DATA_FLAG_NO_COPY.rawValue)
            if isLast { flags.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue) }
            return count
        case .later: return ssize_t(NGHTTP2_ERR_DEFERRED.rawValue)
        case .last(let count):
            flags.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue)
            return count
        case .failed: return ssize_t(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
    }

    private static func stream(_ source: UnsafeMutablePointer<nghttp2_data_source>?) -> HTTP2Stream? {
        (source?.pointee.ptr).map { Unmanaged<HTTP2Stream>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Lends the connection, without counting a reference: whoever is in a call of the library's holds one.
    private static func tell(_ owner: UnsafeMutableRawPointer?, _ body: (HTTP2Connection) -> Int32) -> Int32 {
        guard let owner else { return Int32(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue) }
        return Unmanaged<HTTP2Connection>.fromOpaque(owner)._withUnsafeGuaranteedRef(body)
    }
}
