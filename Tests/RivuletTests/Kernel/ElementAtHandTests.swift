import Testing

@testable import Rivulet

@Suite("An element at hand")
struct ElementAtHandTests {
    @Test("is told by a sequence that has just one, and by no other")
    func just() {
        #expect(Observable.just(7).elementAtHand == 7)
        #expect(Observable<Int>.empty().elementAtHand == nil)
        #expect(Observable<Int>.never().elementAtHand == nil)
        #expect(Observable.of(1, 2).elementAtHand == nil)
        // What happens on the way to a subscriber would not happen.
        #expect(Observable.just(7).map { $0 + 1 }.elementAtHand == nil)
        #expect(Observable.just(7).do(onNext: { _ in }).elementAtHand == nil)
    }
}
