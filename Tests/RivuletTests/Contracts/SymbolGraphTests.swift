import Foundation
import Testing

/// The tables of operators and sources against the module itself, so that none is forgotten.
@Suite("Symbol graph")
struct SymbolGraphTests {
    private struct Graph: Decodable {
        let symbols: [Symbol]
    }

    private struct Symbol: Decodable {
        struct Kind: Decodable { let identifier: String }
        struct Fragment: Decodable { let spelling: String }
        struct Signature: Decodable { let returns: [Fragment]? }
        struct Availability: Decodable { let isUnconditionallyDeprecated: Bool? }

        let kind: Kind
        let pathComponents: [String]
        let functionSignature: Signature?
        let availability: [Availability]?

        /// Whether it makes a sequence of another one of those types, which promise more than an observable.
        func isOperator(ofTrait types: Set<String>) -> Bool {
            guard ["swift.method", "swift.type.method"].contains(kind.identifier), pathComponents.count == 2,
                types.contains(pathComponents[0]), !(availability ?? []).contains(where: { $0.isUnconditionallyDeprecated == true })
            else { return false }
            let result = (functionSignature?.returns ?? []).map(\.spelling).joined()
            return ["Infallible<", "Single<", "Maybe<", "Completable", "PrimitiveSequence<"].contains { result.hasPrefix($0) }
        }

        /// Whether it makes a signal or a producer of one, in ReactiveSwift's vocabulary.
        func isOperator(of type: String) -> Bool {
            guard kind.identifier.hasSuffix("method"), pathComponents.count == 2, [type, type + "Protocol"].contains(pathComponents[0])
            else { return false }
            return (functionSignature?.returns ?? []).map(\.spelling).joined().hasPrefix(type + "<")
        }

        /// Whether it makes a sequence, in RxSwift's vocabulary.
        var isOperator: Bool {
            guard ["swift.method", "swift.type.method"].contains(kind.identifier), pathComponents.count == 2,
                ["ObservableType", "ObservableConvertibleType", "ConnectableObservableType"].contains(pathComponents[0]),
                !(availability ?? []).contains(where: { $0.isUnconditionallyDeprecated == true })
            else { return false }
            let result = (functionSignature?.returns ?? []).map(\.spelling).joined()
            return ["Observable<", "ConnectableObservable<", "Infallible<", "Single<", "Maybe<", "Completable"]
                .contains { result.hasPrefix($0) }
        }
    }

    /// Where the module lies that is tested: beside the product that this test was loaded from.
    private func buildDirectory() throws -> String {
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        let product = try #require(maps.split(separator: "\n").first { $0.hasSuffix("PackageTests.xctest") })
        let path = try #require(product.firstIndex(of: "/").map { String(product[$0...]) })
        return URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    }

    /// The public symbols of the core.
    private func symbols() throws -> [Symbol] {
        let output = FileManager.default.temporaryDirectory.appending(path: "rivulet-symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized.path(percentEncoded: false)
        let extract = Process()
        extract.executableURL = URL(filePath: "/usr/bin/env")
        extract.arguments = [
            "swift-symbolgraph-extract", "-module-name", "Rivulet", "-I", try buildDirectory() + "/Modules", "-I",
            root + "/Sources/CLinux", "-target", "x86_64-unknown-linux-gnu", "-minimum-access-level", "public", "-output-dir",
            output.path(percentEncoded: false),
        ]
        #if arch(arm64)
            extract.arguments = extract.arguments.map { $0.map { $0 == "x86_64-unknown-linux-gnu" ? "aarch64-unknown-linux-gnu" : $0 } }
        #endif
        try extract.run()
        extract.waitUntilExit()
        try #require(extract.terminationStatus == 0)
        let data = try Data(contentsOf: output.appending(path: "Rivulet.symbols.json"))
        return try JSONDecoder().decode(Graph.self, from: data).symbols
    }

    @Test("every operator and source of the module is in the tables, and nothing else")
    func complete() throws {
        let inModule = Set(try symbols().filter(\.isOperator).map { $0.pathComponents[1] })
        let inTables = Set(operatorTable.map(\.name) + sourceTable.map(\.name))
        #expect(inModule.subtracting(inTables).sorted() == [])
        #expect(inTables.subtracting(inModule).sorted() == [])
        #expect(inModule.count > 100)
    }

    @Test("every operator of Infallible, Single, Maybe and Completable is in their tables, and nothing else")
    func traits() throws {
        let symbols = try symbols()
        // Sources, which are those of an observable, and what every sequence can be turned into.
        let sources: Set = [
            "create(detached:priority:work:)", "create(subscribe:)", "deferred(_:)", "empty()", "error(_:)", "from(_:scheduler:)",
            "from(optional:)", "from(optional:scheduler:)", "just(_:)", "just(_:scheduler:)", "never()", "of(_:scheduler:)",
            "timer(_:scheduler:)", "asInfallible(onErrorFallbackTo:)", "asInfallible(onErrorJustReturn:)", "asInfallible(onErrorRecover:)",
        ]
        func compare(_ types: Set<String>, _ table: [OperatorCase]) {
            let inModule = Set(symbols.filter { $0.isOperator(ofTrait: types) }.map { $0.pathComponents[1] }).subtracting(sources)
            let inTable = Set(table.map { $0.name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? "" })
            #expect(inModule.subtracting(inTable).sorted() == [])
            #expect(inTable.subtracting(inModule).subtracting(sources).sorted() == [])
            #expect(inModule.count > 20)
        }
        compare(["InfallibleType"], infallibleTable)
        compare(["PrimitiveSequenceType", "PrimitiveSequence"], singleTable + maybeTable + completableTable + anyTraitTable)
    }

    @Test("every operator of properties is in its table, and nothing else")
    func properties() throws {
        let inModule = Set(try symbols().filter { $0.isOperator(of: "Property") }.map { $0.pathComponents[1] })
        #expect(inModule == Set(propertyTable.map(\.name)))
    }

    @Test("every operator of producers is in the table, and a signal has none that a producer has not")
    func producers() throws {
        let symbols = try symbols()
        let ofProducers = Set(symbols.filter { $0.isOperator(of: "SignalProducer") }.map { $0.pathComponents[1] })
        let ofSignals = Set(symbols.filter { $0.isOperator(of: "Signal") }.map { $0.pathComponents[1] })
        let sources: Set = ["interval(_:interval:on:)", "interval(_:on:)", "timer(interval:on:)", "timer(interval:on:leeway:)"]
        let inTable = Set(producerTable.map(\.name))
        #expect(ofProducers.subtracting(sources).subtracting(inTable).sorted() == [])
        #expect(inTable.subtracting(ofProducers).sorted() == [])
        // A producer can tell of its start as well, and a signal can be made without a producer.
        let signalsOwn: Set = [
            "on(event:failed:completed:interrupted:terminated:disposed:value:)", "unserialized(_:)", "reentrantUnserialized(_:)",
        ]
        #expect(ofSignals.subtracting(signalsOwn).subtracting(ofProducers).sorted() == [])
    }
}
