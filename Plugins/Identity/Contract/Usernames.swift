package import QixKernel
package import QixStorage

/// Public names of users: unique, and the pictures that belong to them. They are not
/// encrypted, so that a leaderboard needs no vault; they go when a user is erased. Aliases are followed.
package protocol Usernames: Sendable {
  /// Nil for a user without one: a trial user, until a name is asked for.
  func name(of user: UserID, in connection: Connection) throws -> String?

  /// The user's name, or a pleasant one made up for them, in a write transaction.
  /// - Throws: `UserError.erased`.
  func nameOrNew(of user: UserID, in connection: Connection) throws -> String

  /// The user of that name, or of one that looks the same.
  func user(named name: String, in connection: Connection) throws -> UserID?

  /// Gives a user a name of their own choice.
  /// - Throws: `UserError.malformedUsername`, `UserError.usernameTaken`.
  func setName(_ name: String, of user: UserID, in connection: Connection) throws

  /// A picture that follows from the user's name alone (from the id where there is no name): SVG, square, with no
  /// reference to anything outside of it.
  func avatar(of user: UserID, in connection: Connection) throws -> String
}

extension Users {
  package static let names = ServiceKey<any Usernames>("identity.names")
}
