/// What `--help` prints, made from the table of options.
enum Usage {
    static let version = "0.1.0"

    static var text: String {
        var lines = [
            "Usage: rivulet [serve] [OPTION VALUE]…     serve articles and live events over HTTP/1.1 and HTTP/2",
            "       rivulet healthcheck [OPTION VALUE]… exit 0 if the server answers on that host and port, else 1",
            "       rivulet --help | --version",
            "",
            "--port 9000, --port=9000 and RIVULET_PORT=9000 in the environment mean the same; a flag wins.",
        ]
        for group in Option.Group.allCases {
            let options = Option.all.filter { $0.group == group }
            lines += ["", "\(group.rawValue):"]
            for option in options {
                let name = "  \(option.flag)\(option.isToggle ? "" : " ")\(option.placeholder)"
                let padding = String(repeating: " ", count: max(1, column - name.count))
                lines.append("\(name)\(padding)\(option.summary) [\(option.defaultValue)]")
            }
        }
        lines += [
            "",
            "Exit status: 0 stopped by a signal · 64 wrong call · 65 broken file, or no journal · 66 file or folder missing",
            "             69 can't listen · 73 can't write the journal",
        ]
        return lines.joined(separator: "\n")
    }

    /// Where the summaries start.
    private static let column = 34
}
