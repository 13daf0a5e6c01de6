package import QixKernel
package import QixStorage

/// The beginnings of idempotency keys that modules keep for themselves, as callers' keys are compared with them where
/// they enter: options of commands, lines of files. What modules book themselves isn't compared.
package struct ReservedKeys: Sendable {
  /// As bytes of UTF-8: every line of a file is compared with them.
  private let prefixes: [[UInt8]]

  /// Those of modules that are switched off too: a caller switches them off with a variable of its environment.
  package init(_ registry: Registry) {
    prefixes = registry.catalogue.flatMap { $0.reservedKeys }.map { Array($0.utf8) }
  }

  /// Makes sure that a caller may use a key: that it is no module's, doesn't look like one, and shows all that it is. One
  /// that was used before goes on answering with what came of it then.
  /// - Throws: `CoinsError.reservedKey`, `KeyNotPlain`.
  package func check(_ key: String?, in connection: Connection) throws {
    guard let key else { return }
    try KnownKeys.judge(key, in: connection) {
      if let prefix = prefix(of: key) { throw CoinsError.reservedKey(prefix) }
      try NewKey.check(key)
    }
  }

  /// The prefix that a key begins with, in capitals too.
  private func prefix(of key: String) -> String? {
    var key = key
    let found = key.withUTF8 { bytes in
      prefixes.first { prefix in
        prefix.count <= bytes.count
          && zip(prefix, bytes).allSatisfy { $0 == $1 || (0x41...0x5A).contains($1) && $0 == $1 | 0x20 }
      }
    }
    return found.map { String(decoding: $0, as: UTF8.self) }
  }
}
