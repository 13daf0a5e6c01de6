import Testing

@testable import Identity

/// A host name has one meaning in both of its forms: else whoever has a mailbox in one has the limits of two.
@Suite struct PunycodeTests {
  /// Most of them from RFC 3492 §7.1.
  @Test(arguments: [
    ("bcher-kva", "bücher"), ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
    ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"), ("3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"),
    ("d9juau41awczczp", "そのスピードで"), ("de-jg4avhby1noc0d", "パフィーdeルンバ"), ("-> $1.00 <--", "-> $1.00 <-"),
    ("0daa", "ăă"),
  ])
  func isRead(_ label: String, _ text: String) {
    #expect(Punycode.decoded(Array(label.utf8)) == text)
  }

  /// A number that no register holds must not end the program.
  private static let nines = String(repeating: "9", count: 59)

  @Test(arguments: ["ihqwcrb4cv8a8dqg056pqjy_", "bcher-kv", "99999999999999", "a-\u{E9}", "zzzzzz", nines])
  func isNone(_ label: String) {
    #expect(Punycode.decoded(Array(label.utf8)) == nil)
  }
}
