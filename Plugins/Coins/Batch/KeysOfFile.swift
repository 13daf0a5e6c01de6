internal import CoinsContract
internal import QixCrypto

/// Finds a key that a file uses twice for different operations, before the first of them is done.
///
/// Only so many keys are remembered that a file of any length is checked in the same memory, some 25 MB; what comes
/// behind them is found when it is done, as everything was that another file had used. Users who are yet to be made are
/// one to the check, so lines that differ in them alone are found then, too.
struct KeysOfFile {
  /// Half of 2²⁰: a table of 24 bytes for each place.
  static let most = 1 << 19

  /// 16 bytes of a digest: nobody finds two keys with one.
  private struct Digest: Hashable {
    let high: UInt64
    let low: UInt64
  }

  /// Bodies by their keys. Of a body eight bytes are enough: what they fail to tell apart is found later.
  private var bodies: [Digest: UInt64] = [:]
  private var scratch = ByteBuffer()

  /// - Throws: `CoinsError.keyConflict`.
  mutating func add(_ operation: Operation) throws {
    guard let key = operation.key else { return }
    var hasher = SHA256()
    hasher.update(key)
    let bytes: [UInt8] = hasher.finish()
    let digest = Digest(high: Self.number(bytes[..<8]), low: Self.number(bytes[8..<16]))
    let body = Fingerprint(operation, scratch: &scratch).withBytes { Self.number($0[..<8]) }
    if let first = bodies[digest] {
      guard first == body else { throw CoinsError.keyConflict(key) }
    } else if bodies.count < Self.most {
      bodies[digest] = body
    }
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
