internal import CSodium

/// Subkeys of a master key (libsodium's `crypto_kdf`: BLAKE2b, keyed with the master key, salted with the subkey's
/// number, personalised with the context).
package enum KeyDerivation {
  package static let keySize = 32

  /// The subkey with a number, for a purpose.
  /// - Parameters:
  ///   - key: 32 bytes, uniformly random; a passphrase goes through `Argon2id` first.
  ///   - context: Eight ASCII characters that name the purpose.
  ///   - size: 16 to 64 bytes.
  package static func subkey(
    _ number: UInt64, of key: borrowing SecretBytes, context: StaticString, size: Int = 32
  ) -> SecretBytes {
    precondition(key.count == keySize && context.utf8CodeUnitCount == 8 && (16...64).contains(size))
    Sodium.start()
    var subkey = SecretBytes(count: size)
    // It fails only for sizes outside of 16 to 64.
    _ = subkey.withMutablePointer { subkey in
      key.withPointer { key in
        crypto_kdf_derive_from_key(
          subkey, size, number, UnsafeRawPointer(context.utf8Start).assumingMemoryBound(to: CChar.self), key)
      }
    }
    return subkey
  }
}
