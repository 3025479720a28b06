/// The media type of a file, by its name's extension.
enum MediaType {
    /// The value of `Content-Type`, with a charset where text needs one; bytes of an unknown kind otherwise.
    static func ofFile(named name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return byExtension[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    /// Whether content of that type shrinks when it is compressed: text of all kinds, and not what is compressed as it is.
    static func shrinks(_ type: String?) -> Bool {
        guard let type, let name = type.split(separator: ";").first?.trimmingSpaces.lowercased() else { return false }
        if name.hasPrefix("text/") { return name != "text/event-stream" }
        return name.hasSuffix("+json") || name.hasSuffix("+xml") || shrinking.contains(name)
    }

    private static let shrinking: Set<String> = [
        "application/json", "application/xml", "application/javascript", "application/yaml", "application/wasm", "image/x-icon",
        "font/ttf", "font/otf",
    ]

    private static let byExtension: [String: String] = [
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        // RFC 9239 §6: the type of scripts, modules included.
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "json": "application/json",
        "map": "application/json", "webmanifest": "application/manifest+json", "txt": "text/plain; charset=utf-8",
        "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8", "xml": "application/xml", "svg": "image/svg+xml",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
        "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm",
        "wasm": "application/wasm", "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip",
        "yaml": "application/yaml", "yml": "application/yaml",
    ]
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
