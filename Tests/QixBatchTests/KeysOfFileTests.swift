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

  /// The table grows many times over, and forgets none of what it had; behind its end it says of nothing that it differs.
  @Test func manyKeysStandForOneThingEach() {
    var keys = KeysOfFile()
    func add(_ key: Int, _ body: Int) -> Bool { withUnsafeBytes(of: body) { keys.add("order-\(key)", body: $0) } }
    let most = 1 << 19
    for key in 0..<most + 1_000 where !add(key, key) { Issue.record("\(key) is new") }
    for key in stride(from: 0, to: most, by: 997) {
      #expect(add(key, key) && !add(key, key + 1), "\(key)")
    }
    #expect(add(most + 500, 1) && add(most + 500, 2))
  }

  @Test func theKeyOfALineFollowsFromTheFileAndItsNumber() {
    let keys = LineKeys(digest: "0123456789abcdef0123")
    #expect(keys.key(ofLine: 7) == "file:0123456789abcdef:000000007")
    #expect(keys.key(ofLine: 1_234_567_890) == "file:0123456789abcdef:1234567890")
  }
}
