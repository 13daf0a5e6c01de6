internal import CSodium

/// Argon2id (RFC 9106) with one lane, from libsodium: keys from passphrases, and hashes of short codes.
package enum Argon2id {
  /// The time and memory that a guess costs.
  package struct Cost: Hashable, Sendable {
    /// Passes over the memory, t.
    package var passes: Int
    /// In bytes, m; whole KiB count.
    package var memory: Int

    package init(passes: Int, memory: Int) {
      self.passes = passes
      self.memory = memory
    }

    /// The problem for libsodium: it takes 1 pass and 8 KiB at least; 2^31 KiB at most, which no machine here has.
    var problem: String? {
      if !(1...0x7FFF_FFFF).contains(passes) { return "\(passes) passes" }
      if !(8_192...0x1FF_FFFF_FC00).contains(memory) { return "\(memory) bytes of memory" }
      return nil
    }
  }

  /// Bytes of a salt.
  package static let saltSize = 16

  /// Derives a key of 16 bytes or more. It takes as long as the cost says: about half a second for a vault.
  /// - Parameter salt: 16 bytes.
  /// - Throws: `noMemory`, or `cost` for parameters that Argon2id doesn't have. Whether they are strong enough, and not
  ///   beyond what the machine should bear, is the caller's to ask before.
  package static func derive(
    _ passphrase: borrowing SecretBytes, salt: [UInt8], cost: Cost, size: Int = 32
  ) throws(CryptoError) -> SecretBytes {
    precondition(salt.count == saltSize && size >= 16)
    if let problem = cost.problem { throw .cost(problem) }
    Sodium.start()
    var key = SecretBytes(count: size)
    let result = key.withMutablePointer { key in
      passphrase.withPointer { passphrase, count in
        crypto_pwhash_argon2id(
          key, UInt64(size), UnsafeRawPointer(passphrase).assumingMemoryBound(to: CChar.self), UInt64(count), salt,
          UInt64(cost.passes), cost.memory, crypto_pwhash_argon2id_ALG_ARGON2ID13)
      }
    }
    // With parameters that fit, only memory can be missing.
    guard result == 0 else { throw .noMemory(bytes: cost.memory) }
    return key
  }
}
