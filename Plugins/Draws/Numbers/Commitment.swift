internal import QixCrypto

/// The commitment to a secret, which is published before it is used: BLAKE2b-256 of its 32 bytes.
enum Commitment {
  static func to(_ secret: borrowing SecretBytes) -> Hash256 {
    secret.withUnsafeBytes { of($0) }
  }

  static func to(_ secret: [UInt8]) -> Hash256 {
    secret.withUnsafeBytes { of($0) }
  }

  private static func of(_ secret: UnsafeRawBufferPointer) -> Hash256 {
    var digest = Hash256()
    digest.withUnsafeMutableBytes { BLAKE2b.hash(secret, into: $0) }
    return digest
  }
}
