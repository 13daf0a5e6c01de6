internal import IdentityContract
internal import QixCrypto
package import QixShake

extension StadiumShakeModule: UserDataHolding {
  /// Moves the recordings that counted: what either has heard counts as heard.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.run("UPDATE stadiumshake_hearings SET user_id = ?2 WHERE user_id = ?1", .id(user), .id(survivor))
    return [("hearings", Int64(connection.changes))]
  }

  /// Takes away where the user was. Which recording counted stays, under an id that is nobody's: else it would count
  /// again.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.run(
      "UPDATE stadiumshake_hearings SET latitude = NULL, longitude = NULL WHERE user_id = ?1", .id(user))
  }

  /// Every recording that counted: `stadiumshake.export/1`.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let rows = try connection.rows(
      """
      SELECT h.shake, h.campaign, e.name, h.slot, h.sound, h.latitude, h.longitude, h.heard_at
      FROM stadiumshake_hearings h JOIN stadiumshake_events e ON e.event = h.event
      WHERE h.user_id = ?1 ORDER BY h.shake
      """, .id(user)
    ) { row in
      var object = JSONObject()
      object["shake"] = .string("\(try row.identifier(0, ShakeTag.self))")
      object["campaign"] = .string("\(try row.identifier(1, CampaignTag.self))")
      object["event"] = .string(row.text(2))
      object["slot"] = .integer(row.integer(3))
      object["recording_sha256"] = Hash256(row.blob(4)).map { .string("\($0)") } ?? .null
      object["latitude"] = row.optionalInteger(5).map { .double(Double($0) / 1_000) } ?? .null
      object["longitude"] = row.optionalInteger(6).map { .double(Double($0) / 1_000) } ?? .null
      object["at"] = .string("\(row.time(7))")
      return object
    }
    writer.beginObject()
    writer.member("schema", "stadiumshake.export/1")
    writer.array("recordings", of: rows) { $0.value(.object($1)) }
    writer.endObject()
  }
}
