extension ObservableType {
    /// A sequence that needs a resource, which is made for each subscription and disposed with it.
    ///
    ///     resource  made-----------disposed
    ///     using     --1--2--3--|
    ///
    /// - Parameters:
    ///   - resourceFactory: makes the resource; an error it throws ends the sequence.
    ///   - observableFactory: makes the sequence of the resource; an error it throws ends it.
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        observableFactory: @escaping @Sendable (Resource) throws -> Observable<Element>
    ) -> Observable<Element> {
        Wiring { sink, life in
            do {
                let resource = try resourceFactory()
                // Behind what the sequence hangs on its life: it may need the resource until it is undone.
                defer { life.add(resource) }
                try observableFactory(resource).start(sink, life)
            } catch {
                sink.terminate(.failed(error))
            }
        }
    }
}
