/// What goes wrong inside the core itself.
public enum RxError: Error, CustomDebugStringConvertible {
    /// Something that cannot be named better.
    case unknown
    /// The object was used after it was disposed.
    case disposed(object: any AnyObject & Sendable)
    /// Arithmetic overflowed.
    case overflow
    /// An index lay outside of the sequence.
    case argumentOutOfRange
    /// The sequence had no element where one was needed.
    case noElements
    /// The sequence had more than one element where one was needed.
    case moreThanOneElement
    /// Time ran out.
    case timeout

    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error occurred."
        case .disposed(let object): "Object `\(object)` was already disposed."
        case .overflow: "Arithmetic overflow occurred."
        case .argumentOutOfRange: "Argument out of range."
        case .noElements: "Sequence doesn't contain any elements."
        case .moreThanOneElement: "Sequence contains more than one element."
        case .timeout: "Sequence timeout."
        }
    }
}
