import FoundationEssentials
import Glibc

/// Rounds in which everybody is measured in turn: what the machine does to one it does to all.
struct Comparison {
    private let options: CompareOptions
    private let cases: [Case]
    private let contenders: [Contender.Kind: Contender]

    init(_ options: CompareOptions) throws {
        self.options = options
        contenders = try options.contenders()
        cases = try options.selectedCases()
        _ = try Command.find("taskset")
    }

    func run() throws -> Results {
        let site = try makeSite()
        defer { TemporaryFolder.remove(site) }
        var results = Results(machine: Machine(), versions: [], rows: [])
        for contender in contenders.values.sorted(by: { $0.kind.rawValue < $1.kind.rawValue }) where contender.kind != .floor {
            results.versions.append("\(contender.kind.rawValue): \(contender.version)")
        }
        for measured in cases {
            let kinds = measured.contenders.filter { contenders[$0] != nil }
            var samples: [Contender.Kind: [Sample]] = [:]
            for round in 1...options.rounds {
                for kind in kinds {
                    say("\(measured.name): \(kind.rawValue), round \(round) of \(options.rounds)")
                    samples[kind, default: []].append(try measure(measured, kind, site))
                }
            }
            for kind in kinds {
                results.rows.append(
                    Results.Row(
                        name: measured.name, command: measured.command(options.eventGenerator), contender: kind,
                        samples: samples[kind] ?? [],
                        reference: samples[.rivulet] ?? []))
            }
        }
        return results
    }

    private func measure(_ measured: Case, _ kind: Contender.Kind, _ site: String) throws -> Sample {
        guard let contender = contenders[kind] else { throw ClientError(saying: "no \(kind.rawValue)") }
        let server = try RunningContender(contender, site: site, core: options.serverCore)
        defer { server.stop() }
        return try measured.measure(kind, server, generator: options.eventGenerator, core: options.clientCore)
    }

    // MARK: What all serve

    /// Makes a folder with a list of articles, and the first page of it as Rivulet serves it: the same bytes for everybody.
    private func makeSite() throws -> String {
        let site = try TemporaryFolder.make()
        chmod(site, 0o755)
        do {
            try Data(Self.articles.utf8).write(to: URL(filePath: site + "/list.json"))
            guard let rivulet = contenders[.rivulet] else { throw ClientError(saying: "no server") }
            let server = try RunningContender(rivulet, site: site, core: options.serverCore)
            defer { server.stop() }
            guard let url = server.urls.page.firstMatch(of: #/:([0-9]+)(\/.*)/#), let port = UInt16(url.output.1) else {
                throw ClientError(saying: "no page")
            }
            let answer = try HTTPConnection(to: Endpoint(host: "127.0.0.1", port: port)).request("GET", String(url.output.2))
            guard answer.status == 200 else { throw ClientError(saying: "the page answers \(answer.status)") }
            try Data(answer.body.utf8).write(to: URL(filePath: site + "/articles.json"))
            chmod(site + "/articles.json", 0o644)
            return site
        } catch {
            TemporaryFolder.remove(site)
            throw error
        }
    }

    /// A hundred short articles: a page of twenty has about 5 KiB.
    private static let articles =
        "["
        + (0..<100).map { number in
            """
            {"id": "\(String(100_000 + 7_919 * number, radix: 16))", "title": "What number \(number) is about", \
            "body": "A sentence, and another: that is all of number \(number).", "created_at": "2026-05-\(10 + number % 20)T12:00:00+09:00", \
            "likes_count": \(number), "tags": [{"name": "Swift", "versions": []}], "url": "https://example.com/items/\(number)", \
            "user": {"id": "sample"}}
            """
        }.joined(separator: ",\n") + "]\n"

    private func say(_ line: String) {
        let line = line + "\n"
        write(STDERR_FILENO, line, line.utf8.count)
    }
}

/// What a comparison came to.
struct Results {
    struct Row {
        let name: String
        let command: String
        let contender: Contender.Kind
        let samples: [Sample]
        /// Rivulet's, in the same rounds.
        let reference: [Sample]

        func spread(_ figure: Figure) -> Spread? { Spread(samples.compactMap { $0[figure] }) }

        /// Rivulet's median divided by this one's.
        func ratio(_ figure: Figure) -> Double? {
            guard let own = spread(figure)?.median, let other = Spread(reference.compactMap { $0[figure] })?.median, own > 0 else {
                return nil
            }
            return other / own
        }
    }

    let machine: Machine
    var versions: [String]
    var rows: [Row]

    private static let columns: [Figure] = [.cpu, .rate, .median, .tail, .streamMemory, .memory, .faults, .generatorBusy]
    private static let ratios: [Figure] = [.cpu, .rate, .tail, .streamMemory]

    /// A table for Markdown: medians, with the least and the most of them that matter.
    var text: String {
        var lines = ["\(machine.text)"] + versions + [""]
        for (place, row) in rows.enumerated() {
            if place == 0 || rows[place - 1].name != row.name {
                if place > 0 { lines.append("") }
                lines += ["\(row.name): `\(row.command)`", ""]
                let heads = Self.columns.map(\.rawValue) + Self.ratios.map { "ratio of \($0.rawValue)" }
                lines.append(Self.line(["server"] + heads))
                lines.append(Self.line(Array(repeating: "---", count: heads.count + 1)))
            }
            let cells = Self.columns.map { figure in row.spread(figure).map { Self.cell($0, figure) } ?? "" }
            let ratios = Self.ratios.map { figure in row.ratio(figure).map { Number.text($0, places: 2) } ?? "" }
            lines.append(Self.line([row.contender.rawValue] + cells + ratios))
        }
        return lines.joined(separator: "\n")
    }

    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private static func cell(_ spread: Spread, _ figure: Figure) -> String {
        let median = Number.text(spread.median, places: figure.places)
        guard figure == .cpu || figure == .rate, spread.least < spread.most else { return median }
        return "\(median) (\(Number.text(spread.least, places: figure.places))–\(Number.text(spread.most, places: figure.places)))"
    }

    var json: String {
        let rows = rows.map { row in
            let figures = Figure.allCases.compactMap { figure in
                row.spread(figure).map { spread in
                    let numbers = [spread.median, spread.least, spread.most].map { Number.text($0, places: 4) }
                    return "\"\(figure)\": {\"median\": \(numbers[0]), \"least\": \(numbers[1]), \"most\": \(numbers[2])}"
                }
            }
            let ratios = Self.ratios.compactMap { figure in row.ratio(figure).map { "\"\(figure)\": \(Number.text($0, places: 4))" } }
            return """
                  {"case": \(Self.quoted(row.name)), "server": "\(row.contender.rawValue)", "command": \(Self.quoted(row.command)),
                   "figures": {\(figures.joined(separator: ", "))},
                   "ratios": {\(ratios.joined(separator: ", "))},
                   "runs": [\(row.samples.map(\.json).joined(separator: ", "))]}
                """
        }
        return """
            {"machine": \(Self.quoted(machine.text)), "versions": [\(versions.map(Self.quoted).joined(separator: ", "))],
             "rows": [
            \(rows.joined(separator: ",\n"))
            ]}
            """
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// What all of it ran on.
struct Machine {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let gibibytes = Double(sysconf(Int32(_SC_PHYS_PAGES))) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_073_741_824
    let kernel: String

    init() {
        var name = utsname()
        uname(&name)
        kernel = withUnsafeBytes(of: &name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    var text: String { "\(processors) processors, \(Number.text(gibibytes, places: 0)) GiB, Linux \(kernel)" }
}
