package import QixCommands
package import QixKernel
package import QixStorage

/// A session as its holder gets it, once.
package struct NewSession: Sendable {
  package let user: UserID
  package let id: String
  /// The text that the holder sends from now on.
  package let token: String
  package let expires: Timestamp

  package init(user: UserID, id: String, token: String, expires: Timestamp) {
    (self.user, self.id, self.token, self.expires) = (user, id, token, expires)
  }

  package static let fields: [Field<NewSession>] = [
    Field("session", .id) { $0.id },
    Field("user", .id) { $0.user },
    Field("token", .text.orNull) { $0.token },
    Field("expires", .time) { $0.expires },
  ]

  package func document(_ schema: String) -> Document {
    var document = Document(schema, Self.fields, of: self)
    document.primary = token
    return document
  }
}

/// Sessions: by which users act for themselves.
package protocol UserSessions: Sendable {
  /// Begins a session, in the change of the caller. The one that the caller itself acts by ends with it, so that who had
  /// got hold of that doesn't go along.
  /// - Throws: `UserError` for a user who may not act.
  func begin(for user: UserID, in connection: Connection) throws -> NewSession

  /// Ends every session of a user, in the change of the caller: whoever had acted as them has to sign in again.
  func endAll(of user: UserID, in connection: Connection) throws

  /// Whether a session, by its `ses_…`, is a user's and hasn't ended.
  func isOpen(_ session: String, of user: UserID, in connection: Connection) throws -> Bool

  /// Returns the principal of requests without a session.
  /// - Throws: an error of the category `notAllowed` where customers can't come by themselves.
  func guest(in context: Context) throws -> Principal

  /// Returns the user whom a token stands for.
  /// - Parameter token: its text.
  /// - Throws: an error of the category `notAllowed` for one that isn't or is no longer good.
  func principal(presenting token: some StringProtocol, in context: Context) throws -> Principal
}

extension Users {
  /// Provided by the module of sessions; missing where it is switched off.
  package static let sessions = ServiceKey<any UserSessions>("identity.sessions")
}

extension Context {
  /// Makes sure that something of a user is the caller's own, where a customer asks for it.
  /// - Throws: `error`, which says that there is no such thing.
  package func requireOwn(
    _ owners: UserID?..., in connection: Connection, else error: @autoclosure () -> any Error
  ) throws {
    guard principal.isCustomer else { return }
    let directory = try service(Users.directory)
    let isOwn = try owners.contains { owner in
      // What was of a user who was merged into them is theirs, too.
      try owner.map { try directory.heir(of: $0, in: connection) == principal.user } ?? false
    }
    guard isOwn, principal.user != nil else { throw error() }
  }
}
