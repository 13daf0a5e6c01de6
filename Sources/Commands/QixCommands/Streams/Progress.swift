/// The progress of a long command, shown to a person.
package protocol Progress: Sendable {
  /// - Parameter count: the units done so far.
  func advance(to count: Int64)
  /// Removes the progress for good.
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
