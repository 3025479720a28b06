extension ObservableType {
    /// The given elements, then those of the source.
    ///
    ///     source        ----1--2--|
    ///     startWith(0)  0---1--2--|
    public func startWith(_ elements: Element...) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            for element in elements where !life.isEnded { sink.next(element) }
            if !life.isEnded { source.start(sink, life) }
        }
    }
}
