internal import QixCrypto
internal import QixModule

/// Marks the identifier of a session of staff: `sts_…`.
enum StaffSessionTag: IdentifierTag {
  static let prefix = "sts"
  static let place: String? = "staff_sessions.id"
}

typealias StaffSessionID = Identifier<StaffSessionTag>

/// A session of staff as it is stored: everything but its text.
struct StaffSession: Sendable {
  /// How the person has signed in.
  enum Origin: Sendable, Equatable {
    /// By a token, with this secret of it.
    case token(secret: Int64)
    /// By an account at a provider, which gives this role.
    case account(provider: String, subject: String, Role)
  }

  let id: StaffSessionID
  let digest: [UInt8]
  let name: String
  let origin: Origin
  let note: String?
  let created: Timestamp
  let confirmed: Timestamp
  let seen: Timestamp
  let expires: Timestamp

  static let columns = """
    id, digest, name, secret, provider, subject, role, note, created_at, confirmed_at, seen_at, expires_at
    """

  /// A session that begins.
  init(
    _ id: StaffSessionID, digest: [UInt8], name: String, _ origin: Origin, note: String?, at now: Timestamp,
    until expires: Timestamp
  ) {
    (self.id, self.digest, self.name, self.origin, self.note) = (id, digest, name, origin, note)
    (created, confirmed, seen, self.expires) = (now, now, now, expires)
  }

  init(_ row: Row) throws {
    id = try row["id"]
    digest = row["digest"]
    name = row["name"]
    note = row["note"]
    created = row["created_at"]
    confirmed = row["confirmed_at"]
    seen = row["seen_at"]
    expires = row["expires_at"]
    if let secret: Int64 = row["secret"] {
      origin = .token(secret: secret)
    } else {
      guard let role = Role(rawValue: row["role"]) else {
        throw StorageError.corrupt("the session \(id) has a role that this qix doesn't know")
      }
      origin = .account(provider: row["provider"], subject: row["subject"], role)
    }
  }

  /// How the person has signed in: `token`, or the provider.
  var way: String {
    switch origin {
    case .token: "token"
    case .account(let provider, _, _): provider
    }
  }

  /// The moment when it ends, unless it is used before.
  func end(_ limits: SessionLimits) -> Timestamp { min(expires, seen.advanced(byMicroseconds: limits.idle)) }

  /// The moment until which the person counts as having shown lately who they are.
  func confirmedUntil(_ limits: SessionLimits) -> Timestamp { confirmed.advanced(byMicroseconds: limits.confirmation) }

  /// All that its rights follow from.
  var rights: String {
    let origin =
      switch origin {
      case .token(let secret): "token \(secret)"
      case .account(let provider, let subject, let role): "\(role) \(provider) \(subject)"
      }
    return [name, origin, Hexadecimal.encode(digest), "\(created.microseconds)", "\(expires.microseconds)"]
      .joined(separator: "\n")
  }
}

/// The limits of sessions, in microseconds.
struct SessionLimits: Sendable {
  let idle: Int64
  let most: Int64
  let confirmation: Int64

  private static let minute: Int64 = 60_000_000

  init(in connection: Connection) throws {
    idle = try connection.value(of: StaffModule.idleMinutes) * Self.minute
    most = try connection.value(of: StaffModule.mostHours) * 60 * Self.minute
    confirmation = try connection.value(of: StaffModule.confirmMinutes) * Self.minute
  }
}

/// The text of a session: `qix_staff_` and 256 random bits in hexadecimal digits.
enum StaffSessionText {
  static let prefix = "qix_staff_"
  private static let size = 32

  static func make(random: any RandomSource) -> String { prefix + Hexadecimal.encode(random.bytes(size)) }

  /// The digest that is stored; nil for a text that can be none. Random bits need no slow hash.
  static func digest(_ text: String) -> [UInt8]? {
    guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 2 * size else { return nil }
    return BLAKE2b.hash(Array(text.utf8), size: 32)
  }
}
