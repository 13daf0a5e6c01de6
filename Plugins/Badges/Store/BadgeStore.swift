internal import QixDefinitions
internal import QixShake

/// Badges and their holders in the database.
struct BadgeStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  typealias Kept = (number: Int64, badge: Badge)

  private static let columns =
    "badge, name, title, text, texts, picture, goal, number, types, missed, campaign, type, retired_at"

  /// In the order in which they were made.
  func all() throws -> [Kept] {
    try connection.fetchAll("SELECT \(sql: Self.columns) FROM badges_badges ORDER BY badge", Self.read)
  }

  /// Badges that shakes lead to now. Asked for with every shake.
  func live() throws -> [Kept] { try connection.fetchAll(Self.live, Self.read) }

  private static let live: SQL =
    "SELECT \(sql: columns) FROM badges_badges WHERE retired_at IS NULL AND goal < 5 ORDER BY badge"

  func find(_ name: String) throws -> Kept? {
    try connection.fetchOne("SELECT \(sql: Self.columns) FROM badges_badges WHERE name = \(name)", Self.read)
  }

  /// - Throws: `badges.not-found`.
  func require(_ name: String) throws -> Kept {
    guard let found = try find(name) else { throw try missing(name) }
    return found
  }

  /// The failure of a command that names a badge that isn't there.
  func missing(_ name: String) throws -> Failure {
    let names: [String] = try connection.fetchAll("SELECT name FROM badges_badges LIMIT 10000")
    let near = Suggestion.best(for: name, among: names)
    return Failure(
      "badges.not-found", .notFound, "there is no badge '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
      hint: "List the badges with `qix badge list`.")
  }

  /// - Throws: `badges.exists`.
  func insert(_ badge: Badge, at time: Timestamp) throws {
    guard try find(badge.name) == nil else {
      throw Failure(
        "badges.exists", .conflict, "badge '\(badge.name)' already exists",
        hint: "See it with `qix badge show \(badge.name)`.")
    }
    let (goal, missed, types): (Int64, Int64, String?) =
      switch badge.goal {
      case .days(_, let missed): (1, missed, nil)
      case .shakes: (2, 0, nil)
      case .wins: (3, 0, nil)
      case .types(let types): (4, 0, types.joined(separator: " "))
      case .byHand: (5, 0, nil)
      }
    try connection.execute(
      """
      INSERT INTO badges_badges
        (badge, name, title, text, texts, picture, goal, number, types, missed, campaign, type, created_at)
      VALUES ((SELECT coalesce(max(badge), 0) + 1 FROM badges_badges), \(badge.name), \(badge.title), \(badge.text),
        \(badge.texts?.json.text()), \(badge.picture), \(goal), \(badge.goal.number), \(types), \(missed),
        \(badge.campaign), \(badge.type), \(time))
      """)
  }

  func retire(_ number: Int64, at time: Timestamp) throws {
    try connection.execute(
      "UPDATE badges_badges SET retired_at = \(time) WHERE badge = \(number) AND retired_at IS NULL")
    try connection.execute("DELETE FROM badges_progress WHERE badge = \(number)")
  }

  func has(_ user: UserID, _ number: Int64) throws -> Bool {
    try connection.has("SELECT 1 FROM badges_awards WHERE user_id = \(user) AND badge = \(number)")
  }

  /// - Returns: whether it is new; false where the user has it already.
  func award(_ number: Int64, to user: UserID, at time: Timestamp, by shake: ShakeID?) throws -> Bool {
    try connection.execute(
      """
      INSERT INTO badges_awards (user_id, badge, awarded_at, shake) VALUES (\(user), \(number), \(time), \(shake))
      ON CONFLICT (user_id, badge) DO NOTHING
      """)
    let isNew = connection.changes == 1
    if isNew { try connection.tell("badge.awarded", of: Self.subject(number), user: user) }
    try connection.execute("DELETE FROM badges_progress WHERE user_id = \(user) AND badge = \(number)")
    return isNew
  }

  /// - Returns: whether the user had it.
  func revoke(_ number: Int64, from user: UserID) throws -> Bool {
    try connection.execute("DELETE FROM badges_awards WHERE user_id = \(user) AND badge = \(number)")
    guard connection.changes == 1 else { return false }
    try connection.tell("badge.revoked", of: Self.subject(number), user: user)
    return true
  }

  /// What events of a badge are about: badges have numbers, not ids.
  private static func subject(_ number: Int64) -> EventID { EventID(high: 0, low: UInt64(number)) }

  func holders(of number: Int64) throws -> Int64 {
    try connection.fetchOne("SELECT count(*) FROM badges_awards WHERE badge = \(number)") ?? 0
  }

  /// The awards of a user, by the badge's number.
  func awards(of user: UserID) throws -> [Int64: (at: Timestamp, shake: ShakeID?)] {
    let rows: [(Int64, (at: Timestamp, shake: ShakeID?))] = try connection.fetchAll(
      "SELECT badge, awarded_at, shake FROM badges_awards WHERE user_id = \(user)"
    ) { ($0["badge"] as Int64, (at: $0["awarded_at"] as Timestamp, shake: try $0["shake"])) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  private static func read(_ row: Row) throws -> Kept {
    let number: Int64 = row["number"]
    let goal: Badge.Goal
    switch row["goal"] as Int64 {
    case 1: goal = .days(number, missed: row["missed"])
    case 2: goal = .shakes(number)
    case 3: goal = .wins(number)
    case 4: goal = .types((row["types"] as String).split(separator: " ").map(String.init))
    case 5: goal = .byHand
    case let other: throw StorageError.corrupt("badge \(row["badge"] as Int64) has the goal \(other), which is unknown")
    }
    return (
      row["badge"] as Int64,
      Badge(
        name: row["name"], title: row["title"], text: row["text"],
        texts: try InLanguages.stored(row["texts"]), picture: row["picture"], goal: goal,
        campaign: try row["campaign"], type: row["type"], isRetired: (row["retired_at"] as Int64?) != nil)
    )
  }
}
