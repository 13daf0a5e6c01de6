internal import IdentityContract
package import QixModule

extension NoticesModule: UserDataHolding {
  /// Notices, keys and choices go to the survivor, whose own choices stay. What both were told of is kept once.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.execute(
      """
      UPDATE notices_notices SET user = \(survivor) WHERE user = \(user) AND NOT EXISTS (
        SELECT 1 FROM notices_notices AS o
        WHERE o.user = \(survivor) AND o.kind = notices_notices.kind AND o.source = notices_notices.source)
      """)
    let notices = Int64(connection.changes)
    try connection.execute("UPDATE notices_keys SET user = \(survivor) WHERE user = \(user)")
    // Both are one person, who chose once.
    try connection.execute(
      """
      UPDATE notices_choices SET user = \(survivor) WHERE user = \(user)
        AND kind NOT IN (SELECT kind FROM notices_choices WHERE user = \(survivor))
      """)
    try connection.execute(
      """
      INSERT INTO notices_users (user, quiet_from, quiet_until, language)
      SELECT \(survivor), quiet_from, quiet_until, language FROM notices_users WHERE user = \(user)
      ON CONFLICT (user) DO UPDATE SET quiet_from = coalesce(quiet_from, excluded.quiet_from),
        quiet_until = coalesce(quiet_until, excluded.quiet_until), language = coalesce(language, excluded.language)
      """)
    try erase(user, in: connection, context: context)
    return notices == 0 ? [] : [("notices", notices)]
  }

  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try Notice.removeAll(of: user, in: connection)
    for table in ["notices_choices", "notices_users", "notices_keys"] {
      try connection.execute("DELETE FROM \(sql: table) WHERE user = \(user)")
    }
  }

  /// The user's notices and choices: `notices.export/1`.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let notices = try connection.fetchAll(
      "SELECT \(sql: Notice.columns) FROM notices_notices AS n WHERE n.user = \(user) ORDER BY n.id", Notice.init)
    try writer.array("notices", of: notices) { writer, notice in
      writer.member("notice", text: notice.id)
      writer.member("kind", notice.kind)
      writer.member("at", "\(notice.id.created)")
      writer.member("read", text: notice.read)
      writer.array("messages", of: try Delivery.all(of: notice.id, in: connection)) { writer, delivery in
        writer.member("by", delivery.way.name)
        writer.member("state", delivery.state.name)
        writer.member("ended", text: delivery.ended)
      }
    }
    let choices = try connection.fetchAll("SELECT kind, ways, chosen_at FROM notices_choices WHERE user = \(user)") {
      (kind: $0["kind"] as String, ways: NoticeWays(rawValue: $0["ways"]), at: $0["chosen_at"] as Timestamp)
    }
    writer.array("choices", of: choices) { writer, choice in
      writer.member("kind", choice.kind)
      writer.member("by", NoticeWays.named.filter { choice.ways.contains($0.way) }.map(\.name).joined(separator: ","))
      writer.member("chosen", "\(choice.at)")
    }
    let own = Choices(connection)
    if case .own(let hours) = try own.quiet(of: user) { writer.member("quiet", "\(hours)") }
  }
}
