import QixFormats
import QixTesting
import Testing

@testable import QixCrypto

@Suite("Project Wycheproof", .needs(.vectors("wycheproof")))
struct WycheproofTests {
  @Test("XChaCha20-Poly1305")
  func xchacha() throws {
    for vector in try PublishedVectors.wycheproof("xchacha20_poly1305") {
      let nonce = vector.bytes("iv")
      let key = SecretBytes(copying: vector.bytes("key"))
      // Lengths that no caller can give: a nonce is drawn here, never handed in.
      guard nonce.count == SecretBox.nonceSize else {
        #expect(!vector.isValid)
        continue
      }
      let box = nonce + vector.bytes("ct") + vector.bytes("tag")
      let associated = AssociatedData(raw: vector.bytes("aad"))
      let opened = hex(SecretBox.open(box, key: key, associated: associated))
      #expect(opened == (vector.isValid ? hex(vector.bytes("msg")) : nil), "\(vector)")
      let sealed = SecretBox.seal(
        SecretBytes(copying: vector.bytes("msg")), key: key, associated: associated,
        random: FixedRandomSource(bytes: nonce))
      #expect((sealed == box) == vector.isValid, "\(vector)")
    }
  }

  @Test("ChaCha20-Poly1305")
  func chacha() throws {
    for vector in try PublishedVectors.wycheproof("chacha20_poly1305") {
      let nonce = vector.bytes("iv")
      let key = SecretBytes(copying: vector.bytes("key"))
      guard nonce.count == ChaCha20Poly1305.nonceSize else {
        #expect(!vector.isValid)
        continue
      }
      let (box, associated) = (vector.bytes("ct") + vector.bytes("tag"), vector.bytes("aad"))
      let opened = hex(ChaCha20Poly1305.open(box, key: key, nonce: nonce, associated: associated))
      #expect(opened == (vector.isValid ? hex(vector.bytes("msg")) : nil), "\(vector)")
      let sealed = ChaCha20Poly1305.seal(
        SecretBytes(copying: vector.bytes("msg")), key: key, nonce: nonce, associated: associated)
      #expect((sealed == box) == vector.isValid, "\(vector)")
    }
  }

  /// What is only acceptable there are points on the twist and points that aren't written canonically, which RFC 7748
  /// takes, and points of low order, which we refuse.
  @Test("X25519")
  func x25519() throws {
    for vector in try PublishedVectors.wycheproof("x25519") {
      let shared = hex(X25519.sharedSecret(SecretBytes(copying: vector.bytes("private")), vector.bytes("public")))
      if vector.has("ZeroSharedSecret") {
        #expect(shared == nil, "\(vector)")
      } else {
        #expect(shared == hex(vector.bytes("shared")), "\(vector)")
      }
    }
  }

  @Test("Ed25519")
  func ed25519() throws {
    for vector in try PublishedVectors.wycheproof("ed25519") {
      let key = Hexadecimal.decode(vector.group["publicKey"]?["pk"]?.string ?? "") ?? []
      try #require(key.count == 32)
      let isSignature = Ed25519.isSignature(vector.bytes("sig"), of: vector.bytes("msg"), by: key)
      #expect(isSignature == vector.isValid, "\(vector)")
    }
  }

  @Test("HKDF-SHA-256")
  func hkdf() throws {
    for vector in try PublishedVectors.wycheproof("hkdf_sha256") {
      let size = Int(try #require(vector.test["size"]?.integer))
      // Beyond 255 blocks is a mistake of ours and stops the program.
      guard size <= 255 * HMACSHA256.size else {
        #expect(!vector.isValid)
        continue
      }
      let key = HKDFSHA256.derive(
        SecretBytes(copying: vector.bytes("ikm")), salt: vector.bytes("salt"), info: vector.bytes("info"), size: size)
      #expect((hex(key) == hex(vector.bytes("okm"))) == vector.isValid, "\(vector)")
    }
  }

  @Test("HMAC-SHA-256")
  func hmac() throws {
    for vector in try PublishedVectors.wycheproof("hmac_sha256") {
      let key = SecretBytes(copying: vector.bytes("key"))
      let tag = HMACSHA256.mac(vector.bytes("msg"), key: key)
      #expect(
        (hex(Array(tag.prefix(vector.bytes("tag").count))) == hex(vector.bytes("tag"))) == vector.isValid, "\(vector)")
    }
  }
}
