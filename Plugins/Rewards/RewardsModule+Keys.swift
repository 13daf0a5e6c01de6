package import QixModule

extension RewardsModule: KeyRemembering {
  package static func remembers(_ key: String, in connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM rewards_redemptions WHERE key = ?1", .text(key)) { _ in true } ?? false
  }
}
