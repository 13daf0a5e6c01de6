internal import IdentityContract
internal import QixGS1
package import QixShake

extension ScanShakeModule: UserDataHolding {
  /// Moves the scans: what either has scanned counts as scanned.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    try connection.run("UPDATE scanshake_scans SET user_id = ?2 WHERE user_id = ?1", .id(user), .id(survivor))
    return [("scans", Int64(connection.changes))]
  }

  /// Takes away where the scans were made. Which product and which piece stays, under an id that is nobody's: else the
  /// same piece or the same picture would count again.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.run("UPDATE scanshake_scans SET place = NULL WHERE user_id = ?1", .id(user))
  }

  /// Every scan that counted: `scanshake.export/1`.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let scans = try connection.rows(
      "SELECT \(Scan.columns) FROM scanshake_scans WHERE user_id = ?1 ORDER BY shake", .id(user), read: Scan.init)
    writer.beginObject()
    writer.member("schema", "scanshake.export/1")
    writer.objects("scans", of: scans) { writer, scan in
      writer.member("shake", "\(scan.shake)")
      writer.member("campaign", "\(scan.campaign)")
      writer.member("gtin", scan.gtin.short)
      writer.member("batch", orNull: scan.batch)
      writer.member("serial", orNull: scan.serial)
      writer.member("picture_sha256", orNull: scan.picture)
      writer.member("place", orNull: scan.place)
      writer.member("review", scan.review.name)
      writer.member("at", "\(scan.at)")
    }
    writer.endObject()
  }
}
