extension LoopCore {
    /// Puts a response's head together in the scratch space (RFC 9112 §4, §6).
    ///
    /// - Parameters:
    ///   - length: how long the content is, or would be for HEAD; nil when it shows only at the end.
    ///   - keepsAlive: whether another request may follow.
    ///   - isHTTP10: whether the client speaks HTTP/1.0, which has to be told that the connection stays.
    ///   - isChunked: whether the content goes in chunks.
    func writeHead(_ response: Response, length: Int?, keepsAlive: Bool, isHTTP10: Bool, isChunked: Bool) {
        scratch.removeAll()
        scratch.append(response.status == .ok ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 ")
        if response.status != .ok {
            scratch.append(decimal: response.status.rawValue)
            scratch.append(" ")
            scratch.append(response.status.reasonPhrase)
            scratch.append("\r\n")
        }
        scratch.append(dateLine.current())
        let fields = response.fields
        for slice in fields.slices where !FramingField.isOne(fields.bytes, slice.name) {
            scratch.append(fields.bytes[slice.name])
            scratch.append(": ")
            scratch.append(fields.bytes[slice.value])
            scratch.append("\r\n")
        }
        if isChunked {
            scratch.append("Transfer-Encoding: chunked\r\n")
        } else if let length, !response.status.forbidsContent {
            scratch.append("Content-Length: ")
            scratch.append(decimal: length)
            scratch.append("\r\n")
        }
        if !keepsAlive {
            scratch.append("Connection: close\r\n")
        } else if isHTTP10 {
            scratch.append("Connection: keep-alive\r\n")
        }
        scratch.append("\r\n")
    }
}

extension ResponseBody {
    /// Whether it may go on for ever: then a client that has closed its half counts as gone.
    var isUnbounded: Bool {
        switch self {
        case .empty, .bytes: false
        case .source(let source, _): source.isEndless
        case .events: true
        }
    }
}

/// Fields that are the server's business: what a handler puts there is dropped.
enum FramingField {
    static func isOne(_ bytes: [UInt8], _ name: Range<Int>) -> Bool {
        let span = bytes.span
        return switch name.count {
        case 4: span.isEqual(name, "date")
        case 7: span.isEqual(name, "upgrade")
        case 10: span.isEqual(name, "connection") || span.isEqual(name, "keep-alive")
        case 14: span.isEqual(name, "content-length")
        case 16: span.isEqual(name, "proxy-connection")
        case 17: span.isEqual(name, "transfer-encoding")
        default: false
        }
    }
}
