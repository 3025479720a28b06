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
        for refusal in ["application/openmetrics-text;q=0", "text/plain, application/openmetrics-text; version=1.0.0; q=0.0 "] {
            #expect(MetricsText.Format(accept: refusal) == .prometheus)
        }
        #expect(MetricsText.Format(accept: "application/openmetrics-text;q=0.1") == .openMetrics)
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
