import Testing

@testable import QixCrypto

@Suite("Keys from keys, and tags") struct KeyTests {
  static let key = (0..<32).map { UInt8($0) }

  /// BLAKE2's own test vectors with the key 00…3f (blake2-kat.json), and Python's hashlib for the short tag.
  @Test(
    "Keyed BLAKE2b",
    arguments: [
      (
        0,
        "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786"
          + "b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568"
      ),
      (
        1,
        "961f6dd1e4dd30f63901690c512e78e4b45e4742ed197c3c5e45c549fd25f2e4"
          + "187b0bc9fe30492b16b0d0bc4ef9b0f34c7003fac09a5ef1532e69430234cebd"
      ),
      (
        3,
        "33d0825dddf7ada99b0e7e307104ad07ca9cfd9692214f1561356315e784f3e5"
          + "a17e364ae9dbb14cb2036df932b77f4b292761365fb328de7afdc6d8998f5fc1"
      ),
    ])
  func blake2b(_ count: Int, _ tag: String) {
    let message = (0..<count).map { UInt8($0) }
    let key = SecretBytes(copying: (0..<64).map { UInt8($0) })
    #expect(hex(BLAKE2b.mac(message, key: key, size: 64)) == tag)
    #expect(hex(BLAKE2b.mac(SecretBytes(copying: message), key: key, size: 64)) == tag)
    #expect(BLAKE2b.isMAC(bytes(tag), of: message, key: key) == true)
    #expect(BLAKE2b.isMAC(bytes(tag), of: message + [0], key: key) == false)
    #expect(BLAKE2b.isMAC(Array(bytes(tag).dropLast()), of: message, key: key) == false, "a shorter tag is another tag")
    #expect(BLAKE2b.isMAC([], of: message, key: key) == false)
  }

  @Test("A tag of another length is another function")
  func shortTag() {
    let tag = BLAKE2b.mac(Array("abc".utf8), key: SecretBytes(copying: Self.key), size: 16)
    #expect(hex(tag) == "1a64be47e4729d951c302ee543f97cf3")
  }

  @Test("In pieces it is the same")
  func pieces() {
    let key = SecretBytes(copying: Self.key)
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = BLAKE2b.mac(message, key: key)
    for cut in stride(from: 0, through: 300, by: 25) {
      var pieces = KeyedBLAKE2b(key: key)
      pieces.update(Array(message[..<cut]))
      pieces.update(SecretBytes(copying: Array(message[cut...])))
      #expect(pieces.finish() == whole)
    }
    var number = KeyedBLAKE2b(key: key, size: 16)
    number.update(Int64(-2))
    #expect(number.finish() == BLAKE2b.mac([255, 255, 255, 255, 255, 255, 255, 254], key: key, size: 16))
  }

  /// Computed with Python's hashlib.blake2b, which takes salt and personalisation: an implementation apart.
  @Test("Subkeys are BLAKE2b with the key, salted with the number, personalised with the context")
  func subkeys() {
    let key = SecretBytes(copying: Self.key)
    #expect(
      hex(KeyDerivation.subkey(1, of: key, context: "KDF test"))
        == "13fea52bb8cba063f3ed93de27ed07e06d8c6367474e6ae4c9282913ac3c3a03")
    #expect(
      hex(KeyDerivation.subkey(1 << 63 + 5, of: key, context: "qixvault", size: 64))
        == "041ec70648379ec58fe2c8377bef51026f9e23c9dca83f004b4f989cc70b208a"
        + "834bca77dec8130c036f2fd54547a74d2d6c498f8f1271582090bd854945abdc")
  }

  /// RFC 4231 §4.2, §4.3, §4.7, and a key of nothing (Python's hmac).
  @Test(
    "HMAC-SHA-256",
    arguments: [
      (
        String(repeating: "0b", count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        "4a656665", "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        String(repeating: "aa", count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      ("", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
  func hmac(_ key: String, _ message: String, _ tag: String) {
    #expect(hex(HMACSHA256.mac(Array(message.utf8), key: secret(key))) == tag)
    #expect(HMACSHA256.isMAC(bytes(tag), of: Array(message.utf8), key: secret(key)) == true)
    #expect(HMACSHA256.isMAC(bytes(tag), of: Array("\(message) ".utf8), key: secret(key)) == false)
    #expect(HMACSHA256.isMAC([], of: Array(message.utf8), key: secret(key)) == false)
  }

  /// RFC 5869 A.1 and A.3.
  @Test("HKDF-SHA-256")
  func hkdf() {
    let input = secret(String(repeating: "0b", count: 22))
    let key = HKDFSHA256.extract(input, salt: bytes("000102030405060708090a0b0c"))
    #expect(hex(key) == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5")
    #expect(
      hex(
        HKDFSHA256.derive(
          input, salt: bytes("000102030405060708090a0b0c"), info: bytes("f0f1f2f3f4f5f6f7f8f9"), size: 42))
        == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    #expect(
      hex(HKDFSHA256.derive(input, info: [], size: 42))
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
    #expect(hex(HKDFSHA256.derive(input, info: [], size: 255 * 32)).count == 2 * 8_160)
  }
}
