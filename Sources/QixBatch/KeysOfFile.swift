internal import QixCrypto

/// Finds a key that a file uses twice for different things, before the first of them is done.
///
/// Only so many keys are remembered that a file of any length is checked in the same memory, some 25 MB; what comes
/// behind them is found when it is done, as everything was that another file had used.
package struct KeysOfFile {
  /// Half of 2²⁰: a table of 24 bytes for each place.
  static let most = 1 << 19

  private let hasher = SipHash()
  /// Bodies by their keys. Of a body eight bytes are enough: what they fail to tell apart is found later.
  private var bodies: [SipHash.Hash: UInt64] = [:]

  package init() {}

  /// - Parameter body: a digest of what the key stands for, of at least eight bytes; its first eight count.
  /// - Returns: whether the key is new, or stands for the same as before.
  package mutating func add(_ key: String, body: UnsafeRawBufferPointer) -> Bool {
    let key = hasher.hash(key)
    let body = body.loadUnaligned(as: UInt64.self)
    if let first = bodies[key] { return first == body }
    if bodies.count < Self.most { bodies[key] = body }
    return true
  }
}
