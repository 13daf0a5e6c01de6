import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// From the picture's reading to the coins.
@Suite struct StoryTests {
  @Test func aReceiptPaysOnce() throws {
    try Till.with { till in
      let reply = try till.hand(Paper(), key: "one")
      #expect(reply.word == "won 10", "\(reply)")
      #expect(try till.coins() == 10)
      #expect(try till.hand(Paper(), key: "one").document["replayed"] == true)
      #expect(try till.hand(Paper()).word == "receiptshake.used-already")
      #expect(try till.coins() == 10)
      let page = try till.run(["receipt", "show", reply.receipt])
      #expect(page.document["state"] == "counted")
      try till.expectWhole()
    }
  }

  /// The user hears one sentence whoever was first; the desk hears what it means and where to look, and no more.
  @Test func usedAlreadyIsExplainedToTheDesk() throws {
    try Till.with { till in
      let first = try till.hand(Paper())
      try till.home.done("user create --external-id ben --if-not-exists")
      let second = try till.hand(Paper().with { $0.shot = 3 }, by: "ben")
      #expect(second.word == "receiptshake.used-already")
      let shake = try till.home.done("shake list --user ben --quiet").trimmingCharacters(in: .newlines)
      let ada = try till.home.done("user show ada --quiet").trimmingCharacters(in: .newlines)
      for role in ["support", "integrator"] {
        let token = "\(till.home.path)/\(role).token"
        try till.home.done("token create \(role) --role \(role) --output \(token)")
        let told = try till.home.done("--as \(token) shake explain \(shake)")
        for words in [
          "a receipt counts once", "qix receipt find --image", "qix receipt review", "Support and operators",
        ] {
          #expect(told.contains(words), "\(told)")
        }
        #expect(!told.contains(ada) && !told.contains(first.receipt))
      }
    }
  }

  @Test func aDryRunChangesNothing() throws {
    try Till.with { till in
      try till.hand(Paper())
      let before = try till.home.contents()
      let other = Paper(date: "2027-01-10", number: "9", total: 777, items: [], others: ["REF 123456789"], shot: 2)
      let reply = try till.hand(other, dryRun: true)
      #expect(reply.word == "won 10" && reply.receipt.isEmpty, "\(reply)")
      #expect(try till.home.contents() == before)
    }
  }

  /// What isn't sure is not guessed.
  @Test(arguments: ["total", "date"])
  func whatIsNotSureWaitsForAPerson(_ field: String) throws {
    try Till.with { till in
      let reply = try till.hand(Paper().with { $0.unsure = [field] }, key: "k")
      #expect(reply.word == "waits" && reply.exitCode == 0)
      #expect(reply.document["waits"] == "receiptshake.in-review")
      #expect(try till.coins() == 0)
      let again = try till.hand(Paper().with { $0.unsure = [field] }, key: "k")
      #expect(again.word == "waits" && again.document["replayed"] == true, "\(again)")
      let queue = try till.run(["receipt", "review", "list"])
      #expect(queue.document["open"] == 1)
      let shakes = try till.run(["shake", "list", "--user", "ada"])
      #expect(shakes.document["shakes"]?.array?.map { $0["outcome"] } == ["waits"])
      #expect(queue.document["receipts"]?.array?.first?["signs"] == [.string(field)])
      try till.expectWhole()
    }
  }

  @Test func whatSaysNothingIsRefused() throws {
    try Till.with { (till: Till) throws in
      let bare = Paper(merchant: nil, date: nil, time: nil, number: nil, total: nil, items: [], others: ["HELLO"])
      #expect(try till.hand(bare).word == "receiptshake.unreadable")
      #expect(try till.count("SELECT count(*) FROM receiptshake_receipts") == 0)
    }
  }

  /// A picture's bytes, text and numbers are nowhere in the database as they are.
  @Test func nothingOfItCanBeReadInTheFile() throws {
    try Till.with { till in
      try till.hand(Paper())
      try till.hand(Paper(number: "SECRET-991188", total: 4_321, unsure: ["total"], others: ["CANARY 88112233445"]))
      let all = try till.home.contents().joined(separator: "\n")
      for secret in ["ACME MARKET", "01234567890", "VIA ROMA", "88112233445", "SECRET-991188", "ESPRESSO"] {
        let hex = secret.utf8.map { String($0, radix: 16, uppercase: true) }.joined()
        #expect(!all.contains(secret) && !all.contains(hex), "\(secret)")
      }
    }
  }

  @Test func oneUserCantFillTheQueue() throws {
    try Till.with { (till: Till) throws in
      for number in 1...3 {
        let paper = Paper(
          date: "2027-01-0\(number)", number: "\(number)", unsure: ["total"], others: ["REF \(number)77\(number)5112"],
          shot: number)
        #expect(
          try till.hand(
            paper.with {
              $0.items = []; $0.total = 700 + Int64(number) * 13; $0.time = "1\(number):00"
            }
          ).word == "waits")
      }
      let fourth = Paper(
        date: "2027-01-09", number: "4", total: 999, items: [], unsure: ["total"], others: ["X 99881"], shot: 9)
      #expect(try till.hand(fourth).word == "receiptshake.too-many-reviews")
      #expect(try till.hand(fourth, by: "ben").word == "waits")
    }
  }

  @Test func doctorTellsOfReviewsThatNobodyDecides() throws {
    try Till.with { till in
      try till.hand(Paper().with { $0.unsure = ["total"] })
      #expect(try !till.home.qix("doctor").output.contains("been in review"))
      till.home.clock.advance(byMicroseconds: 4 * Timestamp.day)
      #expect(try till.home.qix("doctor").output.contains("been in review for more than 3 days"))
    }
  }
}
