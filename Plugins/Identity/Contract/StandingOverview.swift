package import QixStorage

/// A quick answer for who moves many coins: without it each user is asked about. What provides `ModePolicy` should adopt
/// it where one look tells.
package protocol StandingOverview: Sendable {
  /// Whether any user is suspended or erased.
  func isAnybodyInactive(in connection: Connection) throws -> Bool
}
