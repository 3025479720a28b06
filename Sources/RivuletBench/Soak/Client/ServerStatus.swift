/// What the server says of itself at `/metrics`.
struct ServerStatus: Equatable, Sendable, CustomStringConvertible {
    /// What must be again as it was when everybody has left.
    var subscribers = 0
    var viewers = 0
    var subscriptions = 0
    var connections = 0
    var descriptors = 0

    /// Bytes of resident memory; changes.
    var memory = 0
    /// Streams cut off so far; only grows.
    var cutOff = 0

    init(of connection: HTTPConnection) throws(ClientError) {
        let response = try connection.request("GET", "/metrics")
        var values: [Substring: Double] = [:]
        for line in response.body.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ")
            if parts.count == 2 { values[parts[0]] = Double(parts[1]) }
        }
        func value(_ name: Substring) throws(ClientError) -> Int {
            guard let value = values[name] else { throw ClientError(saying: "/metrics does not say \(name)") }
            return Int(value)
        }
        subscribers = try value("rivulet_sse_subscribers")
        viewers = try value("rivulet_viewers")
        subscriptions = try value("rivulet_subscriptions")
        connections = try value(#"rivulet_connections{protocol="http/1.1"}"#)
        descriptors = try value("process_open_fds")
        memory = try value("process_resident_memory_bytes")
        cutOff = try value("rivulet_sse_cut_off_total")
    }

    /// Whether the counters are those of another moment.
    func hasCounters(of other: ServerStatus) -> Bool {
        (subscribers, viewers, subscriptions) == (other.subscribers, other.viewers, other.subscriptions)
            && (connections, descriptors) == (other.connections, other.descriptors)
    }

    var description: String {
        "subscribers \(subscribers), viewers \(viewers), subscriptions \(subscriptions), connections \(connections), descriptors \(descriptors)"
    }
}
