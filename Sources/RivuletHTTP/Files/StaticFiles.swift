import Dispatch
import Rivulet

/// Serves the files of one folder, and nothing else: dotfiles, symbolic links and whatever is not a regular file are not
/// there for it. What touches the disk happens on a worker queue; small files are kept in memory.
public final class StaticFiles: Sendable {
    private let folder: Folder
    private let cache: FileCache
    private let worker = DispatchQueue(label: "rivulet.static-files")

    /// - Parameters:
    ///   - path: the folder.
    ///   - cacheCapacity: how many bytes of small files are kept in memory.
    /// - Throws: ``Folder/Failure`` when there is no such folder, or it cannot be read.
    public init(folder path: String, cacheCapacity: Int = 16 << 20) throws(Folder.Failure) {
        folder = try Folder(path)
        cache = FileCache(capacity: cacheCapacity)
    }

    /// Answers GET and HEAD with the file that `**` stands for in the route's pattern: put it behind `/**` or `/files/**`.
    public var handler: Handler {
        { [self] request in respond(to: request.head, at: request.parameters.rest.map { "/" + $0 } ?? request.path) }
    }

    private func respond(to head: RequestHead, at path: String) -> Observable<Response> {
        guard let path = FilePath(path) else { return .just(Self.notFound) }
        if let file = cache.fresh(path) { return .just(file.response(to: head)) }
        return .create { [self] observer in
            worker.async { [self] in
                observer.onNext(load(path, head))
                observer.onCompleted()
            }
            return Disposables.create()
        }
    }

    /// On the worker.
    private func load(_ path: FilePath, _ head: RequestHead) -> Response {
        switch folder.open(path) {
        case .file(let file):
            if let cached = cache.revalidated(path, file.version) { return cached.response(to: head) }
            guard file.version.size <= FileCache.largestFile else {
                return LargeFile(file, path: path, worker: worker).response(to: head)
            }
            guard let bytes = file.readAll() else { return Response(Problem(.internalServerError)) }
            let small = SmallFile(bytes, path: path, version: file.version)
            cache.insert(small, for: path)
            return small.response(to: head)
        case .directory where head.path.last != "/":
            // Relative links of its index need the slash. An empty segment, which could make the path the name of another
            // host, is refused above.
            let query = head.query.map { "?" + $0 } ?? ""
            return Response(.permanentRedirect, fields: ["Location": head.path + "/" + query])
        case .directory, .notThere:
            cache.remove(path)
            return Self.notFound
        case .failed: return Response(Problem(.serviceUnavailable, detail: "The file cannot be read now.", fields: ["Retry-After": "1"]))
        }
    }

    private static var notFound: Response { Response(Problem(.notFound, detail: "There is no such file.")) }
}
