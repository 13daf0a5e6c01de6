package import QixKernel

extension Invocation {
  /// Reads it from a command line.
  package init(_ values: ParsedValues) {
    // Neither blanks at the ends nor the line ends of another system make another reason of it, and one of blanks is
    // none: whatever needs one asks for it.
    let given: String? = values.first(StandardParameters.reason)
    self.init(
      isDryRun: values.contains(StandardParameters.dryRun),
      reason: given.flatMap(Self.withoutEdges).map(PlainText.withLineFeeds),
      reveals: values.contains(StandardParameters.reveal))
  }

  /// Without blanks at its ends, and with those between as they are; nil where nothing is left.
  private static func withoutEdges(_ text: String) -> String? {
    let end = text.lastIndex { !$0.isWhitespace }
    return end.map { String(text[...$0].drop(while: \.isWhitespace)) }
  }

  /// - Throws: `UsageError` for a reveal without a reason, and for a reason of what needs none.
  package func check(for declaration: Declaration) throws(UsageError) {
    guard declaration.reveals != nil else { return }
    if reveals {
      guard reason != nil else {
        throw UsageError("--reveal needs --reason TEXT", hint: "Say why you have to see it; the audit log keeps it.")
      }
    } else if declaration.effect == .reads, reason != nil {
      throw UsageError("--reason goes with --reveal here", hint: "Add --reveal, or leave --reason out.")
    }
  }
}

extension Context {
  /// Whether to show personal data unmasked; the audit log then records it as `access.reveal`.
  /// - Parameter subject: whose data, by id, or how many people's.
  /// - Throws: what writing to the audit log throws: nothing is revealed that isn't written down.
  @discardableResult package func reveal(subject: @autoclosure () -> String) throws -> Bool {
    guard invocation.reveals else { return false }
    // Customers look at what is theirs.
    if principal.user != nil { return true }
    try readAudit.record("access.reveal", subject(), invocation.reason ?? "")
    return true
  }
}
