package import QixKernel
package import QixShake
package import QixStorage

/// A directive's decision on a shake.
package struct DirectiveChoice: Sendable, Equatable {
  /// The campaign, by id or name; nil leaves it open.
  package var campaign: String?
  package var type: String?
  /// Which directive said so, for the record of the shake.
  package var directive: String?
  /// That there is nothing to win here now; campaign and type are nil then.
  package var refusal: Refusal?

  package init(campaign: String? = nil, type: String? = nil, directive: String?, refusal: Refusal? = nil) {
    (self.campaign, self.type, self.directive, self.refusal) = (campaign, type, directive, refusal)
  }
}

/// The directives in force.
package protocol DirectiveResolving: Sendable {
  /// Looks whether anything has changed: once for each transaction, before its first shake. Without it every choice
  /// looks by itself.
  func prepare(in connection: Connection) throws

  /// - Parameter type: the type that was asked for; a choice never names another one.
  /// - Returns: nil when no directive is for this context. Never a campaign or a type that doesn't exist.
  func choice(
    for context: ShakeContext, user: UserID, type: String?, at: Timestamp, in connection: Connection
  ) throws -> DirectiveChoice?

  /// Fetches those that are old, outside of any transaction: before a shake that is sent alone. It takes two seconds at
  /// most and fails nothing.
  func refreshIfOld()

  /// Goes on fetching them beside a service, until the task is stopped.
  func refreshing() -> PeriodicTask
}

extension Shakes {
  /// Missing where no enabled module keeps directives.
  package static let directives = ServiceKey<any DirectiveResolving>("shakes.directives")
}
