// In the README from here on.
import Rivulet
import RivuletHTTP

/// Greets people, and counts the seconds for each client for as long as it stays.
func startGreeter(port: UInt16) throws -> (server: Server, addresses: [SocketAddress]) {
    var router = Router()
    router.get("/hello/:name") { request in
        "Hello, \(try request.parameters.require("name"))!\n"
    }
    router.get("/seconds") { request in
        let stream = EventStream()
        request.lifetime += Observable<Int>.interval(.seconds(1), scheduler: request.exchange.loop)
            .subscribe(onNext: { count in stream.send(Array("data: \(count)\n\n".utf8)) })
        return Response(fields: ["Content-Type": "text/event-stream"], body: .events(stream))
    }
    var configuration = Server.Configuration()
    configuration.port = port
    let server = Server(configuration: configuration, handler: router.handler)
    return (server, try server.start())
}
