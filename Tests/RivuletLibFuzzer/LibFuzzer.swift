import Foundation
import RivuletFuzzing

/// What `FUZZ_TARGET` names; all of them, when it names none.
private let targets: [FuzzTarget] = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    return FuzzTarget(rawValue: name).map { [$0] } ?? FuzzTarget.allCases
}()

/// Called by libFuzzer with each input. A trap is what it looks for: what does not hold becomes one.
///
/// The pointer is libFuzzer's, good for `count` bytes until this returns; it is copied first.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    for target in targets {
        do { try target.run(input) } catch { fatalError("\(target): \(error)") }
    }
    return 0
}
