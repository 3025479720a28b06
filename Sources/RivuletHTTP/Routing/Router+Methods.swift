// The ways to add a route: each of HTTP's methods in three shapes of handler. A closure that returns a value has its answer
// at once; one that awaits runs in a task, which is cancelled when the client goes; one that returns an observable sequence
// answers with its first element. None may block: all but the awaiting ones run on the exchange's loop.

extension Router {
    /// Adds a route whose handler has its answer at once.
    public mutating func on<Value: ResponseConvertible>(
        _ method: Method, _ pattern: String, _ body: @escaping @Sendable (Request) throws -> Value
    ) {
        on(method, pattern, handler: Handlers.value(body))
    }

    /// Adds a route whose handler awaits its answer.
    public mutating func on<Value: ResponseConvertible>(
        _ method: Method, _ pattern: String, _ body: @escaping @Sendable (Request) async throws -> Value
    ) {
        on(method, pattern, handler: Handlers.async(body))
    }

    /// Adds a route for GET, and for HEAD as long as that has none of its own.
    public mutating func get(_ pattern: String, handler: @escaping Handler) {
        on(.get, pattern, handler: handler)
    }

    /// Adds a route for GET, and for HEAD as long as that has none of its own.
    public mutating func get<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) throws -> Value
    ) {
        on(.get, pattern, body)
    }

    /// Adds a route for GET, and for HEAD as long as that has none of its own.
    public mutating func get<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) async throws -> Value
    ) {
        on(.get, pattern, body)
    }

    /// Adds a route for HEAD: the server leaves the content out.
    public mutating func head(_ pattern: String, handler: @escaping Handler) {
        on(.head, pattern, handler: handler)
    }

    /// Adds a route for HEAD: the server leaves the content out.
    public mutating func head<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) throws -> Value
    ) {
        on(.head, pattern, body)
    }

    /// Adds a route for HEAD: the server leaves the content out.
    public mutating func head<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) async throws -> Value
    ) {
        on(.head, pattern, body)
    }

    /// Adds a route for POST.
    public mutating func post(_ pattern: String, handler: @escaping Handler) {
        on(.post, pattern, handler: handler)
    }

    /// Adds a route for POST.
    public mutating func post<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) throws -> Value
    ) {
        on(.post, pattern, body)
    }

    /// Adds a route for POST.
    public mutating func post<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) async throws -> Value
    ) {
        on(.post, pattern, body)
    }

    /// Adds a route for PUT.
    public mutating func put(_ pattern: String, handler: @escaping Handler) {
        on(.put, pattern, handler: handler)
    }

    /// Adds a route for PUT.
    public mutating func put<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) throws -> Value
    ) {
        on(.put, pattern, body)
    }

    /// Adds a route for PUT.
    public mutating func put<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) async throws -> Value
    ) {
        on(.put, pattern, body)
    }

    /// Adds a route for PATCH.
    public mutating func patch(_ pattern: String, handler: @escaping Handler) {
        on(.patch, pattern, handler: handler)
    }

    /// Adds a route for PATCH.
    public mutating func patch<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) throws -> Value
    ) {
        on(.patch, pattern, body)
    }

    /// Adds a route for PATCH.
    public mutating func patch<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) async throws -> Value
    ) {
        on(.patch, pattern, body)
    }

    /// Adds a route for DELETE.
    public mutating func delete(_ pattern: String, handler: @escaping Handler) {
        on(.delete, pattern, handler: handler)
    }

    /// Adds a route for DELETE.
    public mutating func delete<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) throws -> Value
    ) {
        on(.delete, pattern, body)
    }

    /// Adds a route for DELETE.
    public mutating func delete<Value: ResponseConvertible>(
        _ pattern: String, _ body: @escaping @Sendable (Request) async throws -> Value
    ) {
        on(.delete, pattern, body)
    }
}
