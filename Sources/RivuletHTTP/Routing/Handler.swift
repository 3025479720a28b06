import Rivulet

/// Answers a request: the first element of what it returns is the response. It is called on the exchange's loop and must
/// not block; what it returns is disposed when the client goes.
public typealias Handler = @Sendable (Request) -> Observable<Response>

/// Turns the other shapes of a handler into the one.
enum Handlers {
    /// A handler that has its answer at once.
    static func value<Value: ResponseConvertible>(_ body: @escaping @Sendable (Request) throws -> Value) -> Handler {
        { request in
            do { return try body(request).answer() } catch { return answer(to: error) }
        }
    }

    /// A problem is an answer like any other, which middleware sees and may add to; what else fails is a failure.
    private static func answer(to error: any Error) -> Observable<Response> {
        if let problem = error as? Problem { .just(Response(problem)) } else { .error(error) }
    }

    /// A handler that awaits its answer: in a task that is cancelled when the client goes, and whose late answer is
    /// dropped.
    static func async<Value: ResponseConvertible>(_ body: @escaping @Sendable (Request) async throws -> Value) -> Handler {
        { request in
            .create { observer in
                let task = Task {
                    do {
                        observer.onNext(try await body(request).response())
                        observer.onCompleted()
                    } catch let problem as Problem {
                        observer.onNext(Response(problem))
                        observer.onCompleted()
                    } catch {
                        observer.onError(error)
                    }
                }
                return Disposables.create { task.cancel() }
            }
        }
    }
}

/// Something that stands between the server and handlers: sees the request before them and the response after.
public protocol Middleware: Sendable {
    /// Answers a request, as a rule with what `next` returns.
    func respond(to request: Request, next: @escaping Handler) -> Observable<Response>
}

extension Middleware {
    /// A handler behind this middleware.
    public func wrapping(_ handler: @escaping Handler) -> Handler {
        // As an existential, which is called where it lies: generic, the closure would copy it for each request.
        let middleware: any Middleware = self
        return { request in middleware.respond(to: request, next: handler) }
    }
}
