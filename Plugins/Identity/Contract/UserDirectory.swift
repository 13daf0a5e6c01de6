package import QixKernel
package import QixStorage

/// The users, for other modules, inside a transaction of theirs.
package protocol UserDirectory: Sendable {
  /// The user that a person or a file means: by `usr_…` id, or by the external id of the operator's own systems.
  /// Nil when there is none. An id that was merged into another leads to that other one.
  ///
  /// Only for ids that the caller gives: it may be told of the users it has named. For an id in stored data use
  /// `heir(of:)`.
  /// - Throws: `UserError.meansTwo` for a telephone number by which another user is reached than the one who is called so.
  func find(_ reference: String, in connection: Connection) throws -> UserID?

  /// The very user that a person or a file means, also one that was merged into another; nil when there is none.
  /// Operations for a user run under this id: the same words mean the same before and after a merge.
  func named(_ reference: String, in connection: Connection) throws -> UserID?

  /// The user who has the account now: the user itself, or the one that it was merged into; nil where there is none.
  func heir(of user: UserID, in connection: Connection) throws -> UserID?

  /// The users who were merged into one, and act as it since.
  func former(of user: UserID, in connection: Connection) throws -> [UserID]

  /// Makes sure that a user could be made with an external id, taken or not.
  /// - Throws: `UserError.malformedExternalID`, `UserError.numberOfAnother`.
  func check(externalID: String, in connection: Connection) throws

  /// Makes sure that no user's external id differs from one in the case of ASCII letters alone, or is the same.
  /// - Throws: `UserError.differsInCase`, which tells the other's only to a caller who may know every user.
  func checkCase(of externalID: String, in connection: Connection) throws

  /// Makes a trial user, known to the operator's systems by an external id.
  /// - Throws: `UserError` when the external id is malformed, taken, or another user's telephone number.
  func create(externalID: String?, in connection: Connection) throws -> UserID

  /// The external id of a user, where it has one: of this very id, without following aliases.
  func externalID(of user: UserID, in connection: Connection) throws -> String?
}

extension UserDirectory {
  package func checkCase(of externalID: String, in connection: Connection) throws {}

  package func former(of user: UserID, in connection: Connection) throws -> [UserID] { [] }

  package func named(_ reference: String, in connection: Connection) throws -> UserID? {
    try find(reference, in: connection)
  }

  /// The user that a person or a file means.
  /// - Throws: `UserError.notFound`
  package func required(_ reference: String, in connection: Connection) throws -> UserID {
    guard let user = try find(reference, in: connection) else { throw UserError.notFound(reference) }
    return user
  }
}

/// The directory that the identity module provides.
package enum Users {
  package static let directory = ServiceKey<any UserDirectory>("identity.users")
}

extension Context {
  /// The user that a command's own words mean.
  /// - Throws: `UserError.notFound`
  package func user(_ reference: String) throws -> UserID {
    let directory = try service(Users.directory)
    return try database.read { try directory.required(reference, in: $0) }
  }
}
