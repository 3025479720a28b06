import FoundationEssentials
import Glibc

/// A server that is measured: how it is started, and where it is asked.
struct Contender: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case rivulet, nginx, h2o, nghttpd, nchan, floor
    }

    let kind: Kind
    let program: String

    /// The `server:` URLs of one that was started.
    struct URLs: Sendable {
        var page = ""
        var pageOverHTTP2 = ""
        var events = ""
        var eventsOverHTTP2 = ""
        var publishing = ""
    }

    /// The program and its files, for a folder of its own and ports that are free.
    /// - Parameter site: the folder with `articles.json`, the page that all serve, and `list.json`, what Rivulet makes it of.
    func launch(in folder: String, site: String, port: UInt16, port2: UInt16) throws -> (arguments: [String], urls: URLs) {
        let base = "http://127.0.0.1:\(port)"
        let base2 = "http://127.0.0.1:\(port2)"
        var urls = URLs()
        switch kind {
        case .rivulet:
            (urls.page, urls.pageOverHTTP2) = (base + "/articles", base + "/articles")
            (urls.events, urls.eventsOverHTTP2) = (base + "/events?channels=notifications", base + "/events?channels=notifications")
            urls.publishing = base + "/notifications/message"
            return (
                [
                    "serve", "--port", "\(port)", "--loops", "1", "--articles", site + "/list.json", "--public", site,
                    "--max-posts-per-address", "0", "--log-level", "error",
                ], urls
            )
        case .nginx:
            (urls.page, urls.pageOverHTTP2) = (base + "/articles.json", base2 + "/articles.json")
            try write(Self.nginx(serving: site, port, port2), to: folder + "/nginx.conf")
            return (["-p", folder, "-c", folder + "/nginx.conf"], urls)
        case .nchan:
            (urls.events, urls.eventsOverHTTP2, urls.publishing) = (base + "/events", base2 + "/events", base + "/publish")
            try write(Self.nchan(port, port2), to: folder + "/nginx.conf")
            return (["-p", folder, "-c", folder + "/nginx.conf"], urls)
        case .h2o:
            (urls.page, urls.pageOverHTTP2) = (base + "/articles.json", base + "/articles.json")
            try write(Self.h2o(serving: site, in: folder, port), to: folder + "/h2o.conf")
            return (["-c", folder + "/h2o.conf"], urls)
        case .nghttpd:
            urls.pageOverHTTP2 = base + "/articles.json"
            return (["--no-tls", "-a", "127.0.0.1", "-n1", "-d", site, "\(port)"], urls)
        case .floor:
            (urls.events, urls.publishing) = (base + "/", base + "/")
            return (["\(port)"], urls)
        }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    // MARK: Configurations: one worker, no logs of requests, nothing that limits

    /// Workers of root's give up its rights, and could not read what is ours.
    private static var user: String { geteuid() == 0 ? "user root;\n" : "" }

    private static func nginxFrame(_ http: String, modules: String = "") -> String {
        """
        \(modules)daemon off;
        worker_processes 1;
        worker_rlimit_nofile 65000;
        \(user)pid nginx.pid;
        error_log error.log crit;
        events { worker_connections 30000; multi_accept on; }
        http {
            access_log off;
            tcp_nodelay on;
            keepalive_timeout 600s;
            keepalive_requests 1000000000;
            client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
        \(http)
        }

        """
    }

    private static func nginx(serving site: String, _ port: UInt16, _ port2: UInt16) -> String {
        nginxFrame(
            """
                types { application/json json; }
                sendfile on;
                tcp_nopush on;
                open_file_cache max=64 inactive=600s;
                server { listen 127.0.0.1:\(port) backlog=4096; root \(site); }
                server { listen 127.0.0.1:\(port2) http2 backlog=4096; http2_max_concurrent_streams 256; root \(site); }
            """)
    }

    private static func nchan(_ port: UInt16, _ port2: UInt16) -> String {
        let events = "location /events { nchan_subscriber eventsource; nchan_channel_id all; nchan_subscriber_first_message newest; }"
        return nginxFrame(
            """
                nchan_shared_memory_size 256M;
                server {
                    listen 127.0.0.1:\(port) backlog=4096;
                    location /publish {
                        nchan_publisher http; nchan_channel_id all; nchan_message_buffer_length 2000; nchan_message_timeout 60s;
                    }
                    \(events)
                }
                server { listen 127.0.0.1:\(port2) http2 backlog=4096; http2_max_concurrent_streams 128; \(events) }
            """, modules: "load_module /usr/lib/nginx/modules/ngx_nchan_module.so;\n")
    }

    private static func h2o(serving site: String, in folder: String, _ port: UInt16) -> String {
        """
        num-threads: 1
        \(geteuid() == 0 ? "user: root\n" : "")pid-file: \(folder)/h2o.pid
        error-log: \(folder)/h2o.err
        listen:
          host: 127.0.0.1
          port: \(port)
        hosts:
          default:
            paths:
              /:
                file.dir: \(site)

        """
    }
}

extension Contender {
    /// The peers that are here; nchan is a module of nginx.
    static func installed(_ kind: Kind, floor: String?) -> Contender? {
        switch kind {
        case .rivulet: nil
        case .nginx, .h2o, .nghttpd: Command.locate(kind.rawValue).map { Contender(kind: kind, program: $0) }
        case .nchan:
            access("/usr/lib/nginx/modules/ngx_nchan_module.so", R_OK) == 0
                ? Command.locate("nginx").map { Contender(kind: kind, program: $0) } : nil
        case .floor: floor.map { Contender(kind: kind, program: $0) }
        }
    }

    /// What the program says of its version, one line.
    var version: String {
        guard kind != .floor else { return "-" }
        let flag = kind == .nginx || kind == .nchan ? "-v" : "--version"
        let output = (try? Command(program, [flag], mayFail: true).output()) ?? "-"
        return output.split(separator: "\n").first.map(String.init) ?? "-"
    }
}
