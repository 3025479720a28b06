// The front door of RivuletFoundation: the few things of Rivulet that need all of Foundation.
//
//   NotificationBridge.swift        a `NotificationBus` and a `NotificationCenter`, joined both ways
//   NotificationCenter+Rx.swift     `NotificationCenter.default.rx.notification(name)`
//   OperationQueueScheduler.swift   schedules on an `OperationQueue`
//   Decode.swift                    `data.decode(type:decoder:)`
