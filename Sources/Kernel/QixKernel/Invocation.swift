/// The circumstances of a command: what every change, and every look at personal data, takes.
package struct Invocation: Sendable {
  /// Whether it only says what it would do, and changes nothing.
  package var isDryRun = false
  /// Why, for the audit log.
  package var reason: String?
  /// The reason for what takes one. A dry run needs none, since nothing of it is kept.
  package var neededReason: String? { reason ?? (isDryRun ? "dry run" : nil) }
  /// Whether personal data is shown as it is.
  package var reveals = false
  /// The fields of it, by their keys, where it is shown of some alone; nil for all.
  package var revealedFields: [String]?
  /// The roles of which somebody has to approve the change, where the caller's own may only ask for it; nil where the
  /// caller may make it alone.
  package var approvers: Roles?

  package init(isDryRun: Bool = false, reason: String? = nil, reveals: Bool = false) {
    self.isDryRun = isDryRun
    self.reason = reason
    self.reveals = reveals
  }
}

private enum InvocationKey: ContextKey {
  static var defaultValue: Invocation { Invocation() }
}

extension Context {
  package var invocation: Invocation {
    get { self[InvocationKey.self] }
    set { self[InvocationKey.self] = newValue }
  }

  /// Whether the command only says what it would do.
  package var isDryRun: Bool { invocation.isDryRun }
}
