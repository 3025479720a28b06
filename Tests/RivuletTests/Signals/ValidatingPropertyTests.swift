import Rivulet
import Testing

@Suite("ValidatingProperty")
struct ValidatingPropertyTests {
    private func percentage(_ inner: MutableProperty<Int>) -> ValidatingProperty<Int, Trouble> {
        ValidatingProperty(inner) { value in
            if value < 0 { return .invalid(.first) }
            return value > 100 ? .coerced(100, .second) : .valid
        }
    }

    @Test("accepts, replaces or refuses")
    func decisions() {
        let inner = MutableProperty(10)
        let property = percentage(inner)
        #expect(property.result.value.value == 10)
        property.value = 50
        #expect(inner.value == 50)
        property.value = 200
        #expect(property.value == 100)
        #expect(property.result.value.error == .second)
        property.value = -1
        #expect(property.value == 100)
        #expect(property.result.value.isInvalid)
    }

    @Test("tells each result once, and tests what is set behind its back")
    func results() {
        let inner = MutableProperty(10)
        let property = percentage(inner)
        let results = MutableProperty(0)
        property.result.signal.observeValues { _ in results.modify { $0 += 1 } }
        property.value = 20
        #expect(results.value == 1)
        inner.value = -5
        #expect(results.value == 2)
        #expect(property.result.value.error == .first)
    }

    @Test("tests again when what it is tested with changes")
    func dependent() {
        let limit = MutableProperty(10)
        let property = ValidatingProperty<Int, Trouble>(5, with: limit) { $0 <= $1 ? .valid : .invalid(.first) }
        limit.value = 3
        #expect(property.result.value.isInvalid)
        limit.value = 7
        #expect(!property.result.value.isInvalid)
        let source = MutableProperty(6)
        property <~ source
        #expect(property.value == 6)
    }

    @Test("a scoped disposable disposes when it goes away")
    func scoped() {
        let inner = AnyDisposable()
        var scope: ScopedDisposable<CompositeDisposable>? = ScopedDisposable(CompositeDisposable())
        if let scope { scope += inner }
        #expect(!inner.isDisposed)
        scope = nil
        #expect(inner.isDisposed)
    }
}
