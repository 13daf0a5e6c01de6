internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// A key in an email, by which its reader stops a kind of notice with one tap. The database has its hash alone.
struct StopKey {
  /// What a key stops.
  struct Found: Sendable {
    let user: UserID
    let kind: String
    let way: NoticeWays
  }

  /// The random bytes of a key. 144 bits are too many to guess.
  private static let length = 18
  /// Microseconds for which a key is good.
  private static let life = 400 * Timestamp.day

  let text: String

  static func random(from random: any RandomSource) -> StopKey {
    StopKey(text: Base64.urlSafe.encode(random.bytes(length)))
  }

  private static func hash(_ text: String) -> [UInt8] { SHA256.hash("qix notice stop \(text)") }

  /// Writes down what it stops, and clears away keys that are too old.
  func save(for user: UserID, _ kind: String, _ way: NoticeWays, at now: Timestamp, in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO notices_keys (hash, user, kind, way, made_at)
      VALUES (\(Self.hash(text)), \(user), \(kind), \(way.rawValue), \(now))
      """)
    try connection.execute(
      "DELETE FROM notices_keys WHERE made_at < \(now.advanced(byMicroseconds: -Self.life))")
  }

  /// - Throws: `notices.no-key`, which says nothing about anybody.
  static func require(_ text: String, in connection: Connection) throws -> Found {
    let found = try connection.fetchOne("SELECT user, kind, way FROM notices_keys WHERE hash = \(hash(text))") {
      Found(user: try $0["user"], kind: $0["kind"], way: NoticeWays(rawValue: $0["way"]))
    }
    guard let found else {
      throw Failure(
        "notices.no-key", .notFound, "this key stops no notices",
        hint: "A key stands in the last line of an email. Users also choose in the app: `qix notice choose`.",
        forUser: "this link is no longer valid")
    }
    return found
  }
}
