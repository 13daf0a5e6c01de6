package import QixModule

extension CoinsModule: KeyRemembering {
  package static func remembers(_ key: String, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM coins_transfers WHERE key = \(key)")
  }
}
