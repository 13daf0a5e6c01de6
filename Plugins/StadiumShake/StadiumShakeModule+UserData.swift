internal import IdentityContract
internal import QixCrypto
package import QixShake

extension StadiumShakeModule: UserDataHolding {
  /// Moves the recordings that counted: what either has heard counts as heard.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.execute("UPDATE stadiumshake_hearings SET user_id = \(survivor) WHERE user_id = \(user)")
    return [("hearings", Int64(connection.changes))]
  }

  /// Takes away where the user was. Which recording counted stays, under an id that is nobody's: else it would count
  /// again.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute("UPDATE stadiumshake_hearings SET latitude = NULL, longitude = NULL WHERE user_id = \(user)")
  }

  /// Every recording that counted: `stadiumshake.export/1`.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let rows = try connection.fetchAll(
      """
      SELECT h.shake, h.campaign, e.name, h.slot, h.sound, h.latitude, h.longitude, h.heard_at
      FROM stadiumshake_hearings h JOIN stadiumshake_events e ON e.event = h.event
      WHERE h.user_id = \(user) ORDER BY h.shake
      """
    ) { row in
      var object = JSONObject()
      object["shake"] = .string("\(try row["shake"] as ShakeID)")
      object["campaign"] = .string("\(try row["campaign"] as CampaignID)")
      object["event"] = .string(row["name"])
      object["slot"] = .integer(row["slot"])
      object["recording_sha256"] = Hash256(row["sound"]).map { .string("\($0)") } ?? .null
      object["latitude"] = (row["latitude"] as Int64?).map { .double(Double($0) / 1_000) } ?? .null
      object["longitude"] = (row["longitude"] as Int64?).map { .double(Double($0) / 1_000) } ?? .null
      object["at"] = .string("\(row["heard_at"] as Timestamp)")
      return object
    }
    writer.array("recordings") { writer in for row in rows { writer.value(.object(row)) } }
  }
}
