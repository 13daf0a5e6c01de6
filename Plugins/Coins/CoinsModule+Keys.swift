package import QixModule

extension CoinsModule: KeyRemembering {
  package static func remembers(_ key: String, in connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM coins_transfers WHERE key = ?1", .text(key)) { _ in true } ?? false
  }
}
