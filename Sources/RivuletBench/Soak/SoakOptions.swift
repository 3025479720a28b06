/// What `rivulet-bench soak` was asked to do.
struct SoakOptions: Sendable {
    /// A program to start, and its arguments; or where a server listens already.
    var server: String?
    var serverArguments: [String] = []
    var endpoint: Endpoint?
    var viewers = 500
    var publishers = 4
    /// How often a minute a viewer does something; 0 for viewers that only stay and listen.
    var moves = 12
    /// Notifications a second of each publisher; 0 for as many as are answered.
    var rate = 50
    var seconds = 60
    /// Ends after so many notifications, rather than after some seconds.
    var events: Int?
    /// Clients that stop reading.
    var stalled = 0

    static let usage = """
        usage: rivulet-bench soak (--server PATH | --url URL) [OPTION VALUE]… [-- SERVER ARGUMENT…]
          --server PATH      a server to start on a port of its own, with the arguments behind --
          --url URL          or one that listens already: http://127.0.0.1:8080
          --viewers N        who connect, hide, show, reconnect and get killed [500]
          --moves N          how often a minute each of them does so; 0: only stays and listens [12]
          --publishers N     who post at the same time [4]
          --rate N           notifications a second of each; 0: as many as are answered [50]
          --seconds N        how long [60]
          --events N         until so many are posted, instead
          --stalled N        clients besides that stop reading, and must be cut off [0]
        """

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--server": server = try Self.value(of: argument, &rest)
            case "--url":
                let text = try Self.value(of: argument, &rest)
                guard let endpoint = Endpoint(url: text) else { throw UsageError("\(text) is not like http://127.0.0.1:8080") }
                self.endpoint = endpoint
            case "--viewers": viewers = try Self.number(of: argument, 1...20_000, &rest)
            case "--moves": moves = try Self.number(of: argument, 0...600, &rest)
            case "--publishers": publishers = try Self.number(of: argument, 1...64, &rest)
            case "--rate": rate = try Self.number(of: argument, 0...100_000, &rest)
            case "--seconds": seconds = try Self.number(of: argument, 1...86_400, &rest)
            case "--events": events = try Self.number(of: argument, 1...100_000_000, &rest)
            case "--stalled": stalled = try Self.number(of: argument, 0...100, &rest)
            case "--":
                serverArguments = Array(rest)
                rest = []
            default: throw UsageError("\(argument) is no option")
            }
        }
        if (server == nil) == (endpoint == nil) { throw UsageError("either --server or --url is needed") }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
        return value
    }

    private static func number(
        of option: String, _ range: ClosedRange<Int>, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Int {
        let text = try value(of: option, &rest)
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("\(option) can't be \(text); allowed: \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
