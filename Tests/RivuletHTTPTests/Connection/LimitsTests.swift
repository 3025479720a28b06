import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("Limits")
struct LimitsTests {
    @Test("the kernel gives nobody up before the server would", arguments: [(0.1, 30_000), (30, 30_000), (300, 300_000), (1e9, Int32.max)])
    func userTimeout(seconds: Double, milliseconds: Int32) {
        var limits = Limits()
        #expect(limits.userTimeout == 30_000)
        limits.streamStall = .milliseconds(Int(seconds * 1_000))
        #expect(limits.userTimeout == milliseconds)
        limits = Limits()
        limits.writeStall = .milliseconds(Int(seconds * 1_000))
        #expect(limits.userTimeout == milliseconds)
    }
}
