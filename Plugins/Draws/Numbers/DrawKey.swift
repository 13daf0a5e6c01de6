internal import QixCrypto

/// A secret that numbers follow from: each of a message is as likely as any other, and a holder of the secret computes
/// the same (docs/draws.md).
struct DrawKey: ~Copyable, Sendable {
  private let key: HMACSHA256.Key

  init(_ secret: borrowing SecretBytes) { key = HMACSHA256.Key(secret) }

  /// Beyond, every second word or more could be useless.
  static let bounds: ClosedRange<UInt64> = 1...(1 << 63)

  /// The number of a message.
  ///
  /// HMAC-SHA-256 of the message is four words of eight bytes, the greatest first. The first below 2⁶⁴ − (2⁶⁴ mod
  /// bound) gives the number, modulo the bound; those above would favour small numbers. Are the four used up, the HMAC
  /// of the message and a counter of four bytes, from 1 on, brings four more. Each word will do with a chance of two
  /// thirds or more, so that a counter beyond 100 will never occur.
  borrowing func number(below bound: UInt64, of message: UnsafeRawBufferPointer) -> UInt64 {
    precondition(Self.bounds.contains(bound))
    // 2⁶⁴ mod bound, of which 2⁶⁴ itself has no place in a word.
    let excess = (UInt64.max % bound + 1) % bound
    let greatest = UInt64.max - excess
    var counter: UInt32 = 0
    while true {
      let words = words(message, counter)
      if words.0 <= greatest { return words.0 % bound }
      if words.1 <= greatest { return words.1 % bound }
      if words.2 <= greatest { return words.2 % bound }
      if words.3 <= greatest { return words.3 % bound }
      counter += 1
    }
  }

  private typealias Words = (UInt64, UInt64, UInt64, UInt64)

  private borrowing func words(_ message: UnsafeRawBufferPointer, _ counter: UInt32) -> Words {
    var tag: Words = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &tag) { tag in
      guard counter > 0 else { return key.mac(message, into: tag) }
      withUnsafeBytes(of: counter.bigEndian) { key.mac(message, $0, into: tag) }
    }
    return (UInt64(bigEndian: tag.0), UInt64(bigEndian: tag.1), UInt64(bigEndian: tag.2), UInt64(bigEndian: tag.3))
  }
}
