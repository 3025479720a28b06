import CLinux
import Glibc

/// One request over TLS on a socket that blocks: for a check of a server from the same machine. It does not ask who the
/// server is.
public struct TLSProbe {
    private let descriptor: Int32

    /// - Parameter descriptor: a connected socket that blocks, with timeouts; it stays the caller's.
    public init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Sends a request of HTTP/1.1, and reads until there is enough of the answer.
    /// - Returns: what was read; nil when the connection broke or took too long before that.
    public func exchange(_ request: [UInt8], until isEnough: ([UInt8]) -> Bool) -> [UInt8]? {
        guard let session = TLSSession(offering: Array("\u{8}http/1.1".utf8)) else { return nil }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)
        let content = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)
        defer {
            buffer.deallocate()
            content.deallocate()
        }
        var answer: [UInt8] = []
        var isSent = false
        while !isEnough(answer) {
            if !isSent { isSent = request.withUnsafeBytes { session.write($0) } }
            guard send(session), case .done(let count) = Socket.receive(descriptor, into: buffer) else { return nil }
            session.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            reading: while true {
                switch session.read(into: content) {
                case .content(let count): answer += content[..<count]
                case .needsMore: break reading
                case .ended, .failed: return isEnough(answer) ? answer : nil
                }
            }
        }
        return answer
    }

    private func send(_ session: TLSSession) -> Bool {
        while !session.output.isEmpty {
            let count = session.output.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            session.drop(count)
        }
        return true
    }
}
