import Dispatch
import Rivulet

/// Where articles come from.
public protocol ArticleSource: Sendable {
    /// Loads the articles anew each time it is started: sends them once and completes, or fails.
    ///
    /// The work is done on a thread of the source's own, and events come there, so nobody who starts it waits. Disposing
    /// what the start returned, or ending the lifetime it hangs on, stops the work soon.
    var articles: SignalProducer<[Article], ArticleSourceError> { get }
}

/// The articles inside the program: samples, written for it.
public struct SampleArticles: ArticleSource {
    public init() {}

    public var articles: SignalProducer<[Article], ArticleSourceError> {
        .loading(named: "sample-articles.json") { _ in PackageResources.sample_articles_json }
    }
}

/// The articles in a file: a saved answer of Qiita's `GET /api/v2/items`. Each load reads it again.
public struct ArticleFile: ArticleSource {
    /// The path of the file.
    public let path: String
    /// How many bytes the file may have.
    public let limit: Int

    /// - Parameters:
    ///   - path: where the file is. It may be a FIFO, which may be silent for long.
    ///   - limit: how many bytes it may have.
    public init(path: String, limit: Int = 64 << 20) {
        self.path = path
        self.limit = limit
    }

    public var articles: SignalProducer<[Article], ArticleSourceError> {
        .loading(named: path) { [path, limit] (lifetime) throws(ArticleSourceError) in
            let reader = try FileReader(path: path, limit: limit)
            lifetime.observeEnded(reader.stop)
            return try reader.read()
        }
    }
}

extension SignalProducer where Value == [Article], Error == ArticleSourceError {
    /// A producer of the articles in the bytes that `read` gets, or of nothing if it was told to stop.
    ///
    /// - Parameters:
    ///   - name: what the bytes are called in errors.
    ///   - read: runs on a thread that may wait as long as it takes. Gets the lifetime of the start.
    fileprivate static func loading(
        named name: String, _ read: @escaping @Sendable (Lifetime) throws(ArticleSourceError) -> [UInt8]?
    ) -> SignalProducer {
        SignalProducer { observer, lifetime in
            // A serial queue of one's own gets a thread of its own, however many others are busy or waiting.
            DispatchQueue(label: "rivulet.articles", qos: .utility).async {
                do throws(ArticleSourceError) {
                    guard let bytes = try read(lifetime) else { return }
                    observer.send(value: try articles(in: bytes, named: name))
                    observer.sendCompleted()
                } catch { observer.send(error: error) }
            }
        }
    }

    private static func articles(in bytes: [UInt8], named name: String) throws(ArticleSourceError) -> [Article] {
        do { return try Article.list(decoding: bytes) } catch { throw .malformed(path: name, error) }
    }
}
