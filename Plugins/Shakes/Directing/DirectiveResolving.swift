internal import QixShake

/// A directive's decision on a shake.
struct DirectiveChoice: Sendable, Equatable {
  /// The campaign, by id or name; nil leaves it open.
  var campaign: String?
  var type: String?
  /// Which directive said so, for the record of the shake.
  var directive: String?
  /// That there is nothing to win here now; campaign and type are nil then.
  var refusal: Refusal?
}

/// The directives in force.
protocol DirectiveResolving: Sendable {
  /// Looks whether anything has changed: once for each transaction, before its first shake. Without it every choice
  /// looks by itself.
  func prepare(in connection: Connection) throws

  /// - Parameter type: the type that was asked for; a choice never names another one.
  /// - Returns: nil when no directive is for this context. Never a campaign or a type that doesn't exist.
  func choice(
    for context: ShakeContext, user: UserID, type: String?, at: Timestamp, in connection: Connection
  ) throws -> DirectiveChoice?
}

extension DirectiveResolving {
  /// For a shake that asks for no type.
  func choice(
    for context: ShakeContext, user: UserID, at: Timestamp, in connection: Connection
  ) throws -> DirectiveChoice? {
    try choice(for: context, user: user, type: nil, at: at, in: connection)
  }
}
