package import QixKernel
package import QixStorage

/// A module that remembers what was done under idempotency keys, for ever.
package protocol KeyRemembering: Module {
  /// Whether something was done under a key.
  static func remembers(_ key: String, in connection: Connection) throws -> Bool
}

extension Registry {
  /// Whether any module has done something under a key.
  package func remembers(_ key: String, in connection: Connection) throws -> Bool {
    for case let module as any KeyRemembering.Type in modules where try module.remembers(key, in: connection) {
      return true
    }
    return false
  }
}
