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

  /// Makes sure that a caller may use a key. One that was used before any module had reserved it goes on answering with
  /// what came of it then.
  /// - Throws: `CoinsError.reservedKey`.
  package func check(_ key: String?, in connection: Connection) throws {
    guard let key, let prefix = prefix(of: key) else { return }
    let statement = try connection.statement("SELECT 1 FROM coins_transfers WHERE key = ?1")
    statement.bind(key, at: 1)
    guard try statement.first({ _ in true }) ?? false else { throw CoinsError.reservedKey(prefix) }
  }

  private func prefix(of key: String) -> String? {
    var key = key
    let found = key.withUTF8 { bytes in
      prefixes.first { $0.count <= bytes.count && bytes[..<$0.count].elementsEqual($0) }
    }
    return found.map { String(decoding: $0, as: UTF8.self) }
  }
}
