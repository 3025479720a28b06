import CNGHTTP2

// What the library tells of: streams that begin and end, headers, contents, and frames of which there may be too many.
extension HTTP2Connection {
    /// - Returns: false when the connection must not go on.
    func frameBegins(_ header: nghttp2_frame_hd) -> Bool {
        guard UInt32(header.type) == NGHTTP2_HEADERS.rawValue, header.stream_id % 2 == 1 else { return true }
        switch numbers.open(header.stream_id) {
        case .opened: break
        case .passedOver: session?.terminate(NGHTTP2_PROTOCOL_ERROR)
        case .known:
            // Trailers of a stream that is open, or else of one that the client itself has closed (RFC 9113 §5.1).
            if session?.stream(header.stream_id) == nil, !resetHere.contains(header.stream_id) {
                session?.terminate(NGHTTP2_STREAM_CLOSED)
            }
        }
        return true
    }

    func streamBegins(_ number: Int32) {
        let stream = HTTP2Stream(number, on: self)
        if !prioritized.isEmpty { stream.hasPriority = prioritized.remove(number) != nil }
        streams.insert(stream)
        header.begin()
        session?.setStream(stream, number)
        context.census.changeHTTP2Streams(by: 1)
    }

    func fieldArrived(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool { header.add(name, value) }

    func frameArrived(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = frame.pointee.hd
        let isLast = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        let isAnswer = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
        switch nghttp2_frame_type(UInt32(header.type)) {
        case NGHTTP2_HEADERS:
            guard let stream = session?.stream(header.stream_id) else { return }
            if frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST {
                stream.begin(Result { () throws(Refusal) in try self.header.finish() }, hasBody: !isLast)
            } else if isLast {
                stream.bodyEnded()
            }
        case NGHTTP2_DATA:
            if isLast {
                session?.stream(header.stream_id)?.bodyEnded()
            } else if header.length == 0 {
                count(&empties, "empty frames")
            }
        case NGHTTP2_RST_STREAM: count(&resets, "resets")
        case NGHTTP2_PING: if !isAnswer { count(&pings, "PINGs") }
        case NGHTTP2_SETTINGS: if !isAnswer { count(&settings, "SETTINGS") }
        case NGHTTP2_PRIORITY: count(&priorities, "PRIORITY frames")
        case NGHTTP2_PRIORITY_UPDATE:
            count(&priorities, "PRIORITY frames")
            if let update = frame.pointee.ext.payload?.assumingMemoryBound(to: nghttp2_ext_priority_update.self) {
                priorityArrived(update.pointee.stream_id)
            }
        default: break
        }
    }

    /// The library has taken it to heart; here it is noted that the client has a will of its own.
    private func priorityArrived(_ number: Int32) {
        if let stream = session?.stream(number) {
            stream.hasPriority = true
        } else if numbers.isAhead(number), prioritized.count < limits.http2Streams {
            prioritized.insert(number)
        }
    }

    private func count(_ bucket: inout TokenBucket, _ what: String) {
        if !bucket.take(at: connection.now) { calmDown(what) }
    }

    func contentArrived(_ number: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        session?.consumeConnection(bytes.count)
        session?.stream(number)?.contentArrived(bytes)
    }

    func frameSent(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = frame.pointee.hd
        let isLast = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch nghttp2_frame_type(UInt32(header.type)) {
        case NGHTTP2_HEADERS, NGHTTP2_DATA:
            // With both sides at their end the stream closes at once, and everything with it.
            guard isLast, let stream = session?.stream(header.stream_id), !stream.isInputOver else { return }
            stream.responseEnded()
            awaitEnd(of: stream)
        case NGHTTP2_RST_STREAM:
            if resetHere.count >= 1024 { resetHere.removeAll() }
            resetHere.insert(header.stream_id)
            // A client can make the server reset its streams as well, by breaking the rules on each.
            if frame.pointee.rst_stream.error_code != NGHTTP2_NO_ERROR.rawValue { count(&resets, "resets") }
        default: break
        }
    }

    /// The rest of a request that was answered already is not wanted, and the client is told so (RFC 9113 §8.1); but not
    /// at once: curl, for one, loses the answer when the reset reaches it while it is still sending.
    private func awaitEnd(of stream: HTTP2Stream) {
        connection.core.schedule(after: Self.answerTime) { [weak self, weak stream] in
            guard let self, let stream, session?.stream(stream.number) === stream, !stream.isInputOver else { return }
            reset(stream.number, NGHTTP2_NO_ERROR)
        }
    }

    private static let answerTime: UInt64 = 1_000_000_000

    func streamClosed(_ number: Int32, code: UInt32) {
        guard let stream = session?.stream(number) else { return }
        session?.setStream(nil, number)
        streams.remove(stream)
        release(stream)
        guard streams.isEmpty else { return }
        idleSince = connection.now
        setDeadline()
    }

    func release(_ stream: HTTP2Stream) {
        context.census.changeHTTP2Streams(by: -1)
        stream.disconnect()
    }
}
