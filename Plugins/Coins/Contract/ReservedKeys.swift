package import QixKernel
package import QixStorage

/// The beginnings of idempotency keys that modules keep for themselves, as callers' keys are compared with them where
/// they enter: options of commands, lines of files. What modules book themselves isn't compared.
package struct ReservedKeys: Sendable {
  /// As bytes of UTF-8: every line of a file is compared with them.
  private let prefixes: [[UInt8]]
  /// The bytes that prefixes begin with, a bit each: nearly all keys begin with none of them.
  private let firsts: (UInt64, UInt64)

  /// Those of modules that are switched off too: a caller switches them off with a variable of its environment.
  package init(_ registry: Registry) {
    prefixes = registry.catalogue.flatMap { $0.reservedKeys }.map { Array($0.utf8) }
    firsts = prefixes.reduce(into: (0, 0)) { firsts, prefix in
      guard let byte = prefix.first else { return }
      if byte < 64 { firsts.0 |= 1 << UInt64(byte) } else { firsts.1 |= 1 << UInt64(byte & 63) }
    }
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
    let found = key.withUTF8 { bytes -> [UInt8]? in
      guard let byte = bytes.first, mayBegin(with: byte) else { return nil }
      return prefixes.first { prefix in
        prefix.count <= bytes.count
          && zip(prefix, bytes).allSatisfy { $0 == $1 || (0x41...0x5A).contains($1) && $0 == $1 | 0x20 }
      }
    }
    return found.map { String(decoding: $0, as: UTF8.self) }
  }

  private func mayBegin(with byte: UInt8) -> Bool {
    func isFirst(_ byte: UInt8) -> Bool { (byte < 64 ? firsts.0 : firsts.1) >> UInt64(byte & 63) & 1 == 1 }
    return isFirst(byte) || isFirst(byte | 0x20)
  }
}
