internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// A token as it is stored: everything but its secret.
struct Token: Sendable {
  let id: TokenID
  let name: String
  let role: Role
  let scopes: [String]?
  let isReadOnly: Bool
  let digest: [UInt8]
  let created: Timestamp
  let creator: String
  let issued: Timestamp
  let issuedEntry: Int64
  let expires: Timestamp
  let used: Timestamp?
  let ended: (at: Timestamp, because: String)?

  static let columns = """
    id, name, role, scopes, reads_only, digest, created_at, created_by, issued_at, issued_entry, expires_at, used_at, \
    ended_at, ended_because
    """

  init(_ row: Row) throws {
    id = try row.identifier(0)
    name = row.text(1)
    guard let role = Role(rawValue: row.text(2)) else {
      throw StorageError.corrupt("the token \(id) has a role that this qix doesn't know")
    }
    self.role = role
    scopes = row.optionalText(3).map { $0.split(separator: "\n").map(String.init) }
    isReadOnly = row.integer(4) == 1
    digest = row.blob(5)
    created = row.time(6)
    creator = row.text(7)
    issued = row.time(8)
    issuedEntry = row.integer(9)
    expires = row.time(10)
    used = row.optionalTime(11)
    ended = row.optionalTime(12).map { ($0, row.optionalText(13) ?? "revoked") }
  }

  /// What the audit log calls whoever acts by it.
  var actor: String { Self.actorPrefix + name }
  static let actorPrefix = "token:"

  var principal: Principal {
    Principal(name: actor, role: role, scopes: scopes, isReadOnly: isReadOnly, expires: expires)
  }

  func state(at now: Timestamp) -> String { ended?.because ?? (expires <= now ? "expired" : "valid") }
}

extension Token {
  static let tableColumns = [
    Column("name", "NAME"), Column("role", "ROLE"), Column("scopes", "SCOPES"), Column("access", "ACCESS"),
    Column("state", "STATE"), Column("expires", "EXPIRES"), Column("used", "USED"), Column("token", "TOKEN"),
  ]

  func cells(at now: Timestamp) -> [Cell] {
    [
      .text(name), .text(role.rawValue), scopesCell, .text(isReadOnly ? "read" : "write"), .text(state(at: now)),
      .timestamp(expires), used.map(Cell.timestamp) ?? .missing, .identifier("\(id)"),
    ]
  }

  private var scopesCell: Cell { .list(scopes?.map(Cell.text), none: "all") }

  /// All but the secret, for the answers of every command about one token.
  func describe(in document: inout Document, at now: Timestamp) {
    document.field("token", "token", .identifier("\(id)"))
    document.field("name", "name", .text(name))
    document.field("role", "role", .text(role.rawValue))
    document.field("scopes", "scopes", scopesCell)
    document.field("access", "access", .text(isReadOnly ? "read" : "write"))
    document.field("state", "state", .text(state(at: now)))
    document.field("expires", "expires", .timestamp(expires))
    document.field("issued", "secret made", .timestamp(issued))
    document.field("created", "created", .timestamp(created))
    document.field("created_by", "created by", .text(creator))
    document.field("used", "last used", used.map(Cell.timestamp) ?? .missing)
    document.field("ended", "ended", ended.map { .timestamp($0.at) } ?? .missing)
  }
}
