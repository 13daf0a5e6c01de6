package import QixModule

extension RewardsModule: KeyRemembering {
  package static func remembers(_ key: String, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM rewards_redemptions WHERE key = \(key)")
  }
}
