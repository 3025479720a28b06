/// The place where types get their reactive extensions: `extension Reactive where Base: Page { … }`, used as `page.rx.…`
/// or `page.reactive.…`.
@dynamicMemberLookup
public struct Reactive<Base> {
    /// What is extended.
    public let base: Base

    /// The extensions of `base`.
    public init(_ base: Base) {
        self.base = base
    }

    /// A binder for each property that can be set of an object.
    public subscript<Property: Sendable>(
        dynamicMember keyPath: any ReferenceWritableKeyPath<Base, Property> & Sendable
    ) -> Binder<Property> where Base: AnyObject & Sendable {
        Binder(base) { base, value in base[keyPath: keyPath] = value }
    }
}

extension Reactive: Sendable where Base: Sendable {}

/// A type with reactive extensions.
public protocol ReactiveCompatible {
    associatedtype ReactiveBase

    /// The extensions of the type.
    static var rx: Reactive<ReactiveBase>.Type { get set }

    /// The extensions of this one.
    var rx: Reactive<ReactiveBase> { get set }
}

extension ReactiveCompatible {
    /// The extensions of the type.
    public static var rx: Reactive<Self>.Type {
        get { Reactive<Self>.self }
        // Set by nobody: it allows `x.rx.property = …` to be written.
        set {}
    }

    /// The extensions of this one.
    public var rx: Reactive<Self> {
        get { Reactive(self) }
        set {}
    }
}

/// ReactiveSwift's name of ``ReactiveCompatible``.
public typealias ReactiveExtensionsProvider = ReactiveCompatible

extension ReactiveCompatible {
    /// The extensions of the type, as ReactiveSwift calls them.
    public static var reactive: Reactive<Self>.Type { Reactive<Self>.self }

    /// The extensions of this one, as ReactiveSwift calls them.
    public var reactive: Reactive<Self> { Reactive(self) }
}
