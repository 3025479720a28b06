// Runs libFuzzer on the targets, with its own options as arguments; the first folder is the corpus, which it adds to.

import Foundation
import RivuletFuzzing

/// What `FUZZ_TARGET` names; all of them, when it names none.
private let targets: [FuzzTarget] = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    return FuzzTarget(rawValue: name).map { [$0] } ?? FuzzTarget.allCases
}()

/// Tries one input. A trap is what libFuzzer looks for: what does not hold becomes one.
///
/// The pointer is libFuzzer's, good for `count` bytes until this returns; they are copied first. The name is the one that
/// libFuzzer's own `main` asks for; that is linked in too, though a Swift program has its own.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    for target in targets {
        do { try target.run(input) } catch { fatalError("\(target): \(error)") }
    }
    return 0
}

/// libFuzzer as a library.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ tryOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

var argumentCount = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&argumentCount, &arguments, tryOne))
