import Rivulet
import RivuletEvents
import RivuletHTTP

/// Events as bytes on a stream.
enum Frame {
    /// One event. Its data is a line of JSON.
    ///
    /// A name that a frame can't carry (with CR, LF or NUL) gives no frame at all; the bus declares none such.
    static func encode(_ name: String, _ data: [UInt8], id: EventID, retry: RxTimeInterval? = nil) -> EventFrame {
        let frame = try? EventFrame(
            event: name, data: data, retry: retry?.inMilliseconds, idCount: EventID.longest, writeID: id.write)
        return frame ?? EventFrame([])
    }

    /// A page's tick: it has no id, for it is nothing that a client could have missed.
    static func tick(_ count: Int) -> [UInt8] {
        let frame = try? EventFrame(event: "tick", data: JSONValue.object([.init("count", .number(JSONNumber(count)))]).encoded)
        return frame?.bytes ?? []
    }
}

extension Record {
    /// The event as every stream of its channel gets it; it shares the journal's data.
    var frame: EventFrame { Frame.encode(entry.event, entry.data, id: id) }
}
