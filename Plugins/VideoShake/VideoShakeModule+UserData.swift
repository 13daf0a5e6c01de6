internal import IdentityContract
package import QixShake

extension VideoShakeModule: UserDataHolding {
  /// Moves the sessions. One that is open ends: its nonce is bound to the user who began it.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try WatchSession.endOpen(of: user, in: connection)
    try connection.execute("UPDATE videoshake_sessions SET user = \(survivor) WHERE user = \(user)")
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
      uniqueKeysWithValues: try connection.fetchAll("SELECT video, name FROM videoshake_videos") {
        ($0["video"] as Int64, $0["name"] as String)
      })
    let sessions = try connection.fetchAll(
      "SELECT \(sql: WatchSession.columns) FROM videoshake_sessions WHERE user = \(user) ORDER BY id", WatchSession.init
    )
    writer.array("sessions") { writer in
      for session in sessions { writer.value(session.exported(video: names[session.video] ?? "")) }
    }
  }
}

extension WatchSession {
  fileprivate func exported(video: String) -> JSONValue {
    func time(_ time: Timestamp?) -> JSONValue { time.map { .string("\($0)") } ?? .null }
    var object = JSONObject()
    object["session"] = .string("\(id)")
    object["campaign"] = .string("\(campaign)")
    object["video"] = .string(video)
    object["started"] = time(started)
    object["finished"] = time(finished)
    object["watched_milliseconds"] = .array(
      watch.watched.ranges.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) })
    for (quartile, reached) in zip(Quartile.allCases.dropFirst(), quartiles) { object[quartile.name] = time(reached) }
    object["asked"] = time(asked)
    object["answered"] = time(answered)
    object["right"] = isRight.map(JSONValue.bool) ?? .null
    return .object(object)
  }
}
