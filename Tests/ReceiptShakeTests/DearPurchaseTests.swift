import QixFormats
import QixTesting
import Testing

@testable import ReceiptShake

/// A dear purchase has few lines, and few numbers by which its paper is known: what it costs is what a forger keeps.
struct DearPurchaseTests {
  private static let shop = ["TEL 0601234567", "REG 99887766", "TERMINAL 55012"]
  private static let television = Paper(
    date: "2027-01-05", time: "10:05", number: "0812-0031", total: 31_890,
    items: [("TELEVISORE", 1, 29_900), ("CAVO", 1, 1_990)], others: shop, ofShop: ["IT01234567890"] + shop)

  struct Forgery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout Paper) -> Void

    init(_ name: String, _ change: @escaping @Sendable (inout Paper) -> Void) {
      (testDescription, self.change) = (name, change)
    }
  }

  private static let forgeries = [
    Forgery("time and number drawn anew") { ($0.time, $0.number) = ("16:40", "0812-0119") },
    Forgery("the time drawn anew, the number folded away") { ($0.time, $0.number) = ("16:40", nil) },
    Forgery("the day drawn anew") { $0.date = "2027-01-06" },
    Forgery("day, time and number drawn anew") {
      ($0.date, $0.time, $0.number) = ("2027-01-07", "16:40", "0812-0119")
      $0.others = ["CARD 4417112233"]
    },
    Forgery("day, time and number drawn anew, and a bag added") {
      ($0.date, $0.time, $0.number, $0.total) = ("2027-01-07", "16:40", "0812-0119", 31_900)
      $0.items.append(("BAG", 1, 10))
      $0.others = ["CARD 4417112233"]
    },
    Forgery("the cheaper item folded away and the total drawn") {
      ($0.date, $0.time, $0.number, $0.total) = ("2027-01-07", "16:40", "0812-0119", 29_900)
      $0.items.removeLast()
      $0.others = ["CARD 4417112233"]
    },
    Forgery("day, number, price and total altered") {
      ($0.date, $0.number, $0.total) = ("2027-01-07", "0812-0119", 25_990)
      ($0.items, $0.others) = ([("TELEVISORE", 1, 24_900), ("CAVO", 1, 1_090)], ["CARD 4417112233"])
    },
    Forgery("price and total altered, the time too, the number folded away") {
      ($0.time, $0.number, $0.total) = ("16:40", nil, 26_890)
      ($0.items, $0.others) = ([("TELEVISORE", 1, 24_900), ("CAVO", 1, 1_990)], ["CARD 4417112233"])
    },
    Forgery("another dear thing added") {
      ($0.date, $0.time, $0.number, $0.total) = ("2027-01-07", "16:40", "0812-0119", 61_790)
      $0.items.append(("FORNO", 1, 29_900))
      $0.others = ["CARD 4417112233"]
    },
    Forgery("the shop covered") {
      ($0.date, $0.time, $0.number) = ("2027-01-07", "16:40", "0812-0119")
      ($0.merchant, $0.tax, $0.address, $0.ofShop, $0.others) = (nil, nil, nil, [], ["CARD 4417112233"])
    },
    Forgery("the items covered, the total and the number altered") {
      ($0.total, $0.number, $0.items, $0.others) = (36_890, "0812-0119", [], ["CARD 4417112233"])
    },
    // Two strokes of a pen, and what would betray them folded away.
    Forgery("shop, number and items folded away, the time altered") {
      ($0.time, $0.number, $0.items, $0.others) = ("16:40", nil, [], ["TERMINAL 55012", "CASHIER 117"])
      ($0.merchant, $0.tax, $0.address, $0.ofShop) = (nil, nil, nil, [])
    },
    Forgery("number and items folded away, total and time altered") {
      ($0.time, $0.number, $0.items, $0.total, $0.others) = ("16:40", nil, [], 36_890, [])
    },
    Forgery("shop and items folded away, total and time altered, the number left") {
      ($0.time, $0.items, $0.total, $0.others) = ("16:40", [], 36_890, [])
      ($0.merchant, $0.tax, $0.address, $0.ofShop) = (nil, nil, nil, [])
    },
    Forgery("the items folded away") {
      ($0.date, $0.time, $0.number) = ("2027-01-07", "16:40", "0812-0119")
      ($0.items, $0.others) = ([], ["CARD 4417112233"])
    },
  ]

  /// A regular's second coffee and a television whose time and number were drawn anew look alike: a person looks at what
  /// is dear.
  @Test(arguments: forgeries)
  func itsCopiesAreNotPaid(_ forgery: Forgery) throws {
    try Till.with { till in
      #expect(try till.hand(Self.television).word == "won 10")
      let forged = Self.television.with { $0.shot = 2 }.with(forgery.change)
      let answer = try till.hand(forged, by: "ben")
      #expect(answer.word == "waits", "\(answer)")
      try till.expectWhole()
    }
  }

  /// One price of three altered, or a fourth thing added that costs more than all of them: the others are still there.
  @Test(
    arguments: [
      [("TELEVISORE", 1, 34_900), ("CAVO", 1, 1_290), ("STAFFA", 1, 2_990)],
      [("TELEVISORE", 1, 29_900), ("CAVO", 1, 1_290), ("STAFFA", 1, 2_990), ("LAVATRICE", 1, 129_900)],
    ] as [[(text: String, pieces: Int64, amount: Int64)]])
  func whatIsLeftAsItWasTells(_ items: [(text: String, pieces: Int64, amount: Int64)]) throws {
    try Till.with { till in
      let whole = Self.television.with {
        ($0.items, $0.total) = ([("TELEVISORE", 1, 29_900), ("CAVO", 1, 1_290), ("STAFFA", 1, 2_990)], 34_180)
      }
      #expect(try till.hand(whole).word == "won 10")
      let forged = whole.with {
        ($0.shot, $0.items, $0.total) = (2, items, items.reduce(0) { $0 + $1.amount })
        ($0.date, $0.number, $0.others) = ("2027-01-06", "0812-0119", ["CARD 4417112233"])
      }
      #expect(try till.hand(forged, by: "ben").word == "waits")
      try till.expectWhole()
    }
  }

  /// Who buys for as much in a department, or a thing that many buy, isn't asked about others: from the fourth on.
  @Test func whatManyBuyIsNobodysSign() throws {
    try Till.with { till in
      var others: [String] = []
      func bought(_ number: Int) throws -> String {
        let paper = Self.television.with {
          ($0.shot, $0.date, $0.time) = (number, "2027-01-0\(number)", "1\(number):4\(number)")
          ($0.number, $0.total) = ("0\(number)12-01\(number)9", 20_000 + Int64(number) * 1_310)
          $0.items = [("ABBIGLIAMENTO DONNA", 1, 20_000 + Int64(number) * 1_310)]
          $0.others = ["CARD 4\(number)1\(number)211\(number)33"]
        }
        try till.home.done("user create --external-id user-\(number)")
        let answer = try till.hand(paper, by: "user-\(number)")
        if answer.word == "waits" {
          let apart = others.map { "--apart-from \($0)" }.joined(separator: " ")
          try till.home.done("receipt review approve \(answer.receipt) \(apart) --reason checked")
        }
        others.append(answer.receipt)
        return answer.word
      }
      let words = try (1...6).map { try bought($0) }
      #expect(words == ["won 10", "waits", "waits", "won 10", "won 10", "won 10"], "\(words)")
      try till.expectWhole()
    }
  }

  /// From which worth on purchases are compared by it is the campaign's to say: a shop that sells one thing at one price
  /// asks for more.
  @Test(arguments: [(319, "won 10"), (318, "waits")])
  func theCampaignSaysWhatIsDear(_ least: Int64, _ word: String) throws {
    try Till.with(["currency": "EUR", "compare-from": .integer(least)]) { till in
      #expect(try till.hand(Self.television).word == "won 10")
      let again = Self.television.with {
        ($0.shot, $0.date, $0.time, $0.number) = (2, "2027-01-07", "16:40", "0812-0119")
        $0.others = ["CARD 4417112233"]
      }
      #expect(try till.hand(again, by: "ben").word == word)
      try till.expectWhole()
    }
  }

  /// The paper without what tells it comes first, and waits: so nothing is paid that the whole paper could repeat.
  @Test func whatIsFoldedAwayIsNotPaidFirst() throws {
    try Till.with { till in
      let folded = Self.television.with { ($0.number, $0.items, $0.others) = (nil, [], []) }
      #expect(try till.hand(folded).word == "waits")
      try till.expectWhole()
    }
    // One without a number, as many tills print none, shows enough by its time and its items.
    try Till.with { till in
      let whole = try till.hand(Self.television.with { $0.number = nil })
      #expect(whole.word == "won 10", "\(whole)")
      try till.expectWhole()
    }
    try Till.with(["currency": "EUR", "whole-from": 500]) { till in
      let folded = Self.television.with { ($0.number, $0.items, $0.others) = (nil, [], []) }
      #expect(try till.hand(folded).word == "won 10")
      try till.expectWhole()
    }
  }
}
