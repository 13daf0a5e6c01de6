/// HKDF with SHA-256 (RFC 5869), over libsodium's HMAC: 1.0.18 has no HKDF of its own.
package enum HKDFSHA256 {
  /// A key of 1 to 8,160 bytes for a purpose, out of a secret of any shape.
  /// - Parameters:
  ///   - secret: The input keying material: what a key agreement gave, or a key.
  ///   - salt: Empty, or random and known to everybody.
  ///   - info: What the key is for.
  package static func derive(
    _ secret: borrowing SecretBytes, salt: [UInt8] = [], info: [UInt8], size: Int = 32
  ) -> SecretBytes {
    let key = extract(secret, salt: salt)
    return expand(key, info: info, size: size)
  }

  /// §2.2: a pseudorandom key of 32 bytes.
  static func extract(_ secret: borrowing SecretBytes, salt: [UInt8]) -> SecretBytes {
    var key = SecretBytes(count: HMACSHA256.size)
    // No salt means a salt of zeros, and HMAC fills a short key up with zeros by itself.
    salt.withUnsafeBytes { salt in
      secret.withUnsafeBytes { secret in
        key.withUnsafeMutableBytes { HMACSHA256.compute([secret], key: salt, into: $0) }
      }
    }
    return key
  }

  /// §2.3.
  static func expand(_ key: borrowing SecretBytes, info: [UInt8], size: Int) -> SecretBytes {
    precondition((1...255 * HMACSHA256.size).contains(size))
    var output = SecretBytes(count: size)
    var block = SecretBytes(count: HMACSHA256.size)
    var place = 0
    var counter: UInt8 = 0
    while place < size {
      counter += 1
      let previous = block.copy(0..<(counter == 1 ? 0 : HMACSHA256.size))
      key.withUnsafeBytes { key in
        previous.withUnsafeBytes { previous in
          info.withUnsafeBytes { info in
            withUnsafeBytes(of: counter) { counter in
              block.withUnsafeMutableBytes { HMACSHA256.compute([previous, info, counter], key: key, into: $0) }
            }
          }
        }
      }
      let count = min(HMACSHA256.size, size - place)
      block.withUnsafeBytes { block in
        output.withUnsafeMutableBytes {
          UnsafeMutableRawBufferPointer(rebasing: $0[place..<place + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<count]))
        }
      }
      place += count
    }
    return output
  }
}
