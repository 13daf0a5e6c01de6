internal import QixCrypto

/// Finds a key that a file uses twice for different things, before the first of them is done.
///
/// Only so many keys are remembered that a file of any length is checked in the same memory, some 25 MB; what comes
/// behind them is found when it is done, as everything was that another file had used.
package struct KeysOfFile {
  /// Half of 2²⁰: a table of 24 bytes for each place.
  static let most = 1 << 19

  /// 16 bytes of a digest: nobody finds two keys with one.
  private struct Digest: Hashable {
    let high: UInt64
    let low: UInt64
  }

  /// Bodies by their keys. Of a body eight bytes are enough: what they fail to tell apart is found later.
  private var bodies: [Digest: UInt64] = [:]

  package init() {}

  /// - Parameter body: a digest of what the key stands for; its first eight bytes count.
  /// - Returns: whether the key is new, or stands for the same as before.
  package mutating func add(_ key: String, body: UnsafeRawBufferPointer) -> Bool {
    var hasher = SHA256()
    hasher.update(key)
    let bytes: [UInt8] = hasher.finish()
    let digest = Digest(high: Self.number(bytes[..<8]), low: Self.number(bytes[8..<16]))
    let body = Self.number(body[..<8])
    if let first = bodies[digest] { return first == body }
    if bodies.count < Self.most { bodies[digest] = body }
    return true
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
