/// The subject of a write transaction, for the audit log: no write goes without one.
package struct Change: Sendable {
  /// Module and verb, such as `coins.issue`.
  package var action: String
  /// The id of what was changed, or a count where there were many. No secrets, no personal data.
  package var subject: String
  /// Why, in the operator's words.
  package var reason: String?
  /// Whether it was found that the caller may make it: alone, or approved by somebody, or that it is no more than a
  /// request. Without it nothing is kept of a change that the caller's role may only ask for.
  package var isAdmitted = false

  package init(_ action: String, subject: String = "", reason: String? = nil) {
    self.action = action
    self.subject = subject
    self.reason = reason
  }
}
