/// What `rivulet-bench compare` was asked to do.
struct CompareOptions {
    var server = ""
    var eventGenerator: String?
    var floor: String?
    var rounds = 5
    var seconds = 5
    var serverCore = 0
    var clientCore = 1
    var peers = Contender.Kind.allCases
    /// Which cases, by a part of their names; nil for all.
    var cases: [String]?
    var asJSON = false

    static let usage = """
        usage: rivulet-bench compare --server PATH [OPTION]…
          --server PATH            the program rivulet, as released
          --event-generator PATH   the generator of event streams, as for sse; without it streams are left out
          --floor PATH             the least that a hub can do: a program that is called with a port, sends what is posted to all
                                   who ask; without it that column is left out
          --peers NAME,…           of nginx, h2o, nghttpd, nchan and floor [all that are installed; a missing one that is named is
                                   an error]
          --cases TEXT,…           those whose names contain a text: --cases HTTP/1.1,idle [all]
          --rounds N               how often each is measured, in turn [5]
          --seconds N              how long each time [5]
          --server-core N          the processor for the servers [0]
          --client-core N          the processor for the generators [1]
          --json                   print JSON, with every run
        """

    private var namesPeers = false

    init(_ arguments: [String]) throws(UsageError) {
        var reader = OptionReader(arguments)
        while let option = reader.next() {
            switch option {
            case "--server": server = try reader.value(of: option)
            case "--event-generator": eventGenerator = try reader.value(of: option)
            case "--floor": floor = try reader.value(of: option)
            case "--rounds": rounds = try reader.number(of: option, 1...100)
            case "--seconds": seconds = try reader.number(of: option, 1...600)
            case "--server-core": serverCore = try reader.number(of: option, 0...1_023)
            case "--client-core": clientCore = try reader.number(of: option, 0...1_023)
            case "--peers": try readPeers(try reader.value(of: option))
            case "--cases": cases = try reader.value(of: option).split(separator: ",").map(String.init)
            case "--json": asJSON = true
            default: throw UsageError("\(option) is no option")
            }
        }
        if server.isEmpty { throw UsageError("--server is needed: the program rivulet") }
    }

    private mutating func readPeers(_ list: String) throws(UsageError) {
        namesPeers = true
        peers = []
        for name in list.split(separator: ",") {
            guard let kind = Contender.Kind(rawValue: String(name)), kind != .rivulet else { throw UsageError("there is no peer \(name)") }
            peers.append(kind)
        }
    }

    /// Who is measured: Rivulet, and the peers.
    func contenders() throws(UsageError) -> [Contender.Kind: Contender] {
        var found = [Contender.Kind.rivulet: Contender(kind: .rivulet, program: try Command.find(server))]
        if let floor { _ = try Command.find(floor) }
        for kind in peers where kind != .rivulet {
            if let peer = Contender.installed(kind, floor: floor) {
                found[kind] = peer
            } else if namesPeers {
                throw UsageError(kind == .floor ? "floor needs --floor" : "\(kind.rawValue) is not installed")
            }
        }
        return found
    }

    /// What is measured.
    /// - Throws: when the program that makes a load is missing.
    func selectedCases() throws(UsageError) -> [Case] {
        var selected = Case.all(seconds: seconds)
        if let cases {
            for text in cases where !selected.contains(where: { $0.name.contains(text) }) { throw UsageError("no case is called \(text)") }
            selected = selected.filter { measured in cases.contains { measured.name.contains($0) } }
        }
        if let eventGenerator {
            _ = try Command.find(eventGenerator)
        } else if cases != nil, selected.contains(where: \.isOfEvents) {
            throw UsageError("event streams need --event-generator: a program that opens them")
        } else {
            selected.removeAll(where: \.isOfEvents)
        }
        for generator in Set(selected.compactMap(\.generator)).sorted() { _ = try Command.find(generator) }
        return selected
    }
}
