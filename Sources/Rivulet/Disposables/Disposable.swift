/// Something that can be stopped, undone or released, once.
public protocol Disposable: Sendable {
    /// Does it. Any thread; further calls do nothing.
    func dispose()
}

/// A disposable that can tell whether it was disposed.
public protocol Cancelable: Disposable {
    /// Whether ``Disposable/dispose()`` was called.
    var isDisposed: Bool { get }
}

/// Ways to make a disposable.
public struct Disposables: Sendable {
    private init() {}

    /// One that does nothing.
    public static func create() -> any Disposable { NopDisposable.noOp }

    /// One that runs `dispose` when it is disposed, and releases it then.
    public static func create(with dispose: @escaping @Sendable () -> Void) -> any Cancelable { AnyDisposable(dispose) }

    /// One that disposes two others.
    public static func create(_ disposable1: any Disposable, _ disposable2: any Disposable) -> any Cancelable {
        CompositeDisposable([disposable1, disposable2])
    }

    /// One that disposes three others.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
    ) -> any Cancelable {
        CompositeDisposable([disposable1, disposable2, disposable3])
    }

    /// One that disposes all the others.
    public static func create(_ disposables: any Disposable...) -> any Cancelable { CompositeDisposable(disposables) }

    /// One that disposes all the others.
    public static func create(_ disposables: [any Disposable]) -> any Cancelable { CompositeDisposable(disposables) }
}

struct NopDisposable: Disposable {
    static let noOp = NopDisposable()

    func dispose() {}
}
