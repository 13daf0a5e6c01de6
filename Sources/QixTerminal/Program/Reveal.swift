package import QixKernel

/// That somebody wants to see personal data as it is, and why: what `--reveal` and `--reason` say together.
package struct Reveal: Sendable, Equatable {
  package let reason: String

  /// What reveals are called in the audit log.
  package static let action = "access.reveal"
}

extension Arguments {
  /// Nil where `--reveal` wasn't given: personal data is masked then.
  package var reveal: Reveal? {
    values.contains(StandardParameters.reveal) ? Reveal(reason: reason ?? "") : nil
  }

  /// - Throws: `UsageError` for a reveal without a reason, and for a reason of nothing.
  func checkReveal(_ declaration: Declaration) throws(UsageError) {
    guard declaration.reveals != nil else { return }
    let isGiven = reason?.contains { !$0.isWhitespace } ?? false
    if values.contains(StandardParameters.reveal) {
      guard isGiven else {
        throw UsageError("--reveal needs --reason TEXT", hint: "Say why you have to see it; the audit log keeps it.")
      }
    } else if declaration.effect == .reads, reason != nil {
      throw UsageError("--reason goes with --reveal here", hint: "Add --reveal, or leave --reason out.")
    }
  }
}

extension Context {
  /// The terminal on which personal data is shown as it is, if that was asked for; the reveal is in the audit log
  /// before this returns. Without a reveal it is the terminal that masks.
  /// - Parameter subject: whose data, by id, or how many people's; for the audit log.
  /// - Throws: what writing to the audit log throws: nothing is revealed that isn't written down.
  package func terminal(revealing reveal: Reveal?, subject: @autoclosure () -> String) throws -> Terminal {
    guard let reveal else { return terminal }
    try readAudit.record(Reveal.action, subject(), reveal.reason)
    return terminal.unmasked
  }

  /// Whether personal data is to be shown as it is; that it is, is in the audit log then.
  /// - Parameter subject: whose data, by id, or how many people's.
  @discardableResult package func reveal(subject: @autoclosure () -> String) throws -> Bool {
    guard invocation.reveals else { return false }
    try readAudit.record(Reveal.action, subject(), invocation.reason ?? "")
    return true
  }
}
