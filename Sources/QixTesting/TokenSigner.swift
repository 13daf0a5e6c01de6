internal import QixCrypto
package import QixFormats
internal import QixLibraries

/// Signs tokens as an issuer would, with a key made for the run of the tests.
package final class TokenSigner: Sendable {
  package enum Algorithm: String, Sendable, CaseIterable {
    case rs256 = "RS256"
    case es256 = "ES256"
  }

  /// Making a key of RSA takes some tenths of a second: one does for all tests.
  package static let rsa = Result { try TokenSigner(.rs256, keyID: "rsa-1") }
  package static let ec = Result { try TokenSigner(.es256, keyID: "ec-1") }

  package let algorithm: Algorithm
  package let keyID: String
  /// X.509's SubjectPublicKeyInfo.
  package let publicKeyInfo: [UInt8]
  // Made once and never changed; several threads may sign with one key of OpenSSL's.
  nonisolated(unsafe) private let key: UnsafeMutableRawPointer
  private let library: LoadedLibrary

  private typealias Object = UnsafeMutableRawPointer
  private typealias Text = UnsafePointer<CChar>

  package init(_ algorithm: Algorithm, keyID: String) throws {
    self.algorithm = algorithm
    self.keyID = keyID
    library = try LateLibrary.crypto.load()
    let context = try library.function(
      "EVP_PKEY_CTX_new_from_name", as: (@convention(c) (Object?, Text, Text?) -> Object?).self)(
        nil, algorithm == .rs256 ? "RSA" : "EC", nil)
    guard let context else { throw LibraryError.unfit(.crypto, lacks: "keys of \(algorithm.rawValue)") }
    _ = try library.function("EVP_PKEY_keygen_init", as: (@convention(c) (Object) -> Int32).self)(context)
    if algorithm == .es256 {
      _ = try library.function("EVP_PKEY_CTX_set_group_name", as: (@convention(c) (Object, Text) -> Int32).self)(
        context, "P-256")
    }
    // RSA has 2048 bits and the exponent 65537 by itself.
    var key: Object?
    _ = try library.function(
      "EVP_PKEY_generate", as: (@convention(c) (Object, UnsafeMutablePointer<Object?>) -> Int32).self)(context, &key)
    try library.function("EVP_PKEY_CTX_free", as: (@convention(c) (Object?) -> Void).self)(context)
    guard let key else { throw LibraryError.unfit(.crypto, lacks: "a new key") }
    self.key = key

    let write = try library.function(
      "i2d_PUBKEY", as: (@convention(c) (Object, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32).self)
    var info = [UInt8](repeating: 0, count: Int(write(key, nil)))
    info.withUnsafeMutableBufferPointer { bytes in
      var place = bytes.baseAddress
      _ = write(key, &place)
    }
    publicKeyInfo = info
  }

  /// The public key as issuers publish it.
  package var webKey: JSONValue {
    switch algorithm {
    case .rs256:
      // The modulus of 256 bytes stands before the five bytes of the exponent 65537.
      let modulus = Array(publicKeyInfo.dropLast(5).suffix(256))
      return [
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(keyID), "n": .string(Base64.urlSafe.encode(modulus)),
        "e": "AQAB",
      ]
    case .es256:
      let point = publicKeyInfo.suffix(64)
      return [
        "kty": "EC", "use": "sig", "alg": "ES256", "kid": .string(keyID), "crv": "P-256",
        "x": .string(Base64.urlSafe.encode(Array(point.prefix(32)))),
        "y": .string(Base64.urlSafe.encode(Array(point.suffix(32)))),
      ]
    }
  }

  /// A token with a usual header.
  package func token(_ claims: JSONValue) throws -> String {
    try token(header: ["alg": .string(algorithm.rawValue), "typ": "JWT", "kid": .string(keyID)], claims)
  }

  package func token(header: JSONValue, _ claims: JSONValue) throws -> String {
    try token(header: header.text(), claims.text())
  }

  /// Returns a token of texts, which may be no JSON.
  package func token(header: String, _ claims: String) throws -> String {
    let signed = "\(Base64.urlSafe.encode(Array(header.utf8))).\(Base64.urlSafe.encode(Array(claims.utf8)))"
    return "\(signed).\(Base64.urlSafe.encode(try signature(of: Array(signed.utf8))))"
  }

  /// Returns the signature as in a token.
  package func signature(of message: [UInt8]) throws -> [UInt8] {
    let digest = try library.function("EVP_MD_CTX_new", as: (@convention(c) () -> Object?).self)()
    _ = try library.function(
      "EVP_DigestSignInit_ex",
      as: (@convention(c) (Object?, Object?, Text, Object?, Text?, Object, Object?) -> Int32).self)(
        digest, nil, "SHA256", nil, nil, key, nil)
    var signature = [UInt8](repeating: 0, count: 512)
    var count = signature.count
    _ = try library.function(
      "EVP_DigestSign",
      as: (@convention(c) (Object?, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>, UnsafePointer<UInt8>, Int)
        -> Int32).self)(
        digest, &signature, &count, message, message.count)
    try library.function("EVP_MD_CTX_free", as: (@convention(c) (Object?) -> Void).self)(digest)
    signature.removeLast(signature.count - count)
    return algorithm == .rs256 ? signature : Self.fixed(signature)
  }

  /// R and S of 32 bytes each, out of their form in DER.
  private static func fixed(_ encoded: [UInt8]) -> [UInt8] {
    func number(at start: Int) -> (bytes: [UInt8], end: Int) {
      let end = start + 2 + Int(encoded[start + 1])
      let digits = Array(encoded[start + 2..<end].drop { $0 == 0 })
      return ([UInt8](repeating: 0, count: 32 - digits.count) + digits, end)
    }
    let r = number(at: 2)
    return r.bytes + number(at: r.end).bytes
  }
}
