import Foundation
import Testing

@testable import RivuletServer

@Suite("The metrics")
struct MetricsTests {
    @Test("each is described, then listed, labels escaped")
    func text() {
        var metrics = MetricsText()
        metrics.add("a_total", .counter, "Some.", 3)
        metrics.add("b", .gauge, "Others.", by: "kind", [("x", 1), ("y\"z", 2)])
        #expect(
            metrics.text == """
                # HELP a_total Some.
                # TYPE a_total counter
                a_total 3
                # HELP b Others.
                # TYPE b gauge
                b{kind="x"} 1
                b{kind="y\\"z"} 2

                """)
    }

    @Test("in OpenMetrics a counter's suffix is its sample's, and there is an end")
    func openMetrics() {
        var metrics = MetricsText(.openMetrics)
        metrics.add("a_total", .counter, "Some.", 3)
        #expect(metrics.text == "# HELP a Some.\n# TYPE a counter\na_total 3\n# EOF\n")
    }

    @Test("a client gets the format it asks for")
    func negotiation() {
        #expect(MetricsText.Format(accept: nil) == .prometheus)
        #expect(MetricsText.Format(accept: "*/*") == .prometheus)
        #expect(MetricsText.Format(accept: "application/openmetrics-text;version=1.0.0,text/plain;q=0.5") == .openMetrics)
    }

    @Test("a histogram's buckets add up, each duration in the first that it fits in")
    func histogram() {
        let durations = RequestDurations()
        let key = RequestDurations.Key(route: "/a", method: "GET", status: 200)
        for (microseconds, loop) in [(50, 0), (100, 1), (101, 2), (700_000, 17), (11_000_000, 3)] {
            durations.add(.microseconds(microseconds), for: key, on: loop)
        }
        var metrics = MetricsText()
        metrics.add("d", "Time.", durations.all.map { ([("route", $0.key.route)], $0.histogram) })
        let lines = metrics.text.split(separator: "\n").map(String.init)
        #expect(lines[1] == "# TYPE d histogram")
        #expect(lines.contains(#"d_bucket{route="/a",le="0.0001"} 2"#))
        #expect(lines.contains(#"d_bucket{route="/a",le="0.00025"} 3"#))
        #expect(lines.contains(#"d_bucket{route="/a",le="0.5"} 3"#))
        #expect(lines.contains(#"d_bucket{route="/a",le="1.0"} 4"#))
        #expect(lines.contains(#"d_bucket{route="/a",le="+Inf"} 5"#))
        #expect(lines.contains(#"d_count{route="/a"} 5"#))
        #expect(lines.last?.hasPrefix(#"d_sum{route="/a"} 11.70025"#) == true)
    }

    @Test("the process knows its descriptors and its memory")
    func process() throws {
        let before = ProcessStatus.current()
        #expect(before.openDescriptors > 2)
        #expect(before.residentMemory > 1 << 20)
        // Other tests open and close files meanwhile, so many are needed to tell.
        let pipes = (0..<100).map { _ in Pipe() }
        #expect(ProcessStatus.current().openDescriptors >= before.openDescriptors + 100)
        withExtendedLifetime(pipes) {}
    }
}
