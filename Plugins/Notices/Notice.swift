internal import IdentityContract
internal import NoticesContract
internal import QixModule

/// Marks a notice's identifier: `ntf_…`.
enum NoticeTag: IdentifierTag {
  static let prefix = "ntf"
  static let place: String? = "notices_notices.id"
}

typealias NoticeID = Identifier<NoticeTag>

/// Something that a user is told.
struct Notice: Sendable {
  let id: NoticeID
  let user: UserID
  let kind: String
  /// What it is about.
  let matter: NoticeMatter
  let isOnPage: Bool
  let read: Timestamp?

  static let columns = "n.id, n.user, n.kind, n.type, n.subject, n.on_page, n.read_at"

  init(_ row: Row) throws {
    id = try row["id"]
    user = try row["user"]
    kind = row["kind"]
    let subject: NoticeID = try row["subject"]
    matter = NoticeMatter(user, type: row["type"], high: subject.high, low: subject.low)
    isOnPage = row["on_page"]
    read = row["read_at"]
  }

  static func find(_ id: NoticeID, in connection: Connection) throws -> Notice? {
    try connection.fetchOne("SELECT \(sql: columns) FROM notices_notices AS n WHERE n.id = \(id)", Notice.init)
  }

  /// Makes a notice, and the messages by which it goes out.
  /// - Parameter source: the event, or what the kind's module calls it by.
  /// - Returns: nil where it was made before.
  static func make(
    _ id: NoticeID, _ kind: String, _ matter: NoticeMatter, from source: NoticeID, by ways: NoticeWays,
    at now: Timestamp, in connection: Connection
  ) throws -> NoticeID? {
    try connection.execute(
      """
      INSERT INTO notices_notices (id, user, kind, source, type, subject, on_page)
      VALUES (\(id), \(matter.user), \(kind), \(source), \(matter.type), \(matter.subject(NoticeTag.self)),
        \(ways.contains(.page)))
      ON CONFLICT (user, kind, source) DO NOTHING
      """)
    guard connection.changes == 1 else { return nil }
    for way in NoticeWays.messages where ways.contains(way) {
      try connection.execute(
        """
        INSERT INTO notices_deliveries (notice, way, state, due_at, ends_at, tries, is_doubtful)
        VALUES (\(id), \(way.rawValue), \(Delivery.State.waiting.rawValue), \(now),
          \(now.advanced(byMicroseconds: Delivery.life)), 0, 0)
        """)
    }
    if ways.contains(.page) { try connection.tell("notice.made", of: id, user: matter.user) }
    return id
  }

  /// Takes away all notices of a user, with their messages.
  static func removeAll(of user: UserID, in connection: Connection) throws {
    try connection.execute(
      "DELETE FROM notices_deliveries WHERE notice IN (SELECT id FROM notices_notices WHERE user = \(user))")
    try connection.execute("DELETE FROM notices_notices WHERE user = \(user)")
  }
}
