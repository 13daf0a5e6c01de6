package import QixCommands
internal import QixKernel

/// The words that a process was called with.
package enum ProcessWords {
  /// Reads the arguments of `main`, without the program's own name.
  ///
  /// Words that aren't UTF-8 are refused rather than repaired: two that differ would become the same name.
  /// - Throws: `UsageError` that names its position, not its content.
  package static func read(
    _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>, count: Int
  ) throws(UsageError) -> [String] {
    var texts: [String] = []
    for index in stride(from: 1, to: count, by: 1) {
      guard let word = words[index] else { break }
      guard let text = String(validatingCString: word) else {
        throw UsageError(
          "argument \(index) is not valid UTF-8", hint: "Call qix from a terminal, or a script, whose text is UTF-8.")
      }
      texts.append(text)
    }
    return texts
  }
}
