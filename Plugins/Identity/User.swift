internal import IdentityContract
internal import QixModule

/// The standing of a user.
enum Standing: Int64, Sendable, CaseIterable {
  case active = 1
  /// May neither earn nor spend, until an operator says otherwise.
  case suspended = 2
  /// The id is an alias of another user's.
  case merged = 3
  /// The ledger keeps the id; whose it was can no longer be found out.
  case erased = 4

  var name: String {
    switch self {
    case .active: "active"
    case .suspended: "suspended"
    case .merged: "merged"
    case .erased: "erased"
    }
  }
}

/// A user as it is stored.
struct User: Sendable {
  let id: UserID
  let mode: Mode
  let standing: Standing
  let survivor: UserID?
  let externalID: String?
  let created: Timestamp
  let username: String?

  static let columns = """
    id, mode, standing, survivor, external_id, created_at,
    (SELECT username FROM identity_usernames WHERE user = identity_users.id) AS username
    """

  init(_ row: Row) throws {
    id = try row["id"]
    guard let mode = Mode(rawValue: row["mode"]), let standing = Standing(rawValue: row["standing"]) else {
      throw StorageError.corrupt("user \(id) is in no known mode or standing")
    }
    self.mode = mode
    self.standing = standing
    survivor = try row["survivor"]
    externalID = row["external_id"]
    created = row["created_at"]
    username = row["username"]
  }

  /// The row of this very id; aliases are not followed.
  static func first(_ id: UserID, in connection: Connection) throws -> User? {
    try connection.fetchOne("SELECT \(sql: columns) FROM identity_users WHERE id = \(id)", User.init)
  }

  /// The user who goes on under an id.
  /// - Throws: `UserError.notFound`.
  static func survivor(of id: UserID, in connection: Connection) throws -> User {
    guard let user = try first(id, in: connection) else { throw UserError.notFound("\(id)") }
    guard let survivor = user.survivor else { return user }
    guard let user = try first(survivor, in: connection) else { throw UserError.notFound("\(survivor)") }
    return user
  }

  /// The user who goes on under an id, unless erased.
  /// - Throws: `UserError.notFound`, `UserError.erased`.
  static func living(_ id: UserID, in connection: Connection) throws -> User {
    let user = try survivor(of: id, in: connection)
    guard user.standing != .erased else { throw UserError.erased(user.id) }
    return user
  }

  static let idAndMode: [Field<User>] = [
    Field("user", .id) { $0.id },
    Field("mode", .text) { $0.mode.name },
  ]

  static let name = Field<User>("username", .text) { $0.username }

  static let fields: [Field<User>] =
    idAndMode + [
      Field("standing", .text) { $0.standing.name },
      Field("external_id", .text) { $0.externalID },
      name,
      Field("created", .time) { $0.created },
    ]
}
