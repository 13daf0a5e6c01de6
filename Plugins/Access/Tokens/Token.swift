internal import QixModule

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
  let grants: GrantLimits?

  static let columns = "\(formerColumns), payer, most, most_per_day"
  /// Those that a database of before 0.7.0 has.
  static let formerColumns = """
    id, name, role, scopes, reads_only, digest, created_at, created_by, issued_at, issued_entry, expires_at, used_at, \
    ended_at, ended_because
    """

  init(_ row: Row) throws {
    id = try row["id"]
    name = row["name"]
    guard let role = Role(rawValue: row["role"]) else {
      throw StorageError.corrupt("the token \(id) has a role that this qix doesn't know")
    }
    self.role = role
    scopes = (row["scopes"] as String?).map { $0.split(separator: "\n").map(String.init) }
    isReadOnly = row["reads_only"]
    digest = row["digest"]
    created = row["created_at"]
    creator = row["created_by"]
    issued = row["issued_at"]
    issuedEntry = row["issued_entry"]
    expires = row["expires_at"]
    used = row["used_at"]
    grants = GrantLimits(payer: row["payer"], most: row["most"], mostPerDay: row["most_per_day"])
    ended = (row["ended_at"] as Timestamp?).map { ($0, (row["ended_because"] as String?) ?? "revoked") }
  }

  /// The actor's name in the audit log.
  var actor: String { Self.actorPrefix + name }
  static let actorPrefix = "token:"

  var principal: Principal {
    Principal(
      name: actor, role: role, scopes: scopes, isReadOnly: isReadOnly, expires: expires, secret: issuedEntry,
      grants: grants)
  }

  func state(at now: Timestamp) -> String { ended?.because ?? (expires <= now ? "expired" : "valid") }
}

extension Token {
  typealias Seen = (token: Token, now: Timestamp)
  /// A token, and the file that its secret is in.
  /// A token with a new secret: in a file, or in the answer itself.
  typealias Issued = (seen: Seen, file: String?, secret: String?)

  /// All but the secret, as a list and the answers about one token tell it.
  /// - Parameter scopes: their type; most answers about one token shipped with a text.
  private static func head(scopes: FieldType<Cell>) -> [Field<Seen>] {
    [
      Field("name", .text) { $0.token.name },
      Field("role", .text) { $0.token.role.rawValue },
      Field("scopes", scopes.orNull) { .list($0.token.scopes?.map(Cell.text), none: "all") },
      Field("access", .text) { $0.token.isReadOnly ? "read" : "write" },
      Field("state", .text) { $0.token.state(at: $0.now) },
      Field("expires", .time) { $0.token.expires },
    ]
  }

  static let listed: [Field<Seen>] =
    head(scopes: .list(of: .text)) + [
      Field("used", .time) { $0.token.used },
      Field("token", .id) { $0.token.id },
      Field("from", .text) { $0.token.grants?.payer },
      Field("most", .coins) { $0.token.grants?.most },
      Field("most_per_day", .coins, "MOST A DAY") { $0.token.grants?.mostPerDay },
    ]

  private static let id = [Field<Seen>("token", .id) { $0.token.id }]
  private static let tail: [Field<Seen>] = [
    Field(optional: "from", .cell(.text).orNull) { $0.token.grants.map { .text($0.payer) } },
    Field(optional: "most", .cell(.coins).orNull) { $0.token.grants.map { .coins($0.most) } },
    Field(optional: "most_per_day", .cell(.coins).orNull, "MOST A DAY") {
      $0.token.grants.map { .coins($0.mostPerDay) }
    },
    Field("issued", .time, "secret made") { $0.token.issued },
    Field("created", .time) { $0.token.created },
    Field("created_by", .text) { $0.token.creator },
    Field("used", .time, "last used") { $0.token.used },
    Field("ended", .time) { $0.token.ended?.at },
  ]
  private static let file = [
    Field<Issued>("file", .text) { $0.file },
    Field<Issued>(optional: "secret", .cell(.text)) { $0.secret.map { .text($0) } },
  ]

  static let fields: [Field<Seen>] = id + head(scopes: .cell(.text)) + tail
  static let rotated: [Field<Issued>] = fields.of { $0.seen } + file
  static let made: [Field<Issued>] = (id + head(scopes: .list(of: .text)) + tail).of { $0.seen } + file

  func document(_ schema: String, at now: Timestamp) -> Document {
    var document = Document(schema, Self.fields, of: (token: self, now: now))
    document.primary = "\(id)"
    return document
  }
}

/// A token that was made before, as commands name it.
struct TokenNamed {
  @Positional("token", .named(TokenID.self), "Name or tok_…") var reference: String
}
