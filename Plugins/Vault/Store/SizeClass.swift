internal import QixCrypto

/// A secret's length as seen from outside: 64 bytes, 256, 1 KiB, 4 KiB, 16 KiB, and above that multiples of 16 KiB.
enum SizeClass {
  /// Bytes that a secret may have at most.
  static let limit = 1 << 20

  private static let small = [64, 256, 1_024, 4_096]
  private static let large = 16_384

  static func pad(_ secret: borrowing SecretBytes) -> SecretBytes {
    let count = secret.count
    // The padding is at least one byte long.
    return Padding.pad(secret, toMultipleOf: small.first { count < $0 } ?? large)
  }

  /// Nil for what no secret was padded to.
  static func unpad(_ padded: borrowing SecretBytes) -> SecretBytes? {
    let count = padded.count
    return Padding.unpad(padded, multipleOf: small.contains(count) ? count : large)
  }
}
