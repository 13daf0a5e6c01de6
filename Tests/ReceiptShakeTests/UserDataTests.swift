import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

@Suite struct UserDataTests {
  @Test func erasureDestroysWhatItSaysAndStillKnowsIt() throws {
    try Till.with { till in
      #expect(try till.hand(Paper()).word == "won 10")
      let open = try till.hand(
        Paper(
          date: "2027-01-10", number: "77", total: 1_500, items: [], unsure: ["total"], others: ["R 5566771"], shot: 2))
      #expect(open.word == "waits")
      try till.home.done("user erase ada --confirm ada")
      #expect(try till.count("SELECT count(*) FROM receiptshake_pictures") == 0)
      #expect(try till.count("SELECT count(*) FROM receiptshake_receipts WHERE reading IS NOT NULL") == 0)
      #expect(try till.decide("approve", open.receipt).error == "receiptshake.receipt-erased")
      #expect(try till.run(["receipt", "show", open.receipt]).document["state"] == "erased")
      // Another picture of the same paper is still known.
      #expect(try till.hand(Paper().with { $0.shot = 3 }, by: "ben").word == "receiptshake.used-already")
      try till.expectWhole()
    }
  }

  @Test func receiptsGoToTheSurvivor() throws {
    try Till.with { till in
      let receipt = try till.hand(Paper().with { $0.unsure = ["total"] }).receipt
      try till.home.done("user merge ada --into ben")
      #expect(try till.run(["receipt", "list", "--user", "ben"]).document["receipts"]?.array?.count == 1)
      #expect(try till.decide("approve", receipt).document["coins"] == 10)
      #expect(try till.coins(of: "ben") == 10)
      try till.expectWhole()
    }
  }

  /// Else who hands in a receipt as each of ten trial users, and signs in as one, is paid for all of them.
  @Test func aReceiptThatWaitsKeepsItsCapsThroughAMerge() throws {
    try Till.with(caps: ["attempts-per-user-and-day": 1]) { till in
      let first = try till.hand(Paper().with { $0.unsure = ["total"] }).receipt
      let second = try till.hand(
        Paper(
          date: "2027-01-10", number: "77", total: 1_500, items: [], unsure: ["total"], others: ["R 5566771"], shot: 2),
        by: "ben")
      #expect(second.word == "waits")
      try till.home.done("user merge ada --into ben")
      #expect(try till.decide("approve", first).document["coins"] == 10)
      let refused = try till.decide("approve", second.receipt)
      #expect(refused.exitCode == 6 && refused.error == "campaigns.attempts-per-user-and-day", "\(refused)")
      #expect(try till.decide("reject", second.receipt).exitCode == 0)
      #expect(try till.coins(of: "ben") == 10)
      try till.expectWhole()
    }
  }

  @Test func theExportHasEveryReceipt() throws {
    try Till.with { till in
      try till.hand(Paper())
      try till.hand(
        Paper(
          date: "2027-01-10", number: "77", total: 1_500, items: [], unsure: ["total"], others: ["R 5566771"], shot: 2))
      let outcome = try till.home.qix([
        "user", "export", "ada", "--reveal", "--reason", "asked for it", "--output", "-",
      ])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      for part in ["receiptshake.export/1", "ACME MARKET SRL", "ACME COLA 330ML", Paper.png, "\"review\""] {
        #expect(outcome.output.contains(part), "\(part)")
      }
    }
  }
}
