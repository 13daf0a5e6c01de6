import QixTesting
import Testing

@testable import ReceiptShake

/// What is changed of a receipt that was handed in, and what becomes of it then.
extension DuplicateTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let word: String
    let change: @Sendable (inout Paper) -> Void

    init(_ name: String, _ word: String, _ change: @escaping @Sendable (inout Paper) -> Void) {
      (testDescription, self.word, self.change) = (name, word, change)
    }
  }

  fileprivate static let used = "receiptshake.used-already"
  /// Numbers that no other receipt here has.
  fileprivate static let fresh = ["A 910001", "B 920002", "C 930003", "D 940004", "E 950005", "F 960006", "G 970007"]

  static let cases = [
    Case("the same picture", used) { _ in },
    Case("another picture of it", used) { $0.shot = 2 },
    Case("other numbers, but merchant, day, total and number are its own", used) {
      $0.shot = 2
      $0.time = nil
      $0.others = fresh
      $0.items = []
      $0.address = nil
    },
    // The first one's merchant is the firm that this picture shows below a brand.
    Case("another name above the firm's, and no tax number", used) {
      $0.shot = 2
      $0.firm = $0.merchant
      $0.merchant = "SUPERSHOP"
      $0.tax = nil
    },
    Case("the number written otherwise", used) {
      $0.shot = 2
      $0.number = "OO42/778l"
      $0.others = fresh
      $0.items = []
    },
    Case("half of its numbers misread, date and total too, and doubtfully", used) {
      $0.shot = 2
      $0.date = "2027-01-11"
      $0.total = 1_246
      $0.number = nil
      $0.unsure = ["date", "total"]
    },
    // What is surely another's is another receipt's, or somebody has changed it: a person looks.
    Case("alike, and surely of another day", "waits") {
      $0.shot = 2
      $0.date = "2027-01-11"
      $0.total = 1_246
      $0.number = nil
    },
    Case("all covered but shop, day, time and total", "waits") {
      $0.shot = 2
      $0.tax = nil
      $0.number = nil
      $0.items = []
      $0.others = []
      $0.address = nil
    },
    Case("the same moment, and the name covered too", "waits") {
      $0.shot = 2
      $0.merchant = nil
      $0.tax = nil
      $0.number = nil
      $0.items = []
      $0.others = fresh
    },
    Case("known by its tax number there and by its name here", "waits") {
      $0.shot = 2
      $0.merchant = nil
      $0.number = nil
      $0.items = []
      $0.others = fresh
      $0.address = nil
    },
    Case("its number written with another digit, doubtfully", used) {
      $0.shot = 2
      $0.number = "0042-7731"
      $0.unsure = ["number"]
    },
    Case("another shop in the same minute with the same total", "won 10") {
      $0.shot = 2
      $0.merchant = "BRAVO STORES LTD"
      $0.tax = "GB998877665"
      $0.number = nil
      $0.items = [("TEA", 1, 1_240)]
      $0.others = fresh
      $0.address = nil
    },
    Case("another shop, by its own tax number, in the same minute with the same prices", "waits") {
      $0.shot = 2
      $0.merchant = "BRAVO STORES LTD"
      $0.tax = "GB998877665"
      $0.number = nil
    },
    Case("the same minute and total without a number, for wholly different items", "waits") {
      $0.shot = 2
      $0.number = nil
      $0.items = [("TEA", 1, 1_240)]
    },
    Case("the same minute and total without a number, and like it", used) {
      $0.shot = 2
      $0.number = nil
      $0.others = ["CARD 4417112233", "AUTH 778812", "TERMINAL 55012"] + fresh.prefix(3)
    },
    Case("a minute that isn't sure", "waits") {
      $0.shot = 2
      $0.number = nil
      $0.unsure = ["time"]
      $0.others = ["CARD 4417112233", "AUTH 778812"] + fresh.prefix(4)
      $0.items = [("TEA", 1, 1_240)]
    },
    Case("the same minute and total without a number, and unlike it", "waits") {
      $0.shot = 2
      $0.number = nil
      $0.others = fresh
      $0.items = []
      $0.address = nil
    },
    Case("another customer in the same minute with the same total", "won 10") {
      $0.shot = 2
      $0.number = "0043-7782"
      $0.others = fresh
      $0.items = [("WATER 150CL", 1, 1_240)]
    },
    Case("between alike and the same, the rest doubtful", "waits") {
      $0.shot = 2
      $0.unsure = ["date", "time", "number"]
      $0.date = "2027-01-13"
      $0.time = "09:22"
      $0.number = "0071-1190"
      $0.others = ["CARD 4417112233"] + fresh.prefix(3)
    },
    // The items and the total are the same: a forger leaves those.
    Case("between alike and the same, and surely of another day, time and number", "waits") {
      $0.shot = 2
      $0.date = "2027-01-13"
      $0.time = "09:22"
      $0.number = "0071-1190"
      $0.others = ["CARD 4417112233"] + fresh.prefix(3)
    },
    Case("only the look", "waits") {
      $0.merchant = "OTHER SHOP"
      $0.tax = "77"
      $0.address = nil
      $0.date = "2027-01-12"
      $0.time = "10:00"
      $0.number = "5"
      $0.total = 3_456
      $0.items = []
      $0.others = fresh
    },
    // Nothing that is missing is alike, and nothing tells the two apart.
    Case("what is missing is no proof, and no difference", "waits") {
      $0.shot = 2
      $0.merchant = nil
      $0.tax = nil
      $0.time = nil
      $0.number = nil
      $0.address = nil
      $0.items = []
      $0.others = fresh
    },
    Case("all folded away but shop, one item, day and total", "waits") {
      $0.shot = 2
      $0.time = nil
      $0.number = nil
      $0.tax = nil
      $0.address = nil
      $0.items = [$0.items[0]]
      $0.others = []
    },
    Case("all folded away but one item, day and total", "waits") {
      $0.shot = 2
      $0.merchant = nil
      $0.time = nil
      $0.number = nil
      $0.tax = nil
      $0.address = nil
      $0.items = [$0.items[0]]
      $0.others = ["GRAZIE"]
    },
    Case("all folded away but one misread item, day and total", "waits") {
      $0.shot = 2
      $0.time = nil
      $0.number = nil
      $0.tax = nil
      $0.address = nil
      $0.items = [("ACNE CQLA", 2, 8_298)]
      $0.unsure = ["items"]
      $0.others = []
    },
    Case("hardly legible, but for shop, day and one long number", "waits") {
      $0.shot = 2
      $0.unsure = ["time", "total", "items"]
      ($0.time, $0.number, $0.tax, $0.address, $0.total) = ("16:03", nil, nil, nil, 1_248)
      $0.items = []
      $0.others = fresh + [$0.others[0]]
    },
    Case("a price, the total and the number altered, of the same minute", "waits") {
      $0.shot = 2
      ($0.number, $0.total, $0.others) = ("0099-1212", 1_340, fresh)
      $0.items[0].amount = 398
    },
    Case("a price, the total and the time altered, of the same number", "waits") {
      $0.shot = 2
      ($0.time, $0.total, $0.others) = ("15:45", 1_340, fresh)
      $0.items[0].amount = 398
    },
    Case("another customer in that minute, with other things", "won 10") {
      $0.shot = 2
      ($0.number, $0.total, $0.others) = ("0099-1212", 2_130, fresh)
      $0.items = [("MILK 1L", 4, 440), ("RICE 1KG", 1, 1_690)]
    },
    Case("another purchase of that day by the same card", "won 10") {
      $0.shot = 2
      ($0.time, $0.number, $0.total) = ("16:03", "0042-7812", 2_200)
      $0.items = [("MILK 1L", 4, 520), ("RICE 1KG", 1, 1_680)]
      $0.others = fresh.suffix(4) + [$0.others[0]]
    },
    Case("the same day and total, without time and number, for other things", "won 10") {
      $0.shot = 2
      $0.time = nil
      $0.number = nil
      $0.address = nil
      $0.items = [("TEA", 1, 1_240)]
      $0.others = fresh
    },
    Case("the same day and total of another shop, without time and number", "won 10") {
      $0.shot = 2
      $0.merchant = "BRAVO STORES LTD"
      $0.tax = "GB998877665"
      $0.time = nil
      $0.number = nil
      $0.address = nil
      $0.items = [$0.items[0]]
      $0.others = fresh
    },
    Case("date, time and number drawn anew, the rest covered but shop, total and items", "waits") {
      $0.shot = 2
      $0.date = "2027-01-13"
      $0.time = "14:10"
      $0.number = "0071-1190"
      $0.tax = nil
      $0.address = nil
      $0.others = []
    },
    Case("a bag bought besides, and date, time and number drawn anew", "waits") {
      $0.again()
      $0.items.append(("BAG", 1, 10))
      $0.total = 1_250
    },
    Case("a dozen cheap things added", "waits") {
      $0.again()
      for number in 1...12 { $0.items.append(("STICKER \(number)", 1, Int64(9 + number))) }
      $0.total = 1_426
    },
    Case("the same things and as much worth of another", "won 10") {
      $0.again()
      $0.items.append(("WINE 75CL", 1, 990))
      $0.total = 2_230
    },
    Case("two of the same things, which are most of it", "won 10") {
      $0.again()
      $0.items = [$0.items[1], $0.items[2], ("TEA", 1, 211)]
      $0.total = 1_153
    },
    Case("the same items of another shop", "won 10") {
      $0.shot = 2
      $0.merchant = "BRAVO STORES LTD"
      $0.tax = "GB998877665"
      $0.date = "2027-01-13"
      $0.time = "14:10"
      $0.number = "0071-1190"
      $0.address = nil
      $0.others = fresh
    },
    Case("two of three items again, and the same total", "won 10") {
      $0.shot = 2
      $0.date = "2027-01-13"
      $0.time = "09:22"
      $0.number = "0071-1190"
      $0.items = [$0.items[0], $0.items[1], ("TEA 1KG", 1, 250), ("RICE", 1, 502)]
      $0.others = fresh
    },
    Case("two of three items again that stand beside each other, and the same total", "won 10") {
      $0.again()
      $0.items = [$0.items[0], $0.items[1], ("TEA 1KG", 1, 352), ("RICE", 1, 400)]
    },
    Case("another receipt of the same shop", "won 10") {
      $0.shot = 2
      $0.date = "2027-01-12"
      $0.time = "18:40"
      $0.number = "0099-1212"
      $0.total = 2_210
      $0.items = [("MILK 1L", 4, 520), ("RICE 1KG", 1, 1_690)]
      $0.others = ["TERMINAL 55012"] + fresh.prefix(3)
    },
  ]
}

extension Paper {
  /// Another day, time and number of the transaction, and another's numbers.
  mutating func again() {
    (shot, date, time, number) = (2, "2027-01-13", "14:10", "0071-1190")
    others = ["A 910001", "B 920002", "C 930003", "D 940004", "E 950005", "F 960006", "G 970007"]
  }
}
