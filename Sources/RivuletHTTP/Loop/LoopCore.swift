import CLinux
import Glibc

/// What one event loop owns and does, turn by turn. Confined to its thread (see ``LoopBound``).
final class LoopCore {
    let context: ServerContext
    /// Who the server is to connections that are accepted from now on; nil without TLS.
    var identity: TLSIdentity?
    /// The loop's clock as of the beginning of this turn, in nanoseconds.
    private(set) var now = LoopClock.now
    private(set) var isRunning = true
    private(set) var completion: (@Sendable () -> Void)?

    /// What everybody reads into: a connection owns memory only for what it could not use at once.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    /// What everybody decrypts into.
    let plainBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    /// What everybody encrypts into.
    var cipherText: [UInt8] = []
    /// Where heads of responses and chunks are put together.
    private(set) var scratch = ByteBuilder()
    var lastDateLine = DateLine(second: 0)
    /// Where libnghttp2's memory comes from.
    let blocks = BlockCache()
    /// Where frames of HTTP/2 are put together, for the connection that has borrowed it.
    private var frames = FrameBuffer()

    private(set) var poller: Poller
    private(set) var connections = SlotTable<Connection>()
    /// The listening sockets, on the first loop only.
    var listener: Listener?
    /// The logs of events and the streams that read them.
    let streams: StreamHub

    private let bell: Int32
    private var timers = TimerHeap()
    private var actions: [UInt64: () -> Void] = [:]
    /// Connections with something to write at the end of this turn.
    private var unflushed: [Connection] = []

    private static let bellToken = UInt64(UInt32.max)
    private static let listenerToken = UInt64(UInt32.max - 1)

    init(bell: Int32, context: ServerContext) throws(ServerError) {
        self.bell = bell
        self.context = context
        identity = context.identity
        poller = try Poller()
        streams = StreamHub(limits: context.limits)
        poller.add(bell, .input, token: Self.bellToken)
    }

    deinit {
        readBuffer.deallocate()
        plainBuffer.deallocate()
    }

    func begin() { streams.begin(on: self) }

    // MARK: Turns

    /// Waits for something to happen, unless there is work left, and deals with it.
    func turn(jobsWait: Bool) {
        let count = poller.wait(timeout: jobsWait || streams.hasWork || !unflushed.isEmpty ? 0 : timeout)
        now = LoopClock.now
        streams.now = now
        for index in 0..<count {
            let (token, readiness) = poller.report(index)
            if token == Self.bellToken {
                var value = eventfd_t()
                eventfd_read(bell, &value)
            } else if UInt32(truncatingIfNeeded: token) == UInt32(Self.listenerToken) {
                listener?.accept(Int(token >> 32))
            } else {
                connections[ConnectionName(token: token)]?.becameReady(readiness)
            }
        }
        fireTimers()
    }

    /// Writes what has come together: first what connections left, then one slice of the streams. Bursts coalesce
    /// because the loop looks at its input again before the next slice.
    func finishTurn() {
        streams.writeSlice()
        // Only those of now: a connection that could go on and on has its next turn when the others had theirs.
        for connection in exchange(&unflushed, with: []) { connection.flush() }
    }

    /// The time until the next timer, in milliseconds, rounded up so that it is due then; -1 without one.
    private var timeout: Int32 {
        guard let earliest = timers.earliest else { return -1 }
        let now = LoopClock.now
        guard earliest > now else { return 0 }
        return Int32(min((earliest - now + 999_999) / 1_000_000, 3_600_000))
    }

    func stop(_ completion: @escaping @Sendable () -> Void) {
        isRunning = false
        self.completion = completion
    }

    /// Closes whatever is left.
    func end() {
        listener?.close()
        listener = nil
        for connection in connections.elements { connection.close() }
        actions.removeAll()
    }

    /// Begins the server's stop: nobody new gets in, connections close after the response under way.
    func beginStopping() {
        listener?.close()
        listener = nil
        for connection in connections.elements { connection.stop() }
    }

    // MARK: Memory that is used again

    /// Has something put together in the scratch space.
    func compose(_ body: (inout ByteBuilder) -> Void) {
        addToScratch { bytes in
            bytes.removeAll()
            body(&bytes)
        }
    }

    /// Has more put together after what is in the scratch space. That is taken out meanwhile: held by what calls others, each
    /// look at it elsewhere would check that it is not held.
    func addToScratch(_ body: (inout ByteBuilder) -> Void) {
        var bytes = exchange(&scratch, with: ByteBuilder(capacity: 0))
        body(&bytes)
        scratch = bytes
    }

    /// Lends memory for frames: one connection writes at a time.
    func borrowFrames() -> FrameBuffer { exchange(&frames, with: FrameBuffer()) }

    func giveBack(_ frames: consuming FrameBuffer) { self.frames = frames }

    // MARK: Timers

    /// Runs an action at a time of this loop's clock, unless it is cancelled by its number.
    func scheduleAction(_ number: UInt64, at time: UInt64, _ action: @escaping () -> Void) {
        actions[number] = action
        timers.insert(.action(number), at: time)
    }

    func cancelAction(_ number: UInt64) {
        actions[number] = nil
        // Cancelled timers stay in the heap until their time; a heap full of them is swept.
        if timers.count > 64 + 4 * (actions.count + connections.count) {
            timers.removeAll { name in
                switch name {
                case .action(let number): actions[number] == nil
                case .connection(let name): connections[name] == nil
                }
            }
        }
    }

    private var ownActionNumber = UInt64.max

    /// Runs an action of the loop's own after a while.
    /// - Returns: the number to cancel it by.
    @discardableResult
    func schedule(after nanoseconds: UInt64, _ action: @escaping () -> Void) -> UInt64 {
        ownActionNumber -= 1
        scheduleAction(ownActionNumber, at: now + nanoseconds, action)
        return ownActionNumber
    }

    func insertTimer(for connection: ConnectionName, at time: UInt64) {
        timers.insert(.connection(connection), at: time)
    }

    private func fireTimers() {
        // As many as there are now: a timer that is set meanwhile for now or before waits for the next turn, so that none
        // can keep the loop from its sockets.
        for _ in 0..<timers.count {
            guard let entry = timers.popDue(at: now) else { break }
            switch entry.name {
            case .action(let number): actions.removeValue(forKey: number)?()
            case .connection(let name): connections[name]?.timerFired(at: entry.time)
            }
        }
    }

    // MARK: Descriptors

    /// Takes on a connection that was accepted; `loop` is the one that owns this core.
    func adopt(_ descriptor: Int32, from address: SocketAddress, on loop: EventLoop) {
        let connection = connections.insert { name in
            Connection(descriptor, from: address, name: name, core: self, loop: loop)
        }
        guard poller.add(descriptor, connection.interest, token: connection.name.token, trigger: connection.trigger) else {
            connection.close()
            return
        }
        connection.begin()
    }

    /// Forgets a connection that closes; the kernel forgets the descriptor by itself.
    func forget(_ connection: Connection) {
        connections.remove(connection.name)
        context.census.connectionEnded(connection.remoteAddress)
    }

    func watchListener(_ descriptor: Int32, index: Int) {
        poller.add(descriptor, .input, token: UInt64(index) << 32 | Self.listenerToken)
    }

    func unwatch(_ descriptor: Int32) { poller.remove(descriptor) }

    /// Watches for what a connection is interested in now, which is reported even if it was before.
    func changeInterest(of connection: Connection) {
        poller.modify(connection.descriptor, connection.interest, token: connection.name.token, trigger: connection.trigger)
    }

    /// Has a connection written at the end of this turn, together with what comes until then.
    func flushLater(_ connection: Connection) { unflushed.append(connection) }
}
