import Testing

@testable import Identity

/// A host name has one meaning in both of its forms: else whoever has a mailbox in one has the limits of two.
@Suite struct PunycodeTests {
  /// But for the first two those of RFC 3492 §7.1.
  @Test(arguments: [
    ("bcher-kva", "bücher"), ("0daa", "ăă"), ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"),
    ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"), ("ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"),
    ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"),
    ("4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"),
    ("i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd", "यहलोगहिन्दीक्योंनहींबोलसकतेहैं"),
    ("n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"),
    ("989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c", "세계의모든사람들이한국어를이해한다면얼마나좋을까"),
    ("b1abfaaepdrnnbgefbaDotcwatmq2g4l", "почемужеонинеговорятпорусски"),
    ("PorqunopuedensimplementehablarenEspaol-fmd56a", "PorquénopuedensimplementehablarenEspañol"),
    ("TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g", "TạisaohọkhôngthểchỉnóitiếngViệt"),
    ("3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"),
    ("-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n", "安室奈美恵-with-SUPER-MONKEYS"),
    ("Hello-Another-Way--fc4qua05auwb3674vfr0b", "Hello-Another-Way-それぞれの場所"), ("2-u9tlzr9756bt3uc0v", "ひとつ屋根の下2"),
    ("MajiKoi5-783gue6qz075azm5e", "MajiでKoiする5秒前"), ("de-jg4avhby1noc0d", "パフィーdeルンバ"),
    ("d9juau41awczczp", "そのスピードで"), ("-> $1.00 <--", "-> $1.00 <-"),
  ])
  func isRead(_ label: String, _ text: String) {
    #expect(Punycode.decoded(Array(label.utf8)) == text)
  }

  /// A number that no register holds must not end the program.
  private static let nines = String(repeating: "9", count: 59)

  @Test(arguments: [
    "ihqwcrb4cv8a8dqg056pqjy_", "bcher-kv", "99999999999999", "a-\u{E9}", "\u{E9}-kva", "-tda", "zzzzzz", nines,
  ])
  func isNone(_ label: String) {
    #expect(Punycode.decoded(Array(label.utf8)) == nil)
  }
}
