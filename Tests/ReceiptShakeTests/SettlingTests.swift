import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// Shakes that wait, whatever the campaign's award is.
@Suite struct SettlingTests {
  private static let unsure = Paper().with { $0.unsure = ["total"] }

  /// The lot is drawn when the user shakes, and is the one that pays.
  @Test func aLotIsDrawnWhenTheUserShakes() throws {
    try Till.with(award: ["weighted": [["coins": 0, "weight": 1], ["coins": 7, "weight": 1]]], budget: 1_000) { till in
      var sum: Int64 = 0
      for number in 1...6 {
        try till.home.done("user create --external-id u\(number)")
        let paper = Paper(
          date: "2027-01-0\(number)", number: "N\(number)", total: 700 + Int64(number), items: [], unsure: ["total"],
          others: (0..<9).map { "R \(number)1\($0)7\(number)" }, shot: number)
        let reply = try till.hand(paper, by: "u\(number)")
        try #require(reply.word == "waits", "\(reply)")
        let drawn = try till.run(["shake", "show", reply.shake]).document["drawn"]
        let decision = try till.decide("approve", reply.receipt)
        let coins = decision.document["coins"]?.integer ?? -1
        #expect(coins == (drawn == "1" ? 7 : 0), "\(decision), drawn \(drawn ?? .null)")
        #expect(try till.run(["shake", "show", reply.shake]).document["drawn"] == drawn)
        sum += coins
      }
      #expect(try till.count("SELECT sum(coins) FROM shakes_settlements") == sum)
      try till.expectWhole()
    }
  }

  /// A prize that isn't coins is given when its receipt is approved, once; while none is left, nothing is decided.
  @Test func aPrizeIsGivenWhenItsReceiptIsApproved() throws {
    try Till.with { till in
      try till.home.done("voucher generate tea --count 1 --title Tea")
      try till.home.done("reward create cup --brand Acme --title Cup --delivery voucher:tea --price 10")
      try till.home.done("reward publish cup")
      let caps: JSONValue = ["wins-per-user": 1]
      try till.campaign("gifts", award: ["weighted": [["gift": "reward:cup", "weight": 1]]], caps: caps, budget: 20)
      let other = Paper(
        date: "2027-01-02", number: "N2", total: 700, items: [], unsure: ["total"],
        others: (0..<9).map { "R 21\($0)72" }, shot: 2)
      let replies = [try till.hand(Self.unsure, in: "gifts"), try till.hand(other, by: "ben", in: "gifts")]
      for reply in replies { try #require(reply.word == "waits", "\(reply)") }
      #expect(try till.decide("approve", replies[0].receipt).exitCode == 0)
      let shown = try till.run(["shake", "show", replies[0].shake]).document
      #expect(shown["outcome"] == "won" && shown["prize"] == "reward:cup" && shown["paid"] == 0, "\(shown)")
      #expect(shown["given"]?.string?.hasPrefix("rdm_") == true)
      let none = try till.decide("approve", replies[1].receipt)
      #expect(none.error == "vouchers.none-left", "\(none)")
      #expect(try till.count("SELECT count(*) FROM shakes_settlements") == 1)
      #expect(try till.coins(of: "ben") == 0)
      try till.expectWhole()
      try till.home.done("voucher generate tea --count 1")
      #expect(try till.decide("approve", replies[1].receipt).exitCode == 0)
      // What was given can't be taken back, and isn't given twice.
      #expect(try till.decide("reject", replies[0].receipt, ["--again"]).exitCode == 0)
      let report = try till.run(["campaign", "report", "gifts"]).document
      #expect(report["prizes"]?.array?.first?["given"] == 2 && report["winners"] == 2, "\(report)")
      #expect(report["available"] == 0)
      try till.expectWhole()
    }
  }

  @Test func aPotIsEmptiedByALotOfBefore() throws {
    let pot: JSONValue = ["jackpot": ["start": 50, "step": 5, "most": 100, "odds": 1]]
    try Till.with(award: pot, budget: 1_000) { till in
      let reply = try till.hand(Self.unsure)
      #expect(reply.word == "waits")
      #expect(try till.count("SELECT pot FROM shakes_totals") == 55)
      #expect(try till.decide("approve", reply.receipt).document["coins"] == 55)
      #expect(try till.count("SELECT pot FROM shakes_totals") == 50)
      try till.expectWhole()
    }
  }

  /// What a tier multiplies is multiplied later too.
  @Test func awardsAreMultipliedAsTheyWere() throws {
    try Till.with(award: ["fixed": 10], budget: 1_000) { till in
      try till.home.done("tier create silver --from 1 --multiplier 1.5")
      try till.home.done("campaign rules summer --multiplier tier")
      try till.home.done("coins issue --to ada --amount 5 --idempotency-key start")
      till.home.clock.advance(byMicroseconds: 1_000_000)
      let reply = try till.hand(Self.unsure)
      #expect(try till.decide("approve", reply.receipt).document["coins"] == 15)
      try till.expectWhole()
    }
  }

  /// Observers are told once, when it is known that the shake counts.
  @Test func badgesAreForWhatCounts() throws {
    try Till.with { till in
      try till.home.done("badge create bargain --title Bargain --shakes 1")
      let rejected = try till.hand(Self.unsure)
      #expect(try till.count("SELECT count(*) FROM badges_awards") == 0)
      _ = try till.decide("reject", rejected.receipt)
      #expect(try till.count("SELECT count(*) FROM badges_awards") == 0)
      _ = try till.decide("correct", rejected.receipt, ["--total", "12.40", "--again"])
      #expect(try till.count("SELECT count(*) FROM badges_awards") == 1)
      _ = try till.decide("correct", rejected.receipt, ["--total", "12.50", "--again"])
      #expect(try till.count("SELECT count(*) FROM badges_awards") == 1)
    }
  }

  /// A cap on wins counts what was won later, and what was taken back.
  @Test func capsOnWinsHold() throws {
    try Till.with(caps: ["wins-per-user": 1]) { till in
      let first = try till.hand(Self.unsure)
      let other = Paper(date: "2027-01-10", number: "77", total: 900, items: [], others: ["R 5566771"], shot: 2)
      #expect(try till.hand(other).word == "won 10")
      let refused = try till.decide("approve", first.receipt)
      #expect(refused.exitCode == 6 && refused.error == "campaigns.wins-per-user", "\(refused)")
      let paid = try till.run(["receipt", "list", "--user", "ada", "--state", "counted"])
      let id = try #require(paid.document["receipts"]?.array?.first?["receipt"]?.string)
      #expect(try till.decide("reject", id).document["coins"] == -10)
      #expect(try till.decide("approve", first.receipt).document["coins"] == 10)
      #expect(try till.count("SELECT wins FROM shakes_totals") == 1)
      #expect(try till.count("SELECT winners FROM shakes_totals") == 1)
      try till.expectWhole()
    }
  }

  /// `qix db check` sees what was settled behind its back.
  @Test func aSettlementThatNobodyPaidIsFound() throws {
    try Till.with { till in
      let reply = try till.hand(Self.unsure)
      _ = try till.decide("approve", reply.receipt)
      try till.home.unchecked.write(Change("test.tamper")) { connection, _ in
        try connection.run("DROP TRIGGER shakes_settlements_stay_as_they_are")
        try connection.run("UPDATE shakes_settlements SET coins = coins + 1")
      }
      let check = try till.home.qix("db check")
      #expect(check.exitCode == 7, "\(check.output)")
    }
  }

  /// A rejection keeps its sentence with its key; one of an earlier version keeps its text in English.
  @Test func aSettlementKeepsItsSentence() throws {
    try Till.with { till in
      let reply = try till.hand(Self.unsure)
      _ = try till.decide("reject", reply.receipt)
      #expect(
        try till.count(
          "SELECT count(*) FROM shakes_settlements WHERE sentence IS NULL AND told LIKE '%\"receiptshake.rejected\"%'")
          == 1)
      func message() throws -> JSONValue? { try till.run(["shake", "show", reply.shake]).document["message"] }
      #expect(try message() == "we checked your receipt, and it doesn't count")
      try till.home.unchecked.exclusively { connection in
        let trigger = try #require(connection.schemaObjects()["trigger shakes_settlements_stay_as_they_are"])
        try connection.execute(
          script: """
            DROP TRIGGER shakes_settlements_stay_as_they_are;
            UPDATE shakes_settlements SET sentence = 'this doesn''t count', told = NULL;
            \(trigger)
            """)
      }
      #expect(try message() == "this doesn't count")
      try till.expectWhole()
    }
  }

  @Test func theExportTellsOfSettlements() throws {
    try Till.with { till in
      let reply = try till.hand(Self.unsure)
      _ = try till.decide("approve", reply.receipt)
      let outcome = try till.home.qix(
        ["user", "export", "ada", "--reveal", "--reason", "asked for it", "--output", "-"])
      #expect(outcome.output.contains("\"settled\""), "\(outcome.errors)")
    }
  }
}
