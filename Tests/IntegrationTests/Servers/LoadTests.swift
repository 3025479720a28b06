import Testing

@testable import RivuletBench

/// What the generators print must be understood, or a comparison compares nothing.
@Suite("What generators print")
struct LoadTests {
    @Test("wrk: counts, rates, times in whatever unit, and what went wrong")
    func wrk() throws {
        let output = """
            Running 5s test @ http://127.0.0.1:8080/articles
              1 threads and 64 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency   663.50us  118.20us   3.15ms   81.99%
                Req/Sec    96.51k     1.93k   99.51k    78.00%
              Latency Distribution
                 50%  650.00us
                 75%  716.00us
                 90%    0.80ms
                 99%    1.03s
              480123 requests in 5.00s, 2.48GB read
              Socket errors: connect 1, read 2, write 0, timeout 3
              Non-2xx or 3xx responses: 4
            Requests/sec:  96011.88
            Transfer/sec:    507.21MB
            """
        let sample = try #require(HTTPLoad.readWrk(output))
        #expect(sample[.count] == 480_123)
        #expect(sample[.rate] == 96_011.88)
        #expect(sample[.median] == 0.65)
        #expect(sample[.tail] == 1_030)
        #expect(sample[.faults] == 10)
        #expect(HTTPLoad.readWrk("unable to connect to 127.0.0.1:1 Connection refused") == nil)
    }

    @Test("h2load: what succeeded in the time it was given, and what failed")
    func h2load() throws {
        let output = """
            finished in 5.00s, 47030.60 req/s, 238.51MB/s
            requests: 235153 total, 235409 started, 235153 done, 235150 succeeded, 3 failed, 3 errored, 0 timeout
            """
        let sample = try #require(HTTPLoad.readH2Load(output, seconds: 5))
        #expect(sample[.count] == 235_150)
        #expect(sample[.rate] == 47_030)
        #expect(sample[.faults] == 3)
        #expect(HTTPLoad.readH2Load("", seconds: 5) == nil)
    }

    @Test("event streams: each mode's numbers; what was lost or came twice is a fault")
    func events() throws {
        var load = EventLoad()
        let fanout = """
            delivered                400000
            lost                     2
            duplicated               1
            deliveries_per_s         1500000
            lat_ms_p50               5.250
            lat_ms_p99               13.100
            server_cpu_us_per_delivery 0.670
            """
        var sample = try #require(load.read(fanout))
        #expect(sample[.faults] == 3)
        #expect(sample[.rate] == 1_500_000)
        #expect(sample[.tail] == 13.1)
        #expect(sample[.cpu] == 0.67)
        #expect(load.read("delivered 1") == nil)

        load.mode = .idle
        sample = try #require(load.read("streams_open 10000\nopen_failed 0\nclosed_early 2\nrss_bytes_per_stream 950\n"))
        #expect(sample[.streamMemory] == 950)
        #expect(sample[.faults] == 2)

        load.mode = .churn
        sample = try #require(load.read("heads_received 4000\nfailed 1\nno_head_in_time 2\nserver_cpu_s 0.20\nhead_ms_p99 0.340\n"))
        #expect(sample[.cpu] == 50)
        #expect(sample[.faults] == 3)
        #expect(sample[.tail] == 0.34)
    }

    @Test("a generator of event streams is called for what each case needs")
    func arguments() {
        var load = EventLoad()
        (load.streams, load.rate, load.window) = (10, 20, 0)
        let arguments = load.arguments(url: "http://a/", publishURL: "http://b/", process: 7)
        #expect(arguments.starts(with: ["fanout", "--url", "http://a/", "-n", "10", "--pid", "7", "--pub-url", "http://b/"]))
        #expect(arguments.suffix(2) == ["--rate", "20"])
        load.mode = .churn
        #expect(!load.arguments(url: "http://a/", publishURL: nil, process: nil).contains("-n"))
    }

    @Test("the middle of several runs, and how far they lie apart")
    func spreads() {
        #expect(Spread([3, 1, 2]) == Spread([2, 3, 1]))
        #expect(Spread([3, 1, 2])?.median == 2)
        #expect(Spread([4, 1, 2, 3])?.median == 2.5)
        #expect(Spread([4, 1, 2, 3])?.least == 1 && Spread([4, 1, 2, 3])?.most == 4)
        #expect(Spread([]) == nil)
    }

    @Test(
        "numbers are rounded, and signs kept where there is something",
        arguments: [
            (1.005, 1, "1.0"), (0.96, 1, "1.0"), (12, 0, "12"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (0.007, 2, "0.01"), (.nan, 2, "-"),
        ] as [(Double, Int, String)])
    func numbers(number: Double, places: Int, text: String) { #expect(Number.text(number, places: places) == text) }
}

extension IntegrationTests {
    @Suite("measures servers")
    struct Servers {
        private static let bench = RunningServer.executable + "-bench"

        @Test(
            "a wrong call is told so, in one line",
            arguments: [
                (["http"], "--url is needed"), (["http", "--url", "x"], "x is not like"), (["sse"], "sse needs fanout, idle or churn"),
                (["sse", "idle", "--url", "http://127.0.0.1:1/"], "sse needs --generator"), (["compare"], "--server is needed"),
                (["compare", "--server", "/nowhere/rivulet"], "there is no program /nowhere/rivulet"),
                (["compare", "--server", "/bin/true", "--cases", "idle"], "event streams need --event-generator"),
                (
                    ["compare", "--server", "/bin/true", "--event-generator", "/nowhere/generator"],
                    "there is no program /nowhere/generator"
                ),
                (["compare", "--server", "/bin/true", "--cases", "nothing"], "no case is called nothing"),
                (["compare", "--server", "/bin/true", "--peers", "apache"], "there is no peer apache"),
            ] as [([String], String)])
        func usage(arguments: [String], error: String) throws {
            let process = try ChildProcess(Self.bench, arguments)
            #expect(try process.waitForExit() == 64)
            #expect(process.standardError.contains(error))
            #expect(process.standardError.split(separator: "\n").count == 1)
        }
    }
}
