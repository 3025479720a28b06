/// What is measured, and of whom.
struct Case: Sendable {
    enum Load: Sendable {
        case page(HTTPLoad)
        case events(EventLoad)
    }

    let name: String
    let load: Load
    let contenders: [Contender.Kind]

    /// All cases, in the order of the table.
    static func all(seconds: Int) -> [Case] {
        let hubs: [Contender.Kind] = [.rivulet, .nchan, .floor]
        func events(_ change: (inout EventLoad) -> Void) -> Load {
            var load = EventLoad()
            load.seconds = seconds
            change(&load)
            return .events(load)
        }
        return [
            Case(name: "page over HTTP/1.1", load: .page(.http1(seconds: seconds)), contenders: [.rivulet, .nginx, .h2o]),
            Case(name: "page over HTTP/2", load: .page(.http2(seconds: seconds)), contenders: [.rivulet, .nghttpd, .nginx, .h2o]),
            Case(name: "events to 1000, full speed", load: events { $0.events = 400 }, contenders: hubs),
            Case(
                name: "events to 10000, full speed",
                load: events {
                    ($0.streams, $0.events) = (10_000, 60)
                }, contenders: hubs),
            Case(
                name: "20 events a second to 1000",
                load: events {
                    ($0.events, $0.rate, $0.window) = (20 * seconds, 20, 0)
                }, contenders: hubs),
            Case(
                name: "4 events a second to 10000",
                load: events {
                    ($0.streams, $0.events, $0.rate, $0.window) = (10_000, 4 * seconds, 4, 0)
                }, contenders: hubs),
            Case(
                name: "20 events a second to 1000 over HTTP/2",
                load: events {
                    ($0.isHTTP2, $0.events, $0.rate, $0.window) = (true, 20 * seconds, 20, 0)
                }, contenders: [.rivulet, .nchan]),
            Case(
                name: "10000 idle streams",
                load: events {
                    ($0.mode, $0.streams) = (.idle, 10_000)
                }, contenders: [.rivulet, .nchan]),
            Case(
                name: "10000 idle streams over HTTP/2",
                load: events {
                    ($0.mode, $0.streams, $0.isHTTP2) = (.idle, 10_000, true)
                }, contenders: [.rivulet, .nchan]),
            Case(name: "1000 connections a second", load: events { $0.mode = .churn }, contenders: [.rivulet, .nchan]),
            Case(
                name: "5 of 100 never read, 1 KB",
                load: events {
                    ($0.streams, $0.stalled, $0.padding) = (100, 5, 1_000)
                    ($0.events, $0.rate, $0.window) = (1_000 * seconds, 1_000, 0)
                }, contenders: [.rivulet]),
            Case(
                name: "all of 100 read, 1 KB",
                load: events {
                    ($0.streams, $0.padding, $0.events, $0.rate, $0.window) = (100, 1_000, 1_000 * seconds, 1_000, 0)
                }, contenders: [.rivulet]),
        ]
    }

    /// Whether a generator of event streams is needed.
    var isOfEvents: Bool { if case .events = load { true } else { false } }

    /// The program that makes the load; nil for the generator of event streams.
    var generator: String? { if case .page(let load) = load { load.program } else { nil } }

    /// The load as the generator is called, for people.
    func command(_ generator: String?) -> String {
        switch load {
        case .page(let load): ([load.program] + load.arguments("URL")).joined(separator: " ")
        case .events(let load):
            ([generator ?? "GENERATOR"] + load.arguments(url: "URL", publishURL: "URL", process: nil)).joined(separator: " ")
        }
    }

    /// Measures one server that was started.
    func measure(_ contender: Contender.Kind, _ server: RunningContender, generator: String?, core: Int) throws -> Sample {
        let measurement = Measurement(process: server.process, clientCore: core)
        switch load {
        case .page(let load):
            return try measurement.sample { core in
                try load.run(against: load.isHTTP2 ? server.urls.pageOverHTTP2 : server.urls.page, core: core)
            }
        case .events(var load):
            guard let generator else { throw UsageError("\(name) needs --event-generator") }
            if contender != .rivulet { load.body = EventLoad.plainBody }
            return try measurement.sample { core in
                try load.run(
                    generator, url: load.isHTTP2 ? server.urls.eventsOverHTTP2 : server.urls.events, publishURL: server.urls.publishing,
                    process: server.process, core: core)
            }
        }
    }
}
