internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// Marks a session's identifier: `ses_…`.
enum SessionTag: IdentifierTag {
  static let prefix = "ses"
  static let place: String? = "sessions_sessions.id"
}

typealias SessionID = Identifier<SessionTag>

/// A session as it is stored: everything but its token.
struct Session: Sendable {
  let id: SessionID
  let user: UserID
  let created: Timestamp
  let creator: String
  let seen: Timestamp
  let expires: Timestamp

  static let columns = "id, user, created_at, created_by, seen_at, expires_at"

  init(_ row: Row) throws {
    id = try row["id"]
    user = try row["user"]
    created = row["created_at"]
    creator = row["created_by"]
    seen = row["seen_at"]
    expires = row["expires_at"]
  }

  /// The moment when it ends, unless it is used before.
  func end(idleDays: Int64) -> Timestamp { min(expires, seen.advanced(byMicroseconds: idleDays * Timestamp.day)) }

  /// Those of a user that have not ended, the newest first.
  static func all(of user: UserID, at now: Timestamp, in connection: Connection) throws -> [Session] {
    let idleDays = try connection.value(of: SessionsModule.idleDays)
    return try connection.fetchAll(
      "SELECT \(sql: columns) FROM sessions_sessions WHERE user = \(user) ORDER BY created_at DESC, id DESC",
      Session.init
    ).filter { $0.end(idleDays: idleDays) > now }
  }
}

/// The text of a session: `qix_user_` and 256 random bits in hexadecimal digits.
enum SessionToken {
  static let prefix = "qix_user_"
  private static let digits = 64

  static func make(random: any RandomSource) -> String {
    prefix
      + random.bytes(digits / 2).map { byte in
        let text = String(byte, radix: 16)
        return text.utf8.count == 1 ? "0" + text : text
      }.joined()
  }

  /// The digest that is stored; nil for a text that can be none. Random bits need no slow hash.
  static func digest(_ text: some StringProtocol) -> [UInt8]? {
    let isDigit = { (byte: UInt8) in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + digits,
      text.utf8.dropFirst(prefix.utf8.count).allSatisfy(isDigit)
    else { return nil }
    return BLAKE2b.hash(Array(text.utf8), size: 32)
  }
}
