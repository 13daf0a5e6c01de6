internal import QixGS1
internal import QixShake

/// A serial number that a brand has put on one piece of a product, as an operator has imported it.
enum Serial {
  /// - Returns: whether it wasn't there.
  static func add(_ serial: String, of gtin: GTIN, in connection: Connection) throws -> Bool {
    try connection.execute(
      """
      INSERT INTO scanshake_serials (gtin, serial) VALUES (\(gtin.digits), \(serial))
      ON CONFLICT (gtin, serial) DO NOTHING
      """)
    return connection.changes > 0
  }

  static func isListed(_ serial: String, of gtin: GTIN, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM scanshake_serials WHERE gtin = \(gtin.digits) AND serial = \(serial)")
  }

  static func areThere(in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM scanshake_serials LIMIT 1")
  }

  static func count(of gtin: GTIN, in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT count(*) FROM scanshake_serials WHERE gtin = \(gtin.digits)") ?? 0
  }
}
