import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// What the desk's pages tell.
@Suite struct DeskPageTests {
  private static let unsure = Paper().with { $0.unsure = ["total"] }

  /// Moments within the sentences of a page are those of its zone, as its other moments are.
  @Test func settlementsAreToldInTheZone() throws {
    try Till.with { till in
      let reply = try till.hand(Self.unsure)
      _ = try till.decide("approve", reply.receipt)
      let steps = try till.home.done("--zone Europe/Rome shake explain \(reply.shake)")
      #expect(steps.contains("+01:00: 1 units") && !steps.contains("Z: 1 units"), "\(steps)")
      // Programs have UTC.
      let json = try till.home.done("--zone Europe/Rome shake explain \(reply.shake) --json")
      #expect(json.contains("Z: 1 units"), "\(json)")
    }
  }

  /// A user's shakes are what the desk finds first.
  @Test func aReceiptIsFoundByItsShake() throws {
    try Till.with { till in
      let reply = try till.hand(Self.unsure)
      for words in [["receipt", "show"], ["receipt", "review", "show"]] {
        #expect(try till.run(words + [reply.shake]).document["receipt"]?.string == reply.receipt, "\(words)")
      }
      #expect(try till.run(["receipt", "show", "shk_\(reply.shake.suffix(6))"]).exitCode == 0)
      #expect(try till.decide("approve", reply.shake).document["receipt"]?.string == reply.receipt)
      let other = try till.run(["receipt", "show", "shk_01m7w9tzg3f7fs9hn862jj74bb"])
      #expect(other.exitCode == 3 && other.error == "receiptshake.receipt-not-found", "\(other)")
      #expect(try till.run(["receipt", "show", "usr_01m7w9tzg3f7fs9hn862jj74bb"]).exitCode == 2)
    }
  }

  /// A receipt whose items aren't shown isn't one without items.
  @Test func itemsThatAreNotShownAreNotNone() throws {
    try Till.with { till in
      let receipt = try till.hand(Self.unsure).receipt
      let empty = try till.hand(
        Paper(
          date: "2027-01-10", number: "77", total: 900, items: [], unsure: ["total"], others: ["R 5566771"], shot: 2))
      let file = "\(till.home.path)/auditor.token"
      try till.home.done("token create eye --role auditor --output \(file)")
      let reveal = ["--reveal", "--reason", "queue"]
      func page(_ words: [String]) throws -> String { try till.home.qix(words).output }
      for words in [["receipt", "show", receipt], ["--as", file, "receipt", "show", receipt]] {
        let told = try page(words)
        #expect(told.contains("Items\nmasked; operators") && !told.contains("none"), "\(told)")
      }
      #expect(try page(["receipt", "show", receipt] + reveal).contains("ACME COLA"))
      #expect(try page(["receipt", "show", empty.receipt] + reveal).contains("Items\nnone"))
      try till.home.done("user erase ada --confirm ada")
      #expect(try page(["receipt", "show", receipt]).contains("Items\nerased with the user"))
    }
  }

  /// What was corrected is as personal as what the receipt says; what was paid is for all who see the page.
  @Test func correctionsAndPaymentsAreTold() throws {
    try Till.with(["currency": "EUR", "units": "amount"], award: ["per-unit": ["coins": 1]]) { till in
      let receipt = try till.hand(Self.unsure).receipt
      _ = try till.decide("correct", receipt, ["--total", "20.99", "--merchant", "BRAVO"])
      till.home.clock.advance(byMicroseconds: 31 * Timestamp.day)
      // The history stays where picture and lines go.
      try till.home.done("receipt expire")
      _ = try till.decide("correct", receipt, ["--item", "1 TEA 5.10", "--total", "5.10", "--again"])
      _ = try till.decide("reject", receipt, ["--again"])
      for words in [["receipt", "show", receipt], ["receipt", "review", "show", receipt]] {
        let masked = try till.run(words).document
        #expect(masked["corrected"] == nil && !masked.text().contains("20.99"), "\(masked.text())")
        #expect(masked["paid"]?.array?.compactMap { $0["coins"]?.integer } == [20, -15, -5], "\(masked.text())")
        let shown = try till.run(words + ["--reveal", "--reason", "queue"]).document
        let corrected = (shown["corrected"]?.array ?? []).map { row in
          ["field", "before", "after"].map { row[$0]?.string }
        }
        #expect(
          corrected == [
            ["merchant", "ACME MARKET SRL", "BRAVO"], ["total", "12.40 EUR", "20.99 EUR"],
            ["total", "20.99 EUR", "5.10 EUR"],
            [
              "items",
              "2 ACME COLA 330ML 2.98 EUR, 1 BREAD WHITE 500G 1.90 EUR, 1 ESPRESSO BEANS 1KG 7.52 EUR",
              "1 TEA 5.10 EUR",
            ],
          ], "\(shown.text())")
      }
      let export = try till.home.qix(
        ["user", "export", "ada", "--reveal", "--reason", "asked for it", "--output", "-"])
      #expect(export.output.contains("\"alterations\""), "\(export.errors)")
      try till.expectWhole()
    }
  }
}
