package import QixShake

extension ShakesModule: KeyRemembering {
  package static func remembers(_ key: String, in connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM shakes_shakes WHERE key = ?1", .text(key)) { _ in true } ?? false
  }
}
