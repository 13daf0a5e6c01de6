internal import IdentityContract
internal import QixGS1
package import QixShake

extension ScanShakeModule: UserDataHolding {
  /// Moves the scans: what either has scanned counts as scanned.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.execute("UPDATE scanshake_scans SET user_id = \(survivor) WHERE user_id = \(user)")
    return [("scans", Int64(connection.changes))]
  }

  /// Takes away where the scans were made. Which product and which piece stays, under an id that is nobody's: else the
  /// same piece or the same picture would count again.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute("UPDATE scanshake_scans SET place = NULL WHERE user_id = \(user)")
  }

  /// Every scan that counted: `scanshake.export/1`.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let scans = try connection.fetchAll(
      "SELECT \(sql: Scan.columns) FROM scanshake_scans WHERE user_id = \(user) ORDER BY shake", Scan.init)
    writer.array("scans", of: scans) { writer, scan in
      writer.member("shake", text: scan.shake)
      writer.member("campaign", text: scan.campaign)
      writer.member("gtin", scan.gtin.short)
      writer.member("batch", scan.batch)
      writer.member("serial", scan.serial)
      writer.member("picture_sha256", text: scan.picture)
      writer.member("place", scan.place)
      writer.member("review", scan.review.name)
      writer.member("at", text: scan.at)
    }
  }
}
