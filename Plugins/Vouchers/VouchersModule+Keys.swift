package import QixModule

extension VouchersModule: KeyRemembering {
  package static func remembers(_ key: String, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM vouchers_uses WHERE key = \(key)")
  }
}
