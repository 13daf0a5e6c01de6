package import QixCommands
package import QixKernel

/// A change that says what another said moments before, neither under an idempotency key: perhaps one that was meant
/// once and typed, or sent, twice.
package struct Twin: Sendable {
  /// What the earlier one is called.
  private let name: String
  private let at: Timestamp

  /// Later than so long afterwards it is more likely to be meant.
  package static let window: Int64 = 600_000_000

  /// Nil for what is too long ago.
  package init?(_ name: String, at: Timestamp, now: Timestamp) {
    guard now.microseconds - at.microseconds < Self.window else { return nil }
    (self.name, self.at) = (name, at)
  }

  fileprivate func words(at now: Timestamp) -> Sentence {
    let minutes = (now.microseconds - at.microseconds) / 60_000_000
    return minutes < 1
      ? "Possible duplicate of \(name), done less than a minute ago."
      : "Possible duplicate of \(name), done \(minutes.counted("minute")) ago."
  }
}

extension Context {
  /// Whether to look for a twin. A caller with a key has said that the operation is new; programs and customers may not
  /// know what others have done.
  package func looksForTwin(key: String?) -> Bool { key == nil && mayTell(.key) }
}

extension Document {
  /// - Parameter undo: how this one is taken back, as what somebody is told to do; nil where it can't be.
  package mutating func warn(of twin: Twin?, undo: Sentence?, in context: Context) {
    guard let twin else { return }
    let advice: Sentence? = context.isDryRun ? "leave it" : undo
    warn(
      twin.words(at: context.clock.now()) + (advice.map { " If you meant it once, \($0)." } ?? "")
        + " With --idempotency-key KEY nothing is done twice.")
  }
}
