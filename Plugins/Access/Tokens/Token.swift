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
  /// All but the secret, as a list and the answers about one token tell it.
  private static func fields(at now: Timestamp) -> [RowField<Token>] {
    [
      RowField("name") { .text($0.name) },
      RowField("role") { .text($0.role.rawValue) },
      RowField("scopes") { .list($0.scopes?.map(Cell.text), none: "all") },
      RowField("access") { .text($0.isReadOnly ? "read" : "write") },
      RowField("state") { .text($0.state(at: now)) },
      RowField("expires") { .timestamp($0.expires) },
    ]
  }

  private static let bounds = [
    RowField<Token>("from") { .text($0.grants?.payer) },
    RowField(number: "most") { .coins($0.grants?.most) },
    RowField(number: "most_per_day", "MOST A DAY") { .coins($0.grants?.mostPerDay) },
  ]

  static func columns(at now: Timestamp) -> [RowField<Token>] {
    fields(at: now) + [RowField("used") { .timestamp($0.used) }, RowField("token") { .identifier($0.id) }]
      + bounds
  }

  func describe(in document: inout Document, at now: Timestamp) {
    document.field("token", .identifier(id))
    document.fields(Self.fields(at: now), of: self)
    if grants != nil { document.fields(Self.bounds, of: self) }
    document.field("issued", "secret made", .timestamp(issued))
    document.field("created", .timestamp(created))
    document.field("created_by", .text(creator))
    document.field("used", "last used", .timestamp(used))
    document.field("ended", .timestamp(ended?.at))
  }
}

/// A token that was made before, as commands name it.
struct TokenNamed {
  @Positional("token", .named(TokenID.self), "Name or tok_…") var reference: String
}
