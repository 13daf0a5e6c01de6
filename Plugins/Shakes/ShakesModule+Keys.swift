package import QixShake

extension ShakesModule: KeyRemembering {
  package static func remembers(_ key: String, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM shakes_shakes WHERE key = \(key)")
  }
}
