/// Enters the program: SwiftPM has the linker take `qix_main` for `main`.
///
/// A function of C, and neither the statements of a `main.swift` nor a type marked `@main`: both run on the main actor,
/// which alone would bring the runtime of Swift's concurrency and libdispatch into every start
/// (docs/decisions/0020-start-up.md).
@c(qix_main)
func enter(_ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  start(words, count: Int(count))
}
