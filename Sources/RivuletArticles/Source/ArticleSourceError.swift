import Glibc

/// Why a source gave no articles.
public enum ArticleSourceError: Error, Hashable, Sendable {
    /// The file can't be opened or read; `code` is the system's `errno`.
    case unreadable(path: String, code: Int32)
    /// The path leads to a folder.
    case isDirectory(path: String)
    /// There are more than `limit` bytes.
    case tooLarge(path: String, limit: Int)
    /// What was read is no list of articles.
    case malformed(path: String, ArticleFormatError)
}

extension ArticleSourceError: CustomStringConvertible {
    /// One line that names the file and the place in it.
    public var description: String {
        switch self {
        case .unreadable(let path, let code): "\(path): \(String(cString: strerror(code)))"
        case .isDirectory(let path): "\(path): is a folder, expected a file"
        case .tooLarge(let path, let limit): "\(path): larger than \(limit) bytes"
        case .malformed(let path, let error): "\(path): \(error)"
        }
    }
}
