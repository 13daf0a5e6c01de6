internal import QixKernel
internal import QixShake
internal import QixStorage

/// What a directive says that a shake without a type is.
struct DirectiveChoice: Sendable, Equatable {
  /// The campaign, by id or name; nil leaves it open.
  var campaign: String?
  var type: String?
  /// Which directive said so, for the record of the shake.
  var directive: String?
}

/// The directives in force.
protocol DirectiveResolving: Sendable {
  /// - Returns: nil when no directive is for this context.
  func choice(for context: ShakeContext, user: UserID, at: Timestamp, in connection: Connection) throws
    -> DirectiveChoice?
}

/// Whether anybody waits for what is put into the outbox.
protocol OutboxListening: Sendable {
  func isAnybodyListening(in connection: Connection) throws -> Bool
}
