import QixBatch
import Testing

@Suite struct KeysOfFileTests {
  @Test func aKeyStandsForOneThing() {
    var keys = KeysOfFile()
    func add(_ key: String, _ body: UInt64) -> Bool {
      withUnsafeBytes(of: body.bigEndian) { keys.add(key, body: $0) }
    }
    #expect(add("a", 1) && add("b", 2) && add("a", 1))
    #expect(!add("a", 2))
    #expect(add("a", 1) && add("", 1) && !add("b", 1 << 63 | 2))
  }

  @Test func theKeyOfALineFollowsFromTheFileAndItsNumber() {
    let keys = LineKeys(digest: "0123456789abcdef0123")
    #expect(keys.key(ofLine: 7) == "file:0123456789abcdef:000000007")
    #expect(keys.key(ofLine: 1_234_567_890) == "file:0123456789abcdef:1234567890")
  }
}
