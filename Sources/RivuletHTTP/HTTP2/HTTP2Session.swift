import CNGHTTP2

/// A libnghttp2 session: framing, HPACK and flow control of one connection's server side. Confined to the connection's
/// loop; the library calls back into the connection, whose address it holds without owning it.
final class HTTP2Session {
    private let session: OpaquePointer
    /// Where the library has its memory from.
    private let memory: BlockCache

    /// A session that nobody owns yet.
    init?(limits: Limits, memory: BlockCache) {
        self.memory = memory
        var callbacks: OpaquePointer?
        var option: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0, nghttp2_option_new(&option) == 0 else { return nil }
        defer {
            nghttp2_session_callbacks_del(callbacks)
            nghttp2_option_del(option)
        }
        HTTP2Callbacks.install(in: callbacks)
        // A body's reader opens the window, not the arrival of the bytes.
        nghttp2_option_set_no_auto_window_update(option, 1)
        // Without this the library passes over what a client says of priorities after its requests (RFC 9218 §7.1).
        nghttp2_option_set_builtin_recv_extension_type(option, UInt8(NGHTTP2_PRIORITY_UPDATE.rawValue))
        // Our own counters come first and say ENHANCE_YOUR_CALM; this is the second line.
        nghttp2_option_set_stream_reset_rate_limit(option, UInt64(2 * limits.http2Burst), UInt64(2 * limits.http2Rate))
        var session: OpaquePointer?
        var functions = memory.functions
        let code = nghttp2_session_server_new3(&session, callbacks, nil, option, &functions)
        guard code == 0, let session else { return nil }
        self.session = session
        var settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue), value: UInt32(clamping: limits.http2Streams)),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue), value: UInt32(clamping: limits.headerBlock)),
            nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES.rawValue), value: 1),
        ]
        nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), &settings, settings.count)
    }

    deinit { nghttp2_session_del(session) }

    /// Says who is told of everything: before the first bytes.
    /// - Parameter owner: outlives the session.
    func setOwner(_ owner: HTTP2Connection) {
        nghttp2_session_set_user_data(session, Unmanaged.passUnretained(owner).toOpaque())
    }

    // MARK: Bytes

    /// Takes received bytes. The callbacks run inside.
    /// - Returns: false when the connection can't go on.
    func receive(_ bytes: Span<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { nghttp2_session_mem_recv(session, $0.baseAddress, $0.count) >= 0 }
    }

    /// The next of what is to be sent; content that is lent goes to ``HTTP2Connection/send(_:of:after:)`` meanwhile.
    /// - Returns: bytes that are valid until the next call, none when there is nothing or it was content; nil when the
    ///   connection can't go on.
    func nextPiece() -> UnsafeBufferPointer<UInt8>? {
        var data: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(session, &data)
        return count < 0 ? nil : UnsafeBufferPointer(start: data, count: data == nil ? 0 : count)
    }

    var wantsWrite: Bool { nghttp2_session_want_write(session) != 0 }
    var isOver: Bool { nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 }

    // MARK: Streams

    /// Says which object is the stream's: it outlives what it is said of, or nil is said before.
    func setStream(_ stream: HTTP2Stream?, _ number: Int32) {
        nghttp2_session_set_stream_user_data(session, number, stream.map { Unmanaged.passUnretained($0).toOpaque() })
    }

    /// The object of a stream; nil for one that is not open, or not known.
    func stream(_ number: Int32) -> HTTP2Stream? {
        nghttp2_session_get_stream_user_data(session, number).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// Begins a response; its content comes from the stream object when the library asks for it.
    /// - Parameter fields: kept by the stream as long as it is open.
    func submitResponse(_ fields: HTTP2Fields, date: [UInt8], for stream: HTTP2Stream, hasContent: Bool) -> Bool {
        var provider = nghttp2_data_provider()
        provider.source.ptr = Unmanaged.passUnretained(stream).toOpaque()
        provider.read_callback = HTTP2Callbacks.readContent
        return fields.withVectors(date: date) { vectors in
            guard hasContent else {
                return nghttp2_submit_response(session, stream.number, vectors.baseAddress, vectors.count, nil) == 0
            }
            return nghttp2_submit_response(session, stream.number, vectors.baseAddress, vectors.count, &provider) == 0
        }
    }

    /// Sends a header block that is no final response: 100.
    /// - Parameter fields: for ever there.
    func submitInterim(_ fields: HTTP2Fields, _ number: Int32) {
        _ = fields.withVectors { vectors in
            nghttp2_submit_headers(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), number, nil, vectors.baseAddress, vectors.count, nil) == 0
        }
    }

    /// Has a stream's content asked for again. One that has ended meanwhile is no error.
    func resume(_ number: Int32) { nghttp2_session_resume_data(session, number) }

    func reset(_ number: Int32, _ code: nghttp2_error_code) {
        nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), number, code.rawValue)
    }

    /// Has a stream's content go before that of others (RFC 9218 §4), until its client says otherwise.
    /// - Parameter urgency: 0, first, to 7, last; 3 without this.
    func prioritize(_ number: Int32, urgency: UInt32) {
        var priority = nghttp2_extpri(urgency: urgency, inc: 1)
        nghttp2_session_change_extpri_stream_priority(session, number, &priority, 0)
    }

    // MARK: Windows

    /// Opens the connection's window: what its streams may hold bounds it already.
    func consumeConnection(_ count: Int) { nghttp2_session_consume_connection(session, count) }

    /// Opens a stream's window.
    func consumeStream(_ number: Int32, _ count: Int) { nghttp2_session_consume_stream(session, number, count) }

    // MARK: The end

    /// Says that no new streams should come, while those that are on their way still may (RFC 9113 §6.8).
    func submitShutdownNotice() { nghttp2_submit_shutdown_notice(session) }

    /// Says which stream was the last.
    func submitGoAway() {
        nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nghttp2_session_get_last_proc_stream_id(session), NGHTTP2_NO_ERROR.rawValue,
            nil, 0)
    }

    /// Ends the connection with an error.
    func terminate(_ code: nghttp2_error_code) { nghttp2_session_terminate_session(session, code.rawValue) }
}
