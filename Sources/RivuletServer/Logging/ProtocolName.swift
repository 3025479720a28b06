import RivuletHTTP

extension HTTPVersion {
    /// Its name in metrics, in the access log and in the list of viewers: that of ALPN (RFC 7301 §6), as browsers have it too.
    var protocolName: String { self == .http2 ? "h2" : "http/1.1" }
}
