package import QixStorage

/// Says whether something was done under an idempotency key before.
package enum KnownKeys {
  package static func contains(_ key: String?, in connection: Connection) throws -> Bool {
    guard let key else { return false }
    // Asked with each redemption and shake: the text is always the same, so that it isn't put together.
    let statement = try connection.statement("SELECT 1 FROM coins_transfers WHERE key = ?1")
    statement.bind(key, at: 1)
    return try statement.first { _ in true } ?? false
  }

  /// Asks a rule of what is new: what was done under its key before is answered as it was then, and not judged again.
  package static func judge(_ key: String?, in connection: Connection, by rule: () throws -> Void) throws {
    do {
      try rule()
    } catch {
      guard try contains(key, in: connection) else { throw error }
    }
  }
}
