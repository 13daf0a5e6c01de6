import QixCrypto
import Testing

@Suite struct HexadecimalTests {
  @Test(arguments: [("", []), ("00", [0]), ("ff", [255]), ("0a1B", [10, 27]), ("DEADbeef", [0xDE, 0xAD, 0xBE, 0xEF])])
  func reads(_ text: String, _ bytes: [UInt8]) {
    #expect(Hexadecimal.decode(text) == bytes)
    #expect(Hexadecimal.encode(bytes) == text.lowercased())
  }

  @Test(arguments: [
    "0", "abc", "0g", "g0", " 00", "0x00", "00 ", "٠٠", "é", "\u{0}\u{0}", "0/", "0:", "0@", "0G", "0`",
  ])
  func refuses(_ text: String) { #expect(Hexadecimal.decode(text) == nil) }

  @Test func everyByteComesBack() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
  }
}
