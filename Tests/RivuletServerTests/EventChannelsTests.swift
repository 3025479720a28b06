import RivuletEvents
import RivuletHTTP
import Testing

@testable import RivuletServer

@Suite("The channels of a stream")
struct EventChannelsTests {
    @Test("no list, or an empty one, means all but the ticks", arguments: [nil, "", ",", ", ,"])
    func standard(list: String?) throws {
        #expect(try EventChannels.parse(list) == [.notifications, .lifecycle, .activity, .articles])
    }

    @Test("a list is taken in any order, each channel once")
    func lists() throws {
        #expect(try EventChannels.parse("ticks,notifications") == [.notifications, .ticks])
        #expect(try EventChannels.parse("activity, activity,") == [.activity])
    }

    @Test("an unknown name is told with those there are", arguments: ["nonsense", "notifications,nonsense", "Ticks", "tick"])
    func unknown(list: String) throws {
        let problem = try #require(throws: Problem.self) { try EventChannels.parse(list) }
        #expect(problem.status == .badRequest)
        #expect(problem.detail?.contains("notifications, lifecycle, activity, articles, ticks") == true)
    }

    @Test("each channel has a bit of its own, and an unknown one none")
    func bits() {
        let bits = EventChannels.all.map(EventChannels.bit)
        #expect(Set(bits).count == bits.count)
        #expect(bits.allSatisfy { $0.nonzeroBitCount == 1 })
        #expect(EventChannels.mask(EventChannels.all) == bits.reduce(0, +))
        #expect(EventChannels.bit(Channel(rawValue: "nonsense")) == 0)
    }
}
