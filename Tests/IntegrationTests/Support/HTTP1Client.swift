import Foundation

/// A response as it came over HTTP/1.1, with the body's transfer coding removed.
struct HTTP1Response {
    var status = 0
    /// Names in lower case; the values of fields with one name joined by a comma.
    var fields: [String: String] = [:]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }
}

/// One request at a time over a connection of its own.
enum HTTP1Client {
    static func get(_ target: String, port: UInt16, fields: KeyValuePairs<String, String> = [:]) throws -> HTTP1Response {
        try request("GET", target, port: port, fields: fields)
    }

    static func post(
        _ target: String, _ body: String = "", port: UInt16, fields: KeyValuePairs<String, String> = [:]
    ) throws -> HTTP1Response {
        try request("POST", target, port: port, fields: fields, body: body)
    }

    static func request(
        _ method: String, _ target: String, port: UInt16, fields: KeyValuePairs<String, String> = [:], body: String? = nil,
        within seconds: Double = Deadline.patience
    ) throws -> HTTP1Response {
        let connection = try Connection(port: port)
        var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
        try connection.send(head + "\r\n" + (body ?? ""))
        var decoder = HTTP1Decoder()
        let deadline = Deadline(seconds)
        while !(decoder.headIsComplete && decoder.bodyIsComplete) {
            let bytes = try connection.receive(within: deadline.remaining)
            if bytes.isEmpty { break }
            decoder.feed(bytes)
        }
        // Thrown, not required: a caller that asks again and again may have connections closed on it meanwhile.
        guard decoder.headIsComplete else { throw Connection.Failure.noResponse(to: "\(method) \(target)") }
        return decoder.response
    }
}

/// Requests over one connection, one after the other.
final class HTTP1Connection {
    private let connection: Connection

    init(port: UInt16) throws { connection = try Connection(port: port) }

    func request(_ method: String, _ target: String, body: String = "") throws -> HTTP1Response {
        try connection.send("\(method) \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        var answer = HTTP1Decoder()
        while !(answer.headIsComplete && answer.bodyIsComplete) {
            let bytes = try connection.receive()
            if bytes.isEmpty { throw Connection.Failure.reset }
            answer.feed(bytes)
        }
        return answer.response
    }
}

/// Takes a response apart as it arrives: the head, then the body without its chunks.
struct HTTP1Decoder {
    private(set) var response = HTTP1Response()
    private(set) var headIsComplete = false
    private(set) var bodyIsComplete = false
    private var rest: [UInt8] = []
    private var chunkLeft = 0

    static func decode(_ bytes: [UInt8]) -> HTTP1Response? {
        var decoder = HTTP1Decoder()
        decoder.feed(bytes)
        return decoder.headIsComplete ? decoder.response : nil
    }

    mutating func feed(_ bytes: [UInt8]) {
        rest += bytes
        if !headIsComplete { readHead() }
        if headIsComplete { readBody() }
    }

    /// Takes what has come of the body so far.
    mutating func takeBody() -> [UInt8] {
        defer { response.body = [] }
        return response.body
    }

    private mutating func readHead() {
        guard let end = Data(rest).firstRange(of: Data("\r\n\r\n".utf8)) else { return }
        let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        rest.removeFirst(end.upperBound)
        response.status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            response.fields[name] = response.fields[name].map { "\($0), \(value)" } ?? value
        }
        headIsComplete = response.status >= 200
        if !headIsComplete {
            response = HTTP1Response()
            readHead()
        }
    }

    private mutating func readBody() {
        guard response.fields["transfer-encoding"] == "chunked" else {
            response.body += rest
            rest = []
            // Without a length, only the end of the connection ends the body.
            bodyIsComplete = response.fields["content-length"].flatMap { Int($0) }.map { response.body.count >= $0 } ?? false
            return
        }
        while !bodyIsComplete {
            if chunkLeft > 0 {
                let taken = min(max(0, chunkLeft - 2), rest.count)
                response.body += rest.prefix(taken)
                rest.removeFirst(taken)
                chunkLeft -= taken
                guard chunkLeft == 2, rest.count >= 2 else { return }
                rest.removeFirst(2)
                chunkLeft = 0
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return }
            let size = Int(String(decoding: rest[..<end], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines), radix: 16) ?? 0
            rest.removeFirst(end + 1)
            if size == 0 { bodyIsComplete = true } else { chunkLeft = size + 2 }
        }
    }
}
