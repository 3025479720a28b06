// RivuletDriver: sequences for a user interface. The front door.
//
//   SharedSequence.swift        what a driver and a shared signal have in common; how they are shared
//   Driver.swift                `Driver`: state, of which a late observer gets the latest
//   SharedSignal.swift          `SharedSignal`: events, of which a late observer gets those to come
//   SharedSequence+….swift      sources and operators, once for both
//
// A module of its own, for a server has no use for the main thread. The names are RxCocoa's but for one: there the
// sequence of events is called `Signal`, which in Rivulet is ReactiveSwift's.
import Rivulet
