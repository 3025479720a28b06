import Dispatch
import Rivulet

/// What every answer about one version of a file says, put together once.
struct FileResponse: Sendable {
    let version: FileVersion
    private let lastModified: HTTPDate
    private let whole: CachedResponse

    init(_ path: FilePath, _ version: FileVersion, body: ResponseBody) {
        self.version = version
        lastModified = version.lastModified
        whole = CachedResponse(
            fields: [
                "Content-Type": MediaType.ofFile(named: path.name), "Accept-Ranges": "bytes", "Cache-Control": "no-cache",
                "X-Content-Type-Options": "nosniff",
            ], body: body, tag: version.tag, lastModified: lastModified)
    }

    /// The answer to a request: conditions first, then ranges (RFC 9110 §13.2.2).
    /// - Parameter part: makes the content of some of the file's bytes.
    func answer(to head: RequestHead, part: (Range<Int>) -> ResponseBody) -> Response {
        let response = whole.answer(to: head).response()
        guard response.status == .ok else { return response }
        switch range(head) {
        case .whole: return response
        case .part(let range):
            var fields = response.fields
            fields.append("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(version.size)")
            return Response(.partialContent, fields: fields, body: part(range))
        case .unsatisfiable:
            return Response(Problem(.rangeNotSatisfiable, fields: ["Content-Range": "bytes */\(version.size)", "Accept-Ranges": "bytes"]))
        }
    }

    /// `Range` is for GET only (§14.2), and with `If-Range` only for the version that it names (§13.1.5).
    private func range(_ head: RequestHead) -> ByteRange {
        guard head.method == .get, let range = head.fields["Range"] else { return .whole }
        if let condition = head.fields["If-Range"], !isThisVersion(condition) { return .whole }
        return ByteRange(range, length: version.size)
    }

    private func isThisVersion(_ condition: String) -> Bool {
        if let date = HTTPDate(condition) { return date == lastModified }
        guard case .tags(let tags) = EntityTagList(condition), tags.count == 1 else { return false }
        return tags[0].matchesStrongly(version.tag)
    }
}

/// A file that is in memory.
struct SmallFile: Sendable {
    let bytes: [UInt8]
    /// Whether the bytes can be trusted as long as the file's version stays the same.
    let isSettled: Bool
    private let file: FileResponse

    init(_ bytes: [UInt8], path: FilePath, version: FileVersion) {
        self.bytes = bytes
        isSettled = version.isSettled
        file = FileResponse(path, version, body: .bytes(bytes))
    }

    var version: FileVersion { file.version }

    func response(to head: RequestHead) -> Response {
        file.answer(to: head) { .bytes(Array(bytes[$0])) }
    }
}

/// A file that is read as it is sent.
struct LargeFile {
    private let file: OpenFile
    private let path: FilePath
    private let worker: DispatchQueue

    init(_ file: OpenFile, path: FilePath, worker: DispatchQueue) {
        self.file = file
        self.path = path
        self.worker = worker
    }

    func response(to head: RequestHead) -> Response {
        FileResponse(path, file.version, body: body(0..<file.version.size)).answer(to: head, part: body)
    }

    private func body(_ range: Range<Int>) -> ResponseBody {
        .source(FileSource(file, range, worker: worker), length: range.count)
    }
}
