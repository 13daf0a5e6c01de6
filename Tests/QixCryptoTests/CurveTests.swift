import Testing

@testable import QixCrypto

@Suite("Curve25519") struct CurveTests {
  /// RFC 7748 §5.2.
  @Test(
    "X25519",
    arguments: [
      (
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
      ),
      (
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
      ),
    ])
  func x25519(_ scalar: String, _ point: String, _ result: String) throws {
    let shared = X25519.sharedSecret(secret(scalar), bytes(point))
    #expect(hex(shared) == result)
  }

  /// RFC 7748 §5.2, after one and after a thousand rounds.
  @Test("X25519, again and again")
  func iterated() {
    var (scalar, point) = (bytes("09" + String(repeating: "00", count: 31)), [UInt8]())
    point = scalar
    for round in 1...1_000 {
      guard let shared = X25519.sharedSecret(SecretBytes(copying: scalar), point) else {
        Issue.record("round \(round) gave zeros")
        return
      }
      point = scalar
      scalar = shared.withUnsafeBytes { Array($0) }
      if round == 1 { #expect(hex(scalar) == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079") }
    }
    #expect(hex(scalar) == "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51")
  }

  /// RFC 7748 §6.1.
  @Test("Both sides come to the same")
  func agreement() {
    let bob = secret("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    #expect(
      hex(X25519.publicKey(of: bob)) == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let alice = bytes("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    #expect(
      hex(X25519.sharedSecret(bob, alice))
        == "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
  }

  @Test(
    "A point of low order gives no secret",
    arguments: [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ])
  func lowOrder(_ point: String) {
    let key = secret("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    let isRefused = X25519.sharedSecret(key, bytes(point)) == nil
    #expect(isRefused)
  }

  /// RFC 8032 §7.1, tests 1 to 3.
  @Test(
    "Ed25519",
    arguments: [
      (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
          + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
      ),
      (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
          + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
      ),
      (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
          + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
      ),
    ])
  func ed25519(_ seed: String, _ publicKey: String, _ message: String, _ signature: String) {
    let key = Ed25519.SigningKey(seed: secret(seed))
    #expect(hex(key.publicKey) == publicKey)
    #expect(hex(key.sign(bytes(message))) == signature)
    #expect(Ed25519.isSignature(bytes(signature), of: bytes(message), by: bytes(publicKey)))
    #expect(!Ed25519.isSignature(bytes(signature), of: bytes(message) + [0], by: bytes(publicKey)))
    #expect(!Ed25519.isSignature(Array(bytes(signature).dropLast()), of: bytes(message), by: bytes(publicKey)))
    #expect(!Ed25519.isSignature(bytes(signature), of: bytes(message), by: []))
  }
}
