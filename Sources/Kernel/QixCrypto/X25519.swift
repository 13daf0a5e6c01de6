internal import CSodium

/// The Diffie-Hellman function X25519 (RFC 7748), from libsodium. A private key is 32 random bytes.
package enum X25519 {
  package static let keySize = 32

  package static func publicKey(of privateKey: borrowing SecretBytes) -> [UInt8] {
    precondition(privateKey.count == keySize)
    Sodium.start()
    var publicKey = [UInt8](repeating: 0, count: keySize)
    // It can't fail.
    _ = privateKey.withPointer { crypto_scalarmult_curve25519_base(&publicKey, $0) }
    return publicKey
  }

  /// Returns the secret that both sides share, or nil when the other side's key is a point of low order: then the
  /// result is zeros whatever our key is, and no secret (RFC 7748 §6.1).
  /// - Parameter publicKey: 32 bytes.
  package static func sharedSecret(_ privateKey: borrowing SecretBytes, _ publicKey: [UInt8]) -> SecretBytes? {
    precondition(privateKey.count == keySize && publicKey.count == keySize)
    Sodium.start()
    var secret = SecretBytes(count: keySize)
    let result = secret.withMutablePointer { secret in
      privateKey.withPointer { crypto_scalarmult_curve25519(secret, $0, publicKey) }
    }
    guard result == 0, !secret.isZero else { return nil }
    return secret
  }
}
