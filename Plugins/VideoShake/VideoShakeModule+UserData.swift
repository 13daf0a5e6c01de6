internal import IdentityContract
package import QixShake

extension VideoShakeModule: UserDataHolding {
  /// Moves the sessions. One that is open ends: its nonce is bound to the user who began it.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try WatchSession.endOpen(of: user, in: connection)
    try connection.run("UPDATE videoshake_sessions SET user = ?2 WHERE user = ?1", .id(user), .id(survivor))
    return [("watch_sessions", Int64(connection.changes))]
  }

  /// Ends what is open. Sessions hold nothing that leads to a person: times, positions, whether a question was answered
  /// rightly.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try WatchSession.endOpen(of: user, in: connection)
  }

  /// Every session, with what was watched: `videoshake.export/1`.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let names = Dictionary(
      uniqueKeysWithValues: try connection.rows("SELECT video, name FROM videoshake_videos") {
        ($0.integer(0), $0.text(1))
      })
    let sessions = try connection.rows(
      "SELECT \(WatchSession.columns) FROM videoshake_sessions WHERE user = ?1 ORDER BY id", .id(user),
      read: WatchSession.init)
    writer.beginObject()
    writer.member("schema", "videoshake.export/1")
    writer.objects("sessions", of: sessions) { writer, session in
      writer.member("session", "\(session.id)")
      writer.member("campaign", "\(session.campaign)")
      writer.member("video", names[session.video] ?? "")
      writer.member("started", "\(session.started)")
      writer.member("finished", orNull: session.finished)
      writer.array("watched_milliseconds", of: session.watch.watched.ranges) { writer, range in
        writer.value(.array([.integer(range.lowerBound), .integer(range.upperBound)]))
      }
      for (quartile, reached) in zip(Quartile.allCases.dropFirst(), session.quartiles) {
        writer.member(quartile.name, orNull: reached)
      }
      writer.member("asked", orNull: session.asked)
      writer.member("answered", orNull: session.answered)
      writer.key("right")
      writer.value(session.isRight.map(JSONValue.bool) ?? .null)
    }
    writer.endObject()
  }
}
