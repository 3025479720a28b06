/// Where extensions of `Base` live, so that their names do not get in the way of its own:
///
/// ```swift
/// extension Reactive where Base: Page {
///     var titles: Observable<String> { … }
/// }
///
/// page.rx.titles
/// ```
public struct Reactive<Base> {
    /// What is extended.
    public let base: Base

    /// The extensions of `base`.
    public init(_ base: Base) {
        self.base = base
    }
}

extension Reactive: Sendable where Base: Sendable {}

/// A type that has ``Reactive`` extensions, under the name that RxSwift gives them and under ReactiveSwift's.
public protocol ReactiveCompatible {}

/// ReactiveSwift's name of ``ReactiveCompatible``.
public typealias ReactiveExtensionsProvider = ReactiveCompatible

extension ReactiveCompatible {
    /// Extensions of this.
    public var rx: Reactive<Self> { Reactive(self) }

    /// Extensions of the type.
    public static var rx: Reactive<Self>.Type { Reactive<Self>.self }

    /// Extensions of this.
    public var reactive: Reactive<Self> { Reactive(self) }

    /// Extensions of the type.
    public static var reactive: Reactive<Self>.Type { Reactive<Self>.self }
}
