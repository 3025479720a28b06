/// Why a text is no list of articles, and where it goes wrong.
public enum ArticleFormatError: Error, Hashable, Sendable {
    /// There is nothing in it but white space.
    case empty
    /// It is not UTF-8; the first bad byte is at `offset`, counted from 0.
    case notUTF8(offset: Int)
    /// It is not JSON. `line` and `column` count from 1, columns in Unicode scalars.
    case syntax(line: Int, column: Int, problem: String)
    /// It is JSON of another shape. `path` leads to the value: `[3].tags[0].name`, or nothing for the text as a whole.
    case shape(path: String, problem: String)
}

extension ArticleFormatError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "empty, expected a JSON array of articles"
        case .notUTF8(let offset): "not UTF-8: byte \(offset)"
        case .syntax(let line, let column, let problem): "line \(line), column \(column): \(problem)"
        case .shape(let path, let problem): path.isEmpty ? problem : "\(path): \(problem)"
        }
    }
}
