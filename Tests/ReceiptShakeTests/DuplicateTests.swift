import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// What is known already, in the order in which it is asked.
@Suite struct DuplicateTests {
  @Test(arguments: cases)
  func eachIsKnown(_ one: Case) throws {
    // Of another user too, and in another campaign.
    for (user, campaign) in [("ada", "summer"), ("ben", "winter")] {
      try Till.with { till in
        try till.campaign("winter")
        let first = Paper().with {
          if one.testDescription.hasPrefix("what is missing") {
            $0.merchant = nil; $0.tax = nil; $0.time = nil; $0.number = nil
          }
        }
        #expect(try till.hand(first).word == "won 10")
        let reply = try till.hand(first.with(one.change), by: user, in: campaign)
        #expect(reply.word == one.word, "\(one.testDescription), by \(user): \(reply)")
        try till.expectWhole()
      }
    }
  }

  /// A part of what somebody has bought, drawn as a purchase of its own, is a person's to look at on that day. On others
  /// many buy what is in somebody's basket.
  @Test(arguments: [("2027-01-14", "waits"), ("2027-01-13", "won 10")])
  func aPartOfAPurchaseIsNoOther(_ day: String, _ word: String) throws {
    try Till.with { till in
      let whole = Paper().with {
        $0.items += [("OIL 1L", 1, 899), ("RICE 1KG", 1, 349), ("SOAP", 1, 129)]
        $0.total = 2_617
      }
      #expect(try till.hand(whole).word == "won 10")
      let part = Paper().with {
        $0.again()
        $0.date = day
        $0.items = [("BREAD WHITE 500G", 1, 190), ("RICE 1KG", 1, 349), ("SOAP", 1, 129)]
        $0.total = 668
      }
      #expect(try till.hand(part, by: "ben").word == word)
      try till.expectWhole()
    }
  }

  /// Two visits to one café: the shop's numbers are on both, and most of all there are.
  @Test func theNumbersOfAShopAreNoLikeness() throws {
    try Till.with { till in
      let shop = ["TEL 0601234567", "REG 99887766", "TERMINAL 55012", "OPEN 0730 1930"]
      func coffee(_ day: String, _ time: String, _ number: String, _ shot: Int) -> Paper {
        Paper(
          date: day, time: time, number: number, total: 350, items: [("CAPPUCCINO", 1, 350)], others: shop, shot: shot,
          ofShop: ["IT01234567890", "VIA ROMA 1, 20121 MILANO", shop[0], shop[1]])
      }
      #expect(try till.hand(coffee("2027-01-05", "08:11", "B-10317", 1)).word == "won 10")
      #expect(try till.hand(coffee("2027-01-06", "08:14", "B-10411", 2)).word == "won 10")
      #expect(try till.hand(coffee("2027-01-07", "09:02", "B-10502", 3), by: "ben").word == "won 10")
      // The paper of one of them is still that.
      #expect(
        try till.hand(coffee("2027-01-06", "08:14", "B-10411", 4), by: "ben").word == "receiptshake.used-already")
      try till.expectWhole()
    }
  }

  /// Of two at one bar who pay the same in one minute, the numbers alone say that they are two, and a person looks at them,
  /// also where they were read badly; the same number is the same paper.
  @Test(arguments: [("B-10411", "waits"), ("B-10411 unsure", "waits"), ("B-10317 unsure", "receiptshake.used-already")])
  func twoInOneMinuteAreTwo(_ second: String, _ word: String) throws {
    try Till.with { till in
      let shop = ["TEL 0601234567", "REG 99887766", "TERMINAL 55012"]
      func coffee(_ number: String, _ shot: Int) -> Paper {
        Paper(
          date: "2027-01-05", time: "08:11", number: String(number.prefix(7)), total: 260,
          items: [("CAPPUCCINO", 1, 260)], others: shop, shot: shot, ofShop: ["IT01234567890"] + shop
        ).with { if number.hasSuffix("unsure") { $0.unsure = ["number"] } }
      }
      #expect(try till.hand(coffee("B-10317", 1)).word == "won 10")
      #expect(try till.hand(coffee(second, 2), by: "ben").word == word)
      try till.expectWhole()
    }
  }

  /// What several receipts that counted have in common is the shop's, without anybody saying so.
  @Test func numbersOnManyReceiptsTellNothing() throws {
    try Till.with { till in
      let shop = ["TERMINAL 55012", "LICENCE 774411", "HALL 3310", "CASHIER 117", "BRANCH 90210", "LINE 8844"]
      for day in 1...6 {
        let paper = Paper(
          tax: nil, address: nil, date: "2027-01-0\(day)", time: "1\(day):0\(day)", number: "R-\(day)\(day)417",
          total: 350, items: [("TEA", 1, 350)], others: shop, shot: day)
        let word = try till.hand(paper).word
        // Of the first ones nobody can know yet whose numbers they are.
        #expect(day < 5 ? word == "won 10" || word == "waits" : word == "won 10", "\(day): \(word)")
        if word == "waits" {
          let open = try till.run(["receipt", "review", "list", "--limit", "1"]).document["receipts"]?.array?.first
          let receipt = open?["receipt"]?.string ?? ""
          let alike = try till.run(["receipt", "review", "show", receipt]).document["alike"]?.string
          _ = try till.decide("approve", receipt, alike.map { ["--apart-from", $0] } ?? [])
        }
      }
      try till.expectWhole()
    }
  }

  /// Lines without a legible name aren't named alike.
  @Test func whatHasNoNameIsNotTheSame() {
    let papers = [[("--", 1, 440), ("BREAD", 1, 90)], [("**", 1, 1_690), ("BREAD", 1, 95)]].map { items in
      Paper().with { $0.items = items.map { (text: $0.0, pieces: $0.1, amount: $0.2) } }.receipt
    }
    #expect(!Comparison(papers[0], papers[1]).overlap)
    #expect(Comparison(papers[0], papers[0]).overlap)
  }

  /// Neither answer nor explanation says whose it was.
  @Test func aDuplicateTellsNothingOfTheOther() throws {
    try Till.with { till in
      let first = try till.hand(Paper())
      let ada = try #require(JSONValue(parsing: till.home.done("user show ada --json"))["user"]?.string)
      let refused = try till.home.qix(
        [
          "shake", "receipt", "--user", "ben", "--campaign", "summer", "--image",
          till.picture(Paper().with { $0.shot = 2 }.reading), "--json",
        ])
      let between = try #require(DuplicateTests.cases.first { $0.testDescription.hasPrefix("between") })
      let waiting = try till.hand(between.applied(to: Paper()), by: "ben")
      #expect(waiting.word == "waits")
      let explained = try till.home.done("shake explain \(waiting.shake) --json")
      for text in [refused.output + refused.errors, "\(waiting.document.text())", explained] {
        for secret in [ada, first.receipt, first.shake, String(first.shake.dropFirst(4)), "ada"] {
          #expect(!text.contains(secret), "\(secret) in \(text)")
        }
      }
      // The desk is told.
      let page = try till.run(["receipt", "review", "show", waiting.receipt])
      #expect(page.document["alike"]?.string == first.receipt)
      let found = try till.run(["receipt", "find", "--image", till.picture(Paper().with { $0.shot = 3 }.reading)])
      #expect(found.document["receipts"]?.array?.contains { $0["receipt"]?.string == first.receipt } == true)
    }
  }

  @Test func likenessIsJaccards() {
    let one = Tokens([1, 2, 3, 4])
    #expect(one.likeness(to: Tokens([3, 4, 5])) == 0.4)
    #expect(one.likeness(to: one) == 1)
    #expect(Tokens([]).likeness(to: Tokens([])) == 0)
    #expect(Tokens(bytes: one.bytes) == one)
    #expect(Tokens(0..<1_000).hashes.count == Tokens.most)
  }

  /// Whatever alike receipts a search of all pairs finds, the index finds: nearly all at 0.45, all from 0.6 on.
  @Test func theIndexFindsWhatBruteForceFinds() throws {
    let seed = Seed(for: "duplicates of receipts")
    var random = SeededGenerator(seed)
    try TestHome.initialised { home in
      var all: [Tokens] = []
      var found: [Bool] = []
      var truth: [Double] = []
      let shops = (0..<20).map { _ in (0..<4).map { _ in random.next() } }
      try home.database.write(Change("test.fill")) { connection, _ in
        let index = DuplicateIndex(connection: connection)
        for number in 0..<400 {
          let tokens = Self.tokens(number, shops, all, &random)
          let identity = Identity(tokens: tokens, number: number)
          let best = all.map { tokens.likeness(to: $0) }.max() ?? 0
          let top = try index.alike(identity).first?.match.likeness ?? 0
          // What is found is what it is, never more.
          #expect(top <= best, "\(seed)")
          if best >= DuplicateIndex.same {
            truth.append(best)
            found.append(top >= DuplicateIndex.same)
          }
          try Self.insert(tokens, number, in: connection)
          all.append(tokens)
        }
      }
      #expect(truth.count > 100)
      let recall = Double(found.count { $0 }) / Double(max(1, found.count))
      #expect(recall >= 0.98, "\(recall) of \(truth.count), \(seed)")
      for (best, isFound) in zip(truth, found) where best >= 0.65 { #expect(isFound, "\(best), \(seed)") }
    }
  }

  /// A copy of an earlier one with some of its numbers changed, or a new one of a shop.
  static func tokens(
    _ number: Int, _ shops: [[UInt64]], _ all: [Tokens], _ random: inout SeededGenerator
  ) -> Tokens {
    if number > 50, number % 2 == 0, let copied = all.randomElement(using: &random) {
      var hashes = copied.hashes
      let changes = Int.random(in: 0...hashes.count / 3, using: &random)
      for _ in 0..<changes { hashes[Int.random(in: 0..<hashes.count, using: &random)] = random.next() }
      return Tokens(hashes)
    }
    let own = (0..<Int.random(in: 7...40, using: &random)).map { _ in
      // Short numbers are on many receipts.
      Bool.random(using: &random) ? random.next() : UInt64.random(in: 0..<900, using: &random)
    }
    return Tokens(own + (shops.randomElement(using: &random) ?? []))
  }

  static func insert(_ tokens: Tokens, _ number: Int, in connection: Connection) throws {
    let id = ReceiptID(high: 1, low: UInt64(number))
    try connection.run(
      """
      INSERT INTO receiptshake_receipts (receipt, id, shake, user_id, campaign, at, state, signs, picture, tokens)
      VALUES (?1, ?2, ?2, ?2, ?2, 0, 1, '', ?2, ?3)
      """, .integer(Int64(number + 1)), .id(id), .blob(tokens.bytes))
    try DuplicateIndex(connection: connection).add(tokens, as: Int64(number + 1))
  }
}

extension DuplicateTests.Case {
  func applied(to paper: Paper) -> Paper { paper.with(change) }
}

extension Identity {
  /// Of a receipt of which nothing is known but its numbers.
  init(tokens: Tokens, number: Int) {
    self.init(
      picture: Array(repeating: UInt8(number & 255), count: 16), purchase: Purchase(byTime: nil, byNumber: nil),
      look: nil, tokens: tokens)
  }
}
