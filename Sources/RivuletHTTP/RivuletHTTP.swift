// RivuletHTTP: a server in which a client's connection is just another subscription. The front door.
//
// `Server` listens and has a `Handler` answer: `Request` in, `Observable<Response>` out, and between the two an
// `Exchange`, whose lifetime ends with the client.
//
//   Server.swift, Exchange.swift   where to begin
//   Messages/ Routing/ Middleware/ what handlers are written with
//   Files/ SSE/                    static files; server-sent events
//   Clients/                       ask a handler in a test, with sockets or without
//   Compression/                   gzip: negotiation, cached bodies, streams
//   Bodies/                        content, pulled in both directions
//   EventStream/                   the log of events of a loop, and the cursors of the streams that read it
//   HTTP1/ HTTP2/                  what the bytes mean: parsers and framing are pure, connections drive them
//   Connection/                    sockets: accepting, reading, writing, deadlines, limits, closing
//   TLS/                           certificates, and the layer between a socket and what the bytes mean
//   Loop/                          one epoll loop for each processor: the thread, its timers, its inbox
