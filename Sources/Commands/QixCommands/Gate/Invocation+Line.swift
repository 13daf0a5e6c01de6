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
    // The flag alone stands for all fields.
    let fields = values.all(StandardParameters.reveal).map { $0 as? [String] }
    revealedFields = fields.contains { $0 == nil } ? nil : fields.isEmpty ? nil : fields.flatMap { $0 ?? [] }
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
    try requireRevealOfAll()
    return try reveal(subject()) != .nothing
  }

  /// Returns what is to be shown of an answer; the audit log then records it, with the fields.
  func reveal(_ subject: @autoclosure () -> String) throws -> Revealed {
    guard invocation.reveals else { return .nothing }
    // Customers look at what is theirs.
    if principal.user != nil { return .all }
    let fields = invocation.revealedFields
    let named = fields.map { ": \($0.joined(separator: ", "))" } ?? ""
    try readAudit.record("access.reveal", subject() + named, invocation.reason ?? "")
    return fields.map(Revealed.fields) ?? .all
  }

  /// - Throws: `UsageError` if only some fields are to be shown of what has none, or of more than an answer.
  package func requireRevealOfAll() throws(UsageError) {
    guard invocation.revealedFields != nil else { return }
    throw UsageError("--reveal takes no fields here", hint: "Write --reveal alone: it shows all or nothing.")
  }
}
