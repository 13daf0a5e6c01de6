internal import QixShake

/// Badges and their holders in the database.
struct BadgeStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  typealias Kept = (number: Int64, badge: Badge)

  private static let columns = "badge, name, title, text, goal, number, types, missed, campaign, type, retired_at"

  /// In the order in which they were made.
  func all() throws -> [Kept] {
    try connection.rows("SELECT \(Self.columns) FROM badges_badges ORDER BY badge", read: Self.read)
  }

  /// Badges that shakes lead to now. Asked for with every shake.
  func live() throws -> [Kept] {
    try connection.rows(Self.live, read: Self.read)
  }

  private static let live = "SELECT \(columns) FROM badges_badges WHERE retired_at IS NULL AND goal < 5 ORDER BY badge"

  func find(_ name: String) throws -> Kept? {
    try connection.first("SELECT \(Self.columns) FROM badges_badges WHERE name = ?1", .text(name), read: Self.read)
  }

  /// - Throws: `BadgeError.notFound`.
  func require(_ name: String) throws -> Kept {
    if let found = try find(name) { return found }
    let names = try connection.rows("SELECT name FROM badges_badges LIMIT 10000") { $0.text(0) }
    throw BadgeError.notFound(name, near: Suggestion.best(for: name, among: names))
  }

  /// - Throws: `BadgeError.exists`.
  func insert(_ badge: Badge, at time: Timestamp) throws {
    guard try find(badge.name) == nil else { throw BadgeError.exists(badge.name) }
    let (goal, missed, types): (Int64, Int64, String?) =
      switch badge.goal {
      case .days(_, let missed): (1, missed, nil)
      case .shakes: (2, 0, nil)
      case .wins: (3, 0, nil)
      case .types(let types): (4, 0, types.joined(separator: " "))
      case .byHand: (5, 0, nil)
      }
    try connection.run(
      """
      INSERT INTO badges_badges (badge, name, title, text, goal, number, types, missed, campaign, type, created_at)
      VALUES ((SELECT coalesce(max(badge), 0) + 1 FROM badges_badges), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """, .text(badge.name), .text(badge.title), .text(badge.text), .integer(goal), .integer(badge.goal.number),
      .optional(types), .integer(missed), badge.campaign.map(Value.id) ?? .null, .optional(badge.type), .time(time))
  }

  func retire(_ number: Int64, at time: Timestamp) throws {
    try connection.run(
      "UPDATE badges_badges SET retired_at = ?2 WHERE badge = ?1 AND retired_at IS NULL", .integer(number), .time(time))
    try connection.run("DELETE FROM badges_progress WHERE badge = ?1", .integer(number))
  }

  func has(_ user: UserID, _ number: Int64) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM badges_awards WHERE user_id = ?1 AND badge = ?2", .id(user), .integer(number)
    ) { _ in true } ?? false
  }

  /// - Returns: whether it is new; false where the user has it already.
  func award(_ number: Int64, to user: UserID, at time: Timestamp, by shake: ShakeID?) throws -> Bool {
    try connection.run(
      """
      INSERT INTO badges_awards (user_id, badge, awarded_at, shake) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (user_id, badge) DO NOTHING
      """, .id(user), .integer(number), .time(time), shake.map(Value.id) ?? .null)
    let isNew = connection.changes == 1
    if isNew { try connection.tell("badge.awarded", of: Self.subject(number), user: user) }
    try connection.run(
      "DELETE FROM badges_progress WHERE user_id = ?1 AND badge = ?2", .id(user), .integer(number))
    return isNew
  }

  /// - Returns: whether the user had it.
  func revoke(_ number: Int64, from user: UserID) throws -> Bool {
    try connection.run(
      "DELETE FROM badges_awards WHERE user_id = ?1 AND badge = ?2", .id(user), .integer(number))
    guard connection.changes == 1 else { return false }
    try connection.tell("badge.revoked", of: Self.subject(number), user: user)
    return true
  }

  /// What events of a badge are about: badges have numbers, not ids.
  private static func subject(_ number: Int64) -> EventID { EventID(high: 0, low: UInt64(number)) }

  func holders(of number: Int64) throws -> Int64 {
    try connection.first("SELECT count(*) FROM badges_awards WHERE badge = ?1", .integer(number)) { $0.integer(0) } ?? 0
  }

  /// The awards of a user, by the badge's number.
  func awards(of user: UserID) throws -> [Int64: (at: Timestamp, shake: ShakeID?)] {
    let rows: [(Int64, (at: Timestamp, shake: ShakeID?))] = try connection.rows(
      "SELECT badge, awarded_at, shake FROM badges_awards WHERE user_id = ?1", .id(user)
    ) { ($0.integer(0), (at: $0.time(1), shake: try $0.optionalIdentifier(2))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  private static func read(_ row: Row) throws -> Kept {
    let number = row.integer(5)
    let goal: Badge.Goal
    switch row.integer(4) {
    case 1: goal = .days(number, missed: row.integer(7))
    case 2: goal = .shakes(number)
    case 3: goal = .wins(number)
    case 4: goal = .types(row.text(6).split(separator: " ").map(String.init))
    case 5: goal = .byHand
    case let other: throw StorageError.corrupt("badge \(row.integer(0)) has the goal \(other), which is unknown")
    }
    return (
      row.integer(0),
      Badge(
        name: row.text(1), title: row.text(2), text: row.text(3), goal: goal,
        campaign: try row.optionalIdentifier(8), type: row.optionalText(9),
        isRetired: row.optionalInteger(10) != nil)
    )
  }
}
