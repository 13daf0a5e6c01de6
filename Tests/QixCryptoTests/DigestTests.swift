import QixCrypto
import Testing

@Suite struct DigestTests {
  /// FIPS 180-4's examples (NIST "SHA-256 Example Values"), the empty message of NIST's CAVP, and RFC 6234 §8.5.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    (
      String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10),
      "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
    ),
  ])
  func sha256(_ message: String, _ digest: String) {
    #expect(Hexadecimal.encode(SHA256.hash(message)) == digest)
  }

  /// The first two and the last of the 64 vectors of the reference implementation (vectors_sip128 in its test.c): a key of
  /// the bytes 0, 1, … 15 and messages of so many bytes, 0, 1, ….
  @Test(arguments: [
    (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
    (63, "5150d1772f50834a503e069a973fbd7c"),
  ])
  func sipHash(_ count: Int, _ digest: String) {
    let key = (0x0706_0504_0302_0100 as UInt64, 0x0f0e_0d0c_0b0a_0908 as UInt64)
    let message = String(decoding: (0..<UInt8(count)), as: UTF8.self)
    #expect("\(SipHash(key: key).hash(message))" == digest)
    #expect(SipHash().hash(message) != SipHash().hash(message))
  }

  @Test func sha256InPieces() {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var whole = SHA256()
    whole.update(message)
    let expected: Hash256 = whole.finish()
    for cut in 0...message.count {
      var pieces = SHA256()
      pieces.update(Array(message[..<cut]))
      pieces.update(Array(message[cut...]))
      #expect(pieces.finish() as Hash256 == expected)
    }
  }

  @Test func sha256OfIntegersIsBigEndian() {
    var integer = SHA256()
    integer.update(Int64(-2))
    integer.update(UInt8(7))
    var bytes = SHA256()
    bytes.update([255, 255, 255, 255, 255, 255, 255, 254, 7])
    #expect(integer.finish() as [UInt8] == bytes.finish())
  }

  /// RFC 7693, appendix A ("abc"), and BLAKE2's own test vectors without a key (blake2-kat.json).
  @Test(arguments: [
    (
      "abc", 64,
      "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
        + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"
    ),
    (
      "", 64,
      "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419"
        + "d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce"
    ),
    ("", 32, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
    ("abc", 32, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
  ])
  func blake2b(_ message: String, _ size: Int, _ digest: String) {
    #expect(Hexadecimal.encode(BLAKE2b.hash(Array(message.utf8), size: size)) == digest)
  }

  @Test func hash256HoldsItsBytes() {
    let bytes = (0..<32).map { UInt8($0) }
    let hash = Hash256(bytes)
    #expect(hash?.bytes == bytes)
    #expect(hash?.description == Hexadecimal.encode(bytes))
    #expect(hash != Hash256())
    #expect(Hash256(Array(bytes.dropLast())) == nil && Hash256(bytes + [0]) == nil)
    for index in 0..<32 {
      var other = bytes
      other[index] ^= 1
      #expect(Hash256(other) != hash)
    }
  }
}
