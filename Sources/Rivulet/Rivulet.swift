// Rivulet: the reactive core. The front door.
//
// Two vocabularies over one kernel:
//
//   Observable/ Operators/ Subjects/ Traits/   RxSwift's: `Observable`, cold or hot, fails with any error
//   Signals/                                   ReactiveSwift's: `Signal` is hot, `SignalProducer` cold, `Property` has a value
//   Schedulers/                                when and where; time only ever comes from one of these
//   Disposables/                               how things end
//   Bridges/                                   to and from Swift's own concurrency
//   Kernel/                                    what both are made of: read `Sink.swift` first, then `Life.swift`, `Gate.swift`
//                                              and `Roster.swift`
