import RivuletSymbols
import Testing

/// The tables of operators and sources against the module itself, so that none is forgotten.
@Suite("Symbol graph")
struct SymbolGraphTests {
    private typealias Symbol = SymbolGraph.Symbol

    /// The public symbols of the core.
    private func symbols() throws -> [Symbol] { try SymbolGraph.symbols(of: "Rivulet") }

    @Test("every operator and source of the module is in the tables, and nothing else")
    func complete() throws {
        let inModule = Set(try symbols().filter(\.isOperator).map(\.name))
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
            let inModule = Set(symbols.filter { $0.isOperator(ofTrait: types) }.map(\.name)).subtracting(sources)
            let inTable = Set(table.map { $0.name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? "" })
            #expect(inModule.subtracting(inTable).sorted() == [])
            #expect(inTable.subtracting(inModule).subtracting(sources).sorted() == [])
            #expect(inModule.count > 20)
        }
        compare(["InfallibleType"], infallibleTable)
        compare(Symbol.primitives, singleTable + maybeTable + completableTable + anyTraitTable)
    }

    @Test("every operator of properties is in its table, and nothing else")
    func properties() throws {
        let inModule = Set(try symbols().filter { $0.isOperator(of: "Property") }.map(\.name))
        #expect(inModule == Set(propertyTable.map(\.name)))
    }

    @Test("every operator of producers is in the table, and a signal has none that a producer has not")
    func producers() throws {
        let symbols = try symbols()
        let ofProducers = Set(symbols.filter { $0.isOperator(of: "SignalProducer") }.map(\.name))
        let ofSignals = Set(symbols.filter { $0.isOperator(of: "Signal") }.map(\.name))
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

    @Test("every operator's comment has a marble diagram")
    func diagrams() throws {
        let operators = try symbols().filter { symbol in
            symbol.isOperator || symbol.isOperator(ofTrait: Symbol.primitives.union(["InfallibleType"]))
                || ["Signal", "SignalProducer", "Property"].contains(where: symbol.isOperator(of:))
        }
        // Those of three inputs and more do with three what those of two do with two.
        let withFew = operators.filter { !$0.name.contains(/^(combineLatest|zip)\((_:){3}/) }
        let plain: Set = ["ObservableConvertibleType.asObservable()", "ObservableType.asObservable()"]
        #expect(withFew.filter { !$0.hasDiagram && !plain.contains($0.path) }.map(\.path).sorted() == [])
        #expect(withFew.count > 300)
    }
}

extension SymbolGraph.Symbol {
    fileprivate static let primitives: Set = ["PrimitiveSequenceType", "PrimitiveSequence"]

    /// Whether it makes a sequence, in RxSwift's vocabulary.
    fileprivate var isOperator: Bool {
        isMethod(of: ["ObservableType", "ObservableConvertibleType", "ConnectableObservableType"])
            && returns(["Observable", "ConnectableObservable", "Infallible", "Single", "Maybe", "Completable"])
    }

    /// Whether it makes a sequence of another one of those types, which promise more than an observable.
    fileprivate func isOperator(ofTrait types: Set<String>) -> Bool {
        isMethod(of: types) && returns(["Infallible", "Single", "Maybe", "Completable", "PrimitiveSequence"])
    }

    /// Whether it makes a signal, a producer or a property of one, in ReactiveSwift's vocabulary.
    fileprivate func isOperator(of type: String) -> Bool { isMethod(of: [type, type + "Protocol"]) && returns([type]) }
}
