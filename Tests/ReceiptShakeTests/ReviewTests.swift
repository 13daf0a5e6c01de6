import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixReceipts
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// What people decide, and what is paid by it.
@Suite struct ReviewTests {
  private static let byAmount: JSONValue = ["per-unit": ["coins": 1]]
  private static let amount: JSONObject = ["currency": "EUR", "units": "amount"]

  private func waiting(_ till: Till, _ paper: Paper = Paper(), field: String = "total") throws -> String {
    let reply = try till.hand(paper.with { $0.unsure = [field] })
    try #require(reply.word == "waits", "\(reply)")
    return reply.receipt
  }

  /// A reviewer sees the field that is doubtful, also where it shares its place, and amounts as people write them.
  @Test func doubtIsDrawnOverWhatIsSure() throws {
    var receipt = Paper().with { $0.unsure = ["date"] }.receipt
    (receipt.width, receipt.height) = (600, 900)
    let one = ReviewDrawing(receipt: receipt, picture: []).svg()
    #expect(one.split(separator: "<rect").count == 2 && one.contains("#dc3545") && !one.contains("#198754"))
    #expect(one.contains("date, time") && one.contains("12.40 EUR") && one.contains("(50 %)"), "\(one)")
    receipt.merchant?.place = Box(x: 10, y: 10, width: 90, height: 20)
    let two = ReviewDrawing(receipt: receipt, picture: []).svg()
    let (sure, doubtful) = (two.range(of: "#198754"), two.range(of: "#dc3545"))
    #expect(try #require(sure).lowerBound < (try #require(doubtful)).lowerBound)
  }

  @Test func approvingPaysOnce() throws {
    try Till.with(Self.amount, award: Self.byAmount) { till in
      let receipt = try waiting(till)
      let decision = try till.decide("approve", receipt)
      #expect(decision.exitCode == 0 && decision.document["coins"] == 12, "\(decision)")
      #expect(try till.coins() == 12)
      let again = try till.decide("approve", receipt)
      #expect(again.exitCode == 5 && again.error == "receiptshake.decided-already")
      #expect(try till.coins() == 12)
      let shown = try till.run(["shake", "show", decision.document["shake"]?.string ?? ""])
      #expect(shown.document["paid"] == 12 && shown.document["waits"] == .null && shown.document["outcome"] == "won")
      let listed = try JSONValue(parsing: till.home.done("shake list --json"))["shakes"]?.array?.first
      #expect(listed?["outcome"] == "won" && listed?["coins"] == 12, "\(listed as Any)")
      let steps = try till.home.done("shake explain \(decision.document["shake"]?.string ?? "") --json")
      #expect(steps.contains("settle") && steps.contains("12 coins more were paid"))
      try till.expectWhole()
    }
  }

  @Test func rejectingPaysNothing() throws {
    try Till.with { till in
      let receipt = try waiting(till)
      #expect(try till.decide("reject", receipt).document["state"] == "rejected")
      #expect(try till.decide("reject", receipt).exitCode == 5)
      #expect(try till.decide("approve", receipt).exitCode == 5)
      #expect(try till.coins() == 0)
      // Who was rejected may bring a better picture, and so may the one whom the paper was taken from; the same picture
      // says nothing new.
      #expect(try till.hand(Paper().with { $0.unsure = ["total"] }, by: "ben").word == "receiptshake.picture-known")
      let again = try till.hand(Paper().with { $0.shot = 2 }, by: "ben")
      #expect(again.word == "waits")
      let why = try till.run(["receipt", "review", "show", again.receipt]).document
      #expect("\(why)".contains("rejected"), "\(why)")
      // One that waits isn't rejected: it counts against everybody else.
      #expect(try till.hand(Paper().with { $0.shot = 3 }).word == "receiptshake.used-already")
      try till.expectWhole()
    }
  }

  /// A reason, and who it was: in the audit log.
  @Test func eachDecisionIsAudited() throws {
    try Till.with { till in
      let receipt = try waiting(till)
      let silent = try till.run(["receipt", "review", "approve", receipt])
      #expect(silent.exitCode == 2 && silent.error == "receiptshake.reason-needed")
      _ = try till.decide("approve", receipt, because: "the total is 12.40")
      _ = try till.decide("correct", receipt, ["--total", "12.41", "--again"], because: "it is 12.41")
      _ = try till.decide("reject", receipt, ["--again"], because: "drawn")
      for (verb, reason) in [("approve", "the total is 12.40"), ("correct", "it is 12.41"), ("reject", "drawn")] {
        let log = try till.home.done("audit show --action receiptshake.\(verb) --json")
        #expect(log.contains(reason) && log.contains(receipt), "\(verb)")
      }
    }
  }

  @Test func correctingPaysTheDifference() throws {
    try Till.with(Self.amount, award: Self.byAmount) { till in
      let paid = try till.hand(Paper())
      #expect(paid.word == "won 12")
      let more = try till.decide("correct", paid.receipt, ["--total", "20.99"])
      #expect(more.document["before"] == 12 && more.document["coins"] == 8, "\(more)")
      #expect(try till.coins() == 20)
      #expect(try till.decide("correct", paid.receipt, ["--total", "20.99", "--again"]).document["coins"] == 0)
      let less = try till.decide("correct", paid.receipt, ["--total", "5.10", "--again"])
      #expect(less.document["coins"] == -15 && less.document["short"] == 0, "\(less)")
      let back = try #require(less.document["transfer"]?.string)
      #expect(try till.home.done("coins show \(back) --json").contains("reverse"))
      #expect(try till.coins() == 5)
      try till.expectWhole()
      #expect(try till.decide("reject", paid.receipt, ["--again"]).document["coins"] == -5)
      #expect(try till.coins() == 0)
      #expect(try till.decide("correct", paid.receipt, ["--total", "12.40", "--again"]).document["coins"] == 12)
      #expect(try till.coins() == 12)
      try till.expectWhole()
    }
  }

  /// What the user has spent is owed.
  @Test func whatIsSpentIsOwed() throws {
    try Till.with(Self.amount, award: Self.byAmount) { till in
      let paid = try till.hand(Paper())
      try till.home.done("coins redeem --from ada --amount 9 --idempotency-key spent")
      let rejected = try till.decide("reject", paid.receipt)
      #expect(
        rejected.document["coins"] == -12 && rejected.document["owed"] == 9 && rejected.document["short"] == 0,
        "\(rejected)")
      let shown = try till.run(["shake", "show", rejected.document["shake"]?.string ?? ""]).document
      #expect(shown["outcome"] == "refused" && shown["refusal"] == "receiptshake.rejected" && shown["paid"] == 0)
      #expect(shown["message"]?.string == "we checked your receipt, and it doesn't count")
      #expect(try till.coins() == 0)
      try till.expectWhole()
      try till.home.done("coins issue --to ada --amount 10")
      #expect(try till.coins() == 1)
      try till.expectWhole()
    }
  }

  /// The pipeline's own rules: caps cut, a spent budget decides nothing, the campaign's end doesn't matter.
  @Test func capsAndBudgetHold() throws {
    try Till.with(Self.amount, award: Self.byAmount, caps: ["coins-per-user": 15], budget: 20) { till in
      let first = try waiting(till)
      let second = try waiting(
        till, Paper(date: "2027-01-10", number: "77", total: 1_500, items: [], others: ["R 5566771"], shot: 2))
      #expect(try till.decide("approve", first).document["coins"] == 12)
      let cut = try till.decide("approve", second)
      #expect(cut.document["coins"] == 3 && cut.document["short"] == 12, "\(cut)")
      let third = try till.hand(
        Paper(
          date: "2027-01-11", number: "78", total: 900, items: [], unsure: ["total"], others: ["R 8811220"], shot: 3),
        by: "ben")
      let empty = try till.decide("approve", third.receipt)
      #expect(empty.exitCode == 6 && empty.error == "shakes.budget-spent", "\(empty)")
      #expect(try till.run(["receipt", "review", "list"]).document["open"] == 1)
      try till.home.done("campaign fund summer --amount 100")
      #expect(try till.decide("approve", third.receipt).document["coins"] == 9)
      try till.expectWhole()
    }
  }

  @Test func whatWasHandedInInTimeIsPaidBehindTheEnd() throws {
    try Till.with { till in
      let receipt = try waiting(till)
      till.home.clock.advance(byMicroseconds: 70 * Timestamp.day)
      #expect(try till.hand(Paper().with { $0.shot = 2 }).error == "shakes.over")
      #expect(try till.decide("approve", receipt).document["coins"] == 10)
      try till.expectWhole()
    }
  }

  @Test func theRulesHoldForWhatPeopleSay() throws {
    try Till.with(["currency": "EUR", "minimum-spend": 10, "age": "P30D"]) { till in
      let receipt = try waiting(till, Paper().with { $0.total = nil })
      let missing = try till.decide("approve", receipt)
      #expect(missing.exitCode == 6 && missing.error == "receiptshake.fields-missing", "\(missing)")
      #expect(try till.decide("correct", receipt, ["--total", "9.99"]).error == "receiptshake.too-little")
      #expect(
        try till.decide("correct", receipt, ["--total", "10.00", "--date", "2026-11-01"]).error
          == "receiptshake.too-old")
      #expect(try till.coins() == 0)
      #expect(try till.decide("correct", receipt, ["--total", "10.00"]).document["coins"] == 10)
      for (option, value) in [
        ("total", "-1"), ("total", "1e3"), ("total", "12.345"), ("date", "yesterday"), ("time", "25:00"),
        ("currency", "XYZ"), ("item", "COLA"),
      ] {
        let wrong = try till.decide("correct", receipt, ["--\(option)", value, "--again"])
        #expect(wrong.exitCode == 2, "--\(option) \(value): \(wrong)")
      }
    }
  }

  /// Two that are told apart by a misread number alone are one, and the desk is told.
  @Test func correctingIntoAnotherReceiptIsAConflict() throws {
    try Till.with { till in
      let first = try till.hand(Paper())
      let second = try till.hand(
        Paper(date: "2027-01-10", number: "77", total: 1_500, items: [], others: ["R 5566771"], shot: 2), by: "ben")
      let clash = try till.decide(
        "correct", second.receipt, ["--date", "2027-01-14", "--total", "12.40", "--transaction", "0042-7781"])
      #expect(clash.exitCode == 5 && clash.message.contains(first.receipt), "\(clash)")
    }
  }

  /// Killed at any write or sync: the decision is there with its coins, or neither is; said again it is done once.
  @Test func killedInTheMiddle() throws {
    try Till.with(Self.amount, award: Self.byAmount, budget: 100_000) { till in
      let other = till.home.database
      _ = try other.read { try $0.first("SELECT 1") { $0.integer(0) } }
      let disk = FaultyDisk()
      var broken = till
      broken.home.engine = disk.engine
      var number = 0
      for fault in FaultyDisk.Fault.allCases {
        var operation = 1
        var cameAbout = true
        while cameAbout {
          number += 1
          let user = "user-\(number)"
          try till.home.done("user create --external-id \(user)")
          let paper = Paper(
            // A minute of its own: two of one minute without items have to be compared.
            date: "2027-01-\(10 + number % 5)", time: "\(10 + number / 50):\(10 + number % 50)", number: "N\(number)",
            total: 1_240, items: [], unsure: ["total"],
            others: (0..<9).map { "R \(number)00\($0)7" }, shot: 99)
          var reading = paper.reading
          reading["look"] = nil
          let handed = try till.run(
            ["shake", "receipt", "--user", user, "--campaign", "summer", "--image", try till.picture(reading)])
          try #require(handed.word == "waits", "\(handed)")
          disk.fail(fault, at: operation)
          let first = try broken.decide("approve", handed.receipt)
          cameAbout = disk.failures > 0
          disk.heal()
          let state = try till.run(["receipt", "show", handed.receipt]).document["state"]
          let coins = try till.coins(of: user)
          #expect((state == "approved") == (coins == 12), "\(fault) \(operation): \(state ?? .null), \(coins)")
          if first.exitCode != 0, state == "review" {
            #expect(try till.decide("approve", handed.receipt).document["coins"] == 12)
          }
          #expect(try till.coins(of: user) == 12, "\(fault) at \(operation)")
          operation += 1
          if number > 200 { break }
        }
      }
      try till.expectWhole()
      withExtendedLifetime(other) {}
    }
  }

  @Test func eightAtOncePayOnce() throws {
    try Till.with { till in
      let receipt = try waiting(till)
      let replies = try inParallel(8) { _ in try till.decide("approve", receipt) }
      #expect(replies.count { $0.exitCode == 0 } == 1)
      #expect(try till.coins() == 10)
    }
  }

  @Test func thePictureIsDrawnAndGoesInTime() throws {
    try Till.with { till in
      let receipt = try waiting(till, Paper().with { $0.merchant = "A&B <script>" })
      let path = "\(till.home.path)/review.svg"
      let masked = try till.home.qix("receipt review show \(receipt)")
      #expect(masked.exitCode == 0 && !masked.output.contains("A&B") && !masked.output.contains("12.40"))
      #expect(try till.home.qix("receipt review show \(receipt) --svg \(path)").exitCode == 2)
      let words = ["receipt", "review", "show", receipt, "--svg", path, "--reveal", "--reason", "queue"]
      let shown = try till.home.qix(words)
      #expect(shown.exitCode == 0 && shown.output.contains("A&B"), "\(shown.errors)")
      let svg = try String(contentsOfFile: path, encoding: .utf8)
      #expect(svg.contains(Paper.png) && svg.contains("A&amp;B &lt;script&gt;") && svg.contains("total"))
      #expect(try XMLDocumentCheck.isWellFormed(svg))
      #expect(try till.home.done("audit show --action access.reveal --json").contains(receipt))
      // Kept for thirty days, then gone with the lines; the decision can still be made.
      till.home.clock.advance(byMicroseconds: 29 * Timestamp.day)
      #expect(try JSONValue(parsing: till.home.done("receipt expire --json"))["pictures"] == 0)
      till.home.clock.advance(byMicroseconds: 2 * Timestamp.day)
      #expect(try JSONValue(parsing: till.home.done("receipt expire --dry-run --json"))["pictures"] == 1)
      #expect(try JSONValue(parsing: till.home.done("receipt expire --json"))["pictures"] == 1)
      #expect(try till.count("SELECT count(*) FROM receiptshake_pictures") == 0)
      #expect(try till.home.qix(words + ["--force"]).exitCode == 3)
      #expect(try till.decide("approve", receipt).exitCode == 0)
      try till.expectWhole()
    }
  }

  /// A page shows it beside the fields, and lays the boxes over it itself.
  @Test func thePictureIsAFileForThoseWhoReview() throws {
    try Till.with { till in
      let receipt = try waiting(till)
      let words = ["receipt", "picture", receipt]
      let (reveal, show) = (["--reveal", "--reason", "queue"], ["receipt", "review", "show", receipt])
      #expect(try till.home.qix(words).exitCode == 2)
      let onScreen = try till.home.qix(words + reveal, isTerminal: true)
      #expect(onScreen.exitCode == 2 && onScreen.errors.contains("\(receipt).png"), "\(onScreen)")
      #expect(try till.home.qix(words + reveal).output.contains("IHDR"))
      #expect(try till.home.done("audit show --action access.reveal --json").contains(receipt))
      let masked = try till.run(show).document["picture"]
      #expect(masked?["until"]?.string != nil && masked?["width"] == nil && masked?["boxes"]?.array?.isEmpty == true)
      let place = try till.run(show + reveal).document["picture"]
      let total = place?["boxes"]?.array?.first { $0["field"] == "total" }
      #expect(place?["width"] == 600 && place?["height"] == 1_200)
      #expect(
        total?["x"] == 40 && total?["y"] == 60 && total?["width"] == 500 && total?["height"] == 30, "\(place as Any)")
      // Auditors may look at neither.
      let file = "\(till.home.path)/auditor.token"
      try till.home.done("token create eye --role auditor --output \(file)")
      #expect(try till.home.qix(["--as", file] + words + reveal).exitCode == 4)
      till.home.clock.advance(byMicroseconds: 31 * Timestamp.day)
      try till.home.done("receipt expire")
      #expect(try till.run(show + reveal).document["picture"] == nil)
      let gone = try till.home.qix(words + reveal)
      #expect(gone.exitCode == 3 && gone.errors.contains("is not stored"), "\(gone)")
    }
  }
}

/// Whether a text is XML, by Foundation's parser.
enum XMLDocumentCheck {
  static func isWellFormed(_ text: String) throws -> Bool {
    var open: [Substring] = []
    for part in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
      guard let end = part.firstIndex(of: ">") else { return false }
      let tag = part[..<end]
      if tag.hasPrefix("/") {
        guard open.popLast().map({ $0 == tag.dropFirst() }) ?? false else { return false }
      } else if !tag.hasSuffix("/") {
        open.append(tag.prefix { !$0.isWhitespace })
      }
    }
    return open.isEmpty
  }
}
