import Rivulet
import RivuletEvents
import RivuletHTTP

/// Events as bytes on a stream.
enum Frame {
    /// One event. Its data is a line of JSON.
    ///
    /// A name that a frame can't carry (with CR, LF or NUL) gives no frame at all; the bus declares none such.
    static func encode(_ name: String, _ data: [UInt8], id: EventID? = nil, retry: RxTimeInterval? = nil) -> [UInt8] {
        let event = try? ServerSentEvent(
            id: id?.description, event: name, data: String(decoding: data, as: UTF8.self), retry: retry?.inMilliseconds)
        return event?.encoded() ?? []
    }

    /// A page's tick: it has no id, for it is nothing that a client could have missed.
    static func tick(_ count: Int) -> [UInt8] {
        encode("tick", JSONValue.object([.init("count", .number(JSONNumber(count)))]).encoded)
    }
}

extension Record {
    /// The event as every stream of its channel gets it; it shares the journal's data. As above, a name that a frame can't
    /// carry gives none.
    var frame: EventFrame { (try? EventFrame(id: id.description, event: entry.event, data: entry.data)) ?? EventFrame([]) }
}
