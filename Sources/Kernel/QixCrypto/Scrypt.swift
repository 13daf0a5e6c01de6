internal import CSodium

/// scrypt (RFC 7914), from libsodium: for formats of others. Our own passphrases go through `Argon2id`.
package enum Scrypt {
  /// Derives a key.
  /// - Parameters:
  ///   - logN: The logarithm of N, 1 to 30; it takes 128 · r · 2^logN bytes of memory.
  ///   - r: The block size.
  ///   - p: How often it is done.
  /// - Throws: `noMemory`, or `cost` for parameters that scrypt doesn't have.
  package static func derive(
    _ passphrase: borrowing SecretBytes, salt: [UInt8], logN: Int, r: Int = 8, p: Int = 1, size: Int = 32
  ) throws(CryptoError) -> SecretBytes {
    guard (1...30).contains(logN), (1...1_024).contains(r), (1...1_024).contains(p) else {
      throw .cost("scrypt with log N = \(logN), r = \(r), p = \(p)")
    }
    Sodium.start()
    var key = SecretBytes(count: size)
    let result = key.withMutablePointer { key in
      passphrase.withPointer { passphrase, count in
        crypto_pwhash_scryptsalsa208sha256_ll(
          passphrase, count, salt, salt.count, UInt64(1) << logN, UInt32(r), UInt32(p), key, size)
      }
    }
    guard result == 0 else { throw .noMemory(bytes: 128 * r << logN) }
    return key
  }
}
