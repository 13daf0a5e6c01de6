internal import IdentityContract
package import QixModule

extension BadgesModule: UserDataHolding {
  /// A badge that either id had stays, since the earlier of the two; progress of both adds up.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    let (store, progress) = (BadgeStore(connection), ProgressStore(connection: connection))
    try connection.execute(
      """
      INSERT INTO badges_awards (user_id, badge, awarded_at, shake)
      SELECT \(survivor), badge, awarded_at, shake FROM badges_awards WHERE user_id = \(user)
      ON CONFLICT (user_id, badge) DO UPDATE SET awarded_at = excluded.awarded_at, shake = excluded.shake
        WHERE excluded.awarded_at < badges_awards.awarded_at
      """)
    try connection.execute("DELETE FROM badges_awards WHERE user_id = \(user)")
    let moved = connection.changes
    let (theirs, own) = (try progress.all(of: user), try progress.all(of: survivor))
    try connection.execute("DELETE FROM badges_progress WHERE user_id = \(user)")
    for (number, badge) in try store.all() {
      let both = [theirs[number], own[number]].compactMap { $0 }
      guard let first = both.first else { continue }
      guard try !store.has(survivor, number) else {
        try connection.execute("DELETE FROM badges_progress WHERE user_id = \(survivor) AND badge = \(number)")
        continue
      }
      let joined = both.dropFirst().reduce(first) { Progress.joined($0, $1, badge.goal) }
      if joined.count >= badge.goal.number {
        _ = try store.award(number, to: survivor, at: context.clock.now(), by: nil)
      } else {
        try progress.put(joined, of: survivor, number)
      }
    }
    return [("badges", Int64(moved))]
  }

  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute("DELETE FROM badges_progress WHERE user_id = \(user)")
    try connection.execute("DELETE FROM badges_awards WHERE user_id = \(user)")
  }

  /// The badges that the user has and is on the way to.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let store = BadgeStore(connection)
    let (awards, progress) = (try store.awards(of: user), try ProgressStore(connection: connection).all(of: user))
    let badges = try store.all().filter { number, _ in awards[number] != nil || progress[number] != nil }
    writer.array("badges", of: badges) { writer, entry in
      let (number, badge) = entry
      writer.member("badge", badge.name)
      if let award = awards[number] {
        writer.member("awarded_at", text: award.at)
      } else if let progress = progress[number] {
        writer.member("count", progress.count)
        writer.member("of", badge.goal.number)
      }
    }
  }
}
