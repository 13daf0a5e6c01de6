internal import CSodium

/// Signatures with Ed25519 (RFC 8032), from libsodium.
package enum Ed25519 {
  package static let seedSize = 32
  package static let publicKeySize = 32
  package static let signatureSize = 64

  /// A key that signs, made of a seed of 32 random bytes: the seed is what to store.
  package struct SigningKey: ~Copyable {
    package let publicKey: [UInt8]
    private let key: SecretBytes

    package init(seed: borrowing SecretBytes) {
      precondition(seed.count == seedSize)
      Sodium.start()
      var publicKey = [UInt8](repeating: 0, count: publicKeySize)
      var key = SecretBytes(count: 64)
      _ = key.withMutablePointer { key in
        seed.withPointer { crypto_sign_seed_keypair(&publicKey, key, $0) }
      }
      self.publicKey = publicKey
      self.key = key
    }

    package borrowing func sign(_ message: [UInt8]) -> [UInt8] {
      var signature = [UInt8](repeating: 0, count: signatureSize)
      _ = key.withPointer { crypto_sign_detached(&signature, nil, message, UInt64(message.count), $0) }
      return signature
    }
  }

  /// Whether the signature is the key's over this message. Signatures with S beyond the group's order, and keys of low
  /// order, are refused.
  package static func isSignature(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
    guard signature.count == signatureSize, publicKey.count == publicKeySize else { return false }
    Sodium.start()
    return crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
  }
}
