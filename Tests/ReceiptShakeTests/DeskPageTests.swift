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
}
