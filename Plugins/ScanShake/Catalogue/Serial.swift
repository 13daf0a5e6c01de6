internal import QixGS1
internal import QixShake

/// A serial number that a brand has put on one piece of a product, as an operator has imported it.
enum Serial {
  /// - Returns: whether it wasn't there.
  static func add(_ serial: String, of gtin: GTIN, in connection: Connection) throws -> Bool {
    try connection.run(
      "INSERT INTO scanshake_serials (gtin, serial) VALUES (?1, ?2) ON CONFLICT (gtin, serial) DO NOTHING",
      .text(gtin.digits), .text(serial))
    return connection.changes > 0
  }

  static func isListed(_ serial: String, of gtin: GTIN, in connection: Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM scanshake_serials WHERE gtin = ?1 AND serial = ?2", .text(gtin.digits), .text(serial)
    ) { _ in true } ?? false
  }

  static func areThere(in connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM scanshake_serials LIMIT 1") { _ in true } ?? false
  }

  static func count(of gtin: GTIN, in connection: Connection) throws -> Int64 {
    try connection.first("SELECT count(*) FROM scanshake_serials WHERE gtin = ?1", .text(gtin.digits)) {
      $0.integer(0)
    } ?? 0
  }
}
