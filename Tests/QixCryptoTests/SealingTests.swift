import QixTesting
import Testing

@testable import QixCrypto

@Suite("Boxes and padding") struct SealingTests {
  static let message = Array(
    ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen "
      + "would be it.").utf8)
  static let associated = bytes("50515253c0c1c2c3c4c5c6c7")
  static let key = bytes("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f")

  /// RFC 8439 §2.8.2.
  @Test("ChaCha20-Poly1305")
  func chacha() {
    let key = SecretBytes(copying: Self.key)
    let nonce = bytes("070000004041424344454647")
    let box = ChaCha20Poly1305.seal(
      SecretBytes(copying: Self.message), key: key, nonce: nonce, associated: Self.associated)
    #expect(
      hex(box)
        == "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e06"
        + "0b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d265"
        + "86cec64b61161ae10b594f09e26a7e902ecbd0600691")
    #expect(
      hex(ChaCha20Poly1305.open(box, key: key, nonce: nonce, associated: Self.associated))
        == hex(Self.message))
    #expect(hex(ChaCha20Poly1305.open(box, key: key, nonce: nonce)) == nil)
    for cut in [0, 1, 15, 16, box.count - 1] {
      let opened = hex(
        ChaCha20Poly1305.open(
          Array(box[..<cut]), key: key, nonce: nonce, associated: Self.associated
        ))
      #expect(opened == nil)
    }
  }

  /// draft-irtf-cfrg-xchacha-03, A.3.1.
  @Test("XChaCha20-Poly1305")
  func xchacha() {
    let key = SecretBytes(copying: Self.key)
    let nonce = bytes("404142434445464748494a4b4c4d4e4f5051525354555657")
    let box = SecretBox.seal(
      SecretBytes(copying: Self.message), key: key, associated: AssociatedData(raw: Self.associated),
      random: FixedRandomSource(bytes: nonce))
    #expect(
      hex(box) == hex(nonce)
        + "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54"
        + "c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f6"
        + "15c68b13b52ec0875924c1c7987947deafd8780acf49")
  }

  @Test("A box opens only with its key, in its place and unharmed")
  func boxes() {
    let random = SeededRandomSource()
    let key = SecretBytes.random(count: 32, from: random)
    var place = AssociatedData("qix-test/1")
    place.append("item")
    place.append(7)
    let box = SecretBox.seal(secret(text: "open sesame"), key: key, associated: place, random: random)
    #expect(hex(SecretBox.open(box, key: key, associated: place)) == hex(Array("open sesame".utf8)))

    for index in box.indices {
      var harmed = box
      harmed[index] ^= 1 << (index % 8)
      let isOpen = SecretBox.open(harmed, key: key, associated: place) != nil
      #expect(!isOpen)
    }
    for count in 0..<box.count {
      let isOpen = SecretBox.open(Array(box[..<count]), key: key, associated: place) != nil
      #expect(!isOpen)
    }
    var other = AssociatedData("qix-test/1")
    other.append("item\u{0}")
    other.append(7)
    let isOpenElsewhere = SecretBox.open(box, key: key, associated: other) != nil
    let isOpenOtherwise =
      SecretBox.open(box, key: SecretBytes.random(count: 32, from: random), associated: place) != nil
    #expect(!isOpenElsewhere && !isOpenOtherwise)
  }

  @Test("No two lists of parts read the same")
  func associatedData() {
    var first = AssociatedData("a")
    first.append("bc")
    var second = AssociatedData("ab")
    second.append("c")
    var third = AssociatedData("a")
    third.append("b")
    third.append("c")
    #expect(Set([first.bytes, second.bytes, third.bytes, AssociatedData("abc").bytes]).count == 4)
  }

  @Test("Padding hides the length within a block and comes off again", arguments: [1, 2, 15, 16, 64, 1_000])
  func padding(_ block: Int) {
    for count in [0, 1, 15, 16, 17, 63, 64, 65, 999, 1_000, 1_001] {
      let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &+ 0x80) }
      let padded = Padding.pad(SecretBytes(copying: message), toMultipleOf: block)
      #expect(padded.count == (count / block + 1) * block)
      #expect(hex(Padding.unpad(padded, multipleOf: block)) == hex(message))
    }
  }

  @Test(
    "What is no padding doesn't come off",
    arguments: ["", "00000000", "80000000ff000000", "8000000001", "01020304", "800000000000000000"])
  func noPadding(_ digits: String) {
    #expect(hex(Padding.unpad(secret(digits), multipleOf: 4)) == nil)
  }
}
