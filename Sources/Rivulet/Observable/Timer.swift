extension ObservableType where Element: RxAbstractInteger {
    /// 0, 1, 2 … one after each period, until the subscription is over.
    ///
    ///     interval(.seconds(1))  -----0-----1-----2--
    public static func interval(_ period: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        timer(period, period: period, scheduler: scheduler)
    }

    /// 0 after a span of time; then it completes, or goes on with 1, 2 … one after each period.
    ///
    ///     timer(.seconds(3), period: nil)  ---------------0|
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
    ) -> Observable<Element> {
        Wiring { sink, life in
            if let period {
                life.add(
                    scheduler.schedulePeriodic(0 as Element, startAfter: dueTime, period: period) { number in
                        if !life.isEnded { sink.next(number) }
                        return number &+ 1
                    })
            } else {
                life.add(
                    scheduler.scheduleRelative((), dueTime: dueTime) { _ in
                        if !life.isEnded { sink.next(0) }
                        if !life.isEnded { sink.terminate(.completed) }
                        return Disposables.create()
                    })
            }
        }
    }
}
