extension JSONWebKey {
  /// Whether a signature is the key's over these bytes.
  /// - Throws: `LibraryError` without libcrypto.
  package func isSignature(_ signature: [UInt8], of message: [UInt8]) throws -> Bool {
    switch kind {
    case .rsa(let modulus, _):
      // RFC 8017 §8.2.2, step 1.
      guard signature.count == modulus.count else { return false }
      return try SignatureLibrary.load().isSignature(signature, of: message, by: publicKeyInfo)
    case .p256:
      // RFC 7518 §3.4: R and S, 32 bytes each.
      guard signature.count == 64 else { return false }
      let (r, s) = (Array(signature[..<32]), Array(signature[32...]))
      guard r.contains(where: { $0 != 0 }), s.contains(where: { $0 != 0 }) else { return false }
      let encoded = DER.sequence(DER.integer(r) + DER.integer(s))
      return try SignatureLibrary.load().isSignature(encoded, of: message, by: publicKeyInfo)
    }
  }

  /// X.509's SubjectPublicKeyInfo (RFC 5280 §4.1), in which OpenSSL reads both kinds.
  var publicKeyInfo: [UInt8] {
    switch kind {
    case .rsa(let modulus, let exponent):
      // rsaEncryption, 1.2.840.113549.1.1.1, with the NULL that RFC 3279 §2.3.1 wants.
      let algorithm = DER.sequence(
        [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01] + [0x05, 0x00])
      return DER.sequence(algorithm + DER.bits(DER.sequence(DER.integer(modulus) + DER.integer(exponent))))
    case .p256(let x, let y):
      // id-ecPublicKey, 1.2.840.10045.2.1, and prime256v1, 1.2.840.10045.3.1.7 (RFC 5480 §2.1.1); the point in full.
      let algorithm = DER.sequence(
        [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
          + [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
      return DER.sequence(algorithm + DER.bits([4] + x + y))
    }
  }
}

/// The few values of DER (X.690) that keys and signatures are made of.
enum DER {
  static func sequence(_ content: [UInt8]) -> [UInt8] { value(0x30, content) }

  static func bits(_ content: [UInt8]) -> [UInt8] { value(0x03, [0] + content) }

  /// Returns the encoding of a number that isn't negative, the greatest byte first.
  static func integer(_ number: [UInt8]) -> [UInt8] {
    let digits = Array(number.drop { $0 == 0 })
    // A set highest bit would make it negative.
    return value(0x02, digits.first.map { $0 < 0x80 } ?? false ? digits : [0] + digits)
  }

  private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag] + length(content.count) + content }

  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    let digits = withUnsafeBytes(of: count.bigEndian) { Array($0.drop { $0 == 0 }) }
    return [0x80 | UInt8(digits.count)] + digits
  }
}
