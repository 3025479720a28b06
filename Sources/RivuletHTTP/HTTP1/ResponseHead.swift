extension LoopCore {
    /// Puts a response's head together in the scratch space (RFC 9112 §4, §6).
    ///
    /// - Parameters:
    ///   - length: how long the content is, or would be for HEAD; nil when it shows only at the end.
    ///   - keepsAlive: whether another request may follow.
    ///   - isHTTP10: whether the client speaks HTTP/1.0, which has to be told that the connection stays.
    ///   - isChunked: whether the content goes in chunks.
    func writeHead(_ response: Response, length: Int?, keepsAlive: Bool, isHTTP10: Bool, isChunked: Bool) {
        let date = dateLine
        compose { head in
            if let prepared = response.prepared {
                head.append(prepared.head)
            } else {
                head.append(response, length: length)
            }
            head.append(date)
            if isChunked { head.append("Transfer-Encoding: chunked\r\n") }
            if !keepsAlive {
                head.append("Connection: close\r\n")
            } else if isHTTP10 {
                head.append("Connection: keep-alive\r\n")
            }
            head.append("\r\n")
        }
    }
}

extension ByteBuilder {
    /// Appends what is the same on every connection: the status line, the fields, and the length if it is known.
    mutating func append(_ response: Response, length: Int?) {
        append(response.status == .ok ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 ")
        if response.status != .ok {
            append(decimal: response.status.rawValue)
            append(" ")
            append(response.status.reasonPhrase)
            append("\r\n")
        }
        let fields = response.fields
        for slice in fields.slices where !FramingField.isOne(fields.bytes, slice.name) {
            append(fields.bytes[slice.name])
            append(": ")
            append(fields.bytes[slice.value])
            append("\r\n")
        }
        if let length, !response.status.forbidsContent {
            append("Content-Length: ")
            append(decimal: length)
            append("\r\n")
        }
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
