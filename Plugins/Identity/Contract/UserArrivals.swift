package import QixKernel
package import QixStorage

/// Users who sign in: whoever shows that a number, an address or an account is theirs comes back as the user who has
/// proved it, and keeps the coins that they have won as a trial user meanwhile.
package protocol UserArrivals: Sendable {
  /// Finds, or makes, the user of whom something was proved, and begins their session.
  /// - Parameters:
  ///   - holder: the user who has proved it before; nil for nobody.
  ///   - adopt: makes it the user's own; called where nobody had proved it.
  /// - Throws: `UserError` for a user who may not act, or where one of two can't be merged into the other.
  func arrive(_ holder: UserID?, in connection: Connection, adopt: (UserID) throws -> Void) throws -> NewSession
}

extension Users {
  /// Making it opens the vault.
  package static let arrivals = ServiceKey<any UserArrivals>("identity.arrivals")
}
