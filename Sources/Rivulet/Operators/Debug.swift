extension ObservableType {
    /// Prints everything that happens, and passes it on.
    ///
    ///     source   --1--2--|
    ///     printed    1  2  completed
    ///     debug    --1--2--|
    ///
    /// - Parameters:
    ///   - identifier: begins each line; by default the place in the source code.
    ///   - trimOutput: whether to cut elements that print long.
    ///   - file: the file it is called in.
    ///   - line: the line it is called at.
    ///   - function: the function it is called in.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> Observable<Element> {
        let name = identifier ?? "\(file.split(separator: "/").last ?? ""):\(line) (\(function))"
        @Sendable func show(_ text: String) { print("\(name) -> \(text)") }
        return self.do(
            onNext: { element in
                let text = "\(element)"
                let isLong = trimOutput && text.count > 40
                show("Event next(\(isLong ? "\(text.prefix(20))...\(text.suffix(20))" : text))")
            },
            onError: { show("Event error(\($0))") }, onCompleted: { show("Event completed") },
            onSubscribe: { show("subscribed") }, onDispose: { show("isDisposed") })
    }
}
