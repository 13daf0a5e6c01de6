/// How far a long command has come, where somebody can see it.
package protocol Progress: Sendable {
  /// - Parameter count: how many units are done, of all.
  func advance(to count: Int64)
  /// Takes what is shown away for good.
  func finish()
  /// Takes what is shown away until it is shown again: something else is about to be written.
  func withdraw()
}

/// Progress that is not shown.
struct UnseenProgress: Progress {
  func advance(to count: Int64) {}
  func finish() {}
  func withdraw() {}
}
