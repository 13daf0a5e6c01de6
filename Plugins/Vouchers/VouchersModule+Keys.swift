package import QixModule

extension VouchersModule: KeyRemembering {
  package static func remembers(_ key: String, in connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM vouchers_uses WHERE key = ?1", .text(key)) { _ in true } ?? false
  }
}
