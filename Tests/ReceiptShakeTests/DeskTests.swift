import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// What the desk can't do by mistake.
@Suite struct DeskTests {
  private static let unread = Paper(
    merchant: nil, tax: nil, address: nil, date: nil, time: nil, number: nil, total: 1_240, items: [],
    unsure: ["total"],
    others: ["A 910001", "B 920002", "C 930003", "D 940004"], shot: 2)
  private static let facts = ["--date", "2027-01-14", "--time", "14:03", "--total", "12.40", "--currency", "EUR"]

  /// A copy that can't be read says what the paid one says as soon as a person has typed it.
  @Test(arguments: [
    ["--merchant", "ACME MARKET SRL", "--transaction", "0042-7781"], ["--tax-number", "IT01234567890"],
    ["--merchant", "Acme Market"], [], ["--transaction", "NR 0042-7781"], ["--transaction", "427781"],
    ["--transaction", "DOC0000427781"],
  ])
  func aDuplicateIsNotCorrectedIntoAPayment(_ shop: [String]) throws {
    try Till.with { till in
      let paid = try till.hand(Paper())
      let copy = try till.hand(Self.unread, by: "ben")
      #expect(copy.word == "waits")
      let corrected = try till.decide("correct", copy.receipt, Self.facts + shop)
      #expect(corrected.exitCode == 5 && corrected.message.contains(paid.receipt), "\(corrected)")
      #expect(try till.coins(of: "ben") == 0)
      // A person who has compared them says that they are two.
      let apart = try till.decide("correct", copy.receipt, Self.facts + shop + ["--apart-from", paid.receipt])
      #expect(apart.document["coins"] == 10, "\(apart)")
      try till.expectWhole()
    }
  }

  /// The line of a user's time has their receipts, with what was decided, by whom and why.
  @Test func receiptsAreInTheUsersLine() throws {
    try Till.with { till in
      let paid = try till.hand(Paper())
      let waiting = try till.hand(Self.unread)
      _ = try till.decide("reject", waiting.receipt, [], because: "a copy")
      let line = try till.run(["user", "timeline", "ada", "--kind", "receipt"]).document["entries"]?.array ?? []
      #expect(line.map { $0["subject"]?.string } == [waiting.receipt, paid.receipt], "\(line)")
      #expect(line.map { $0["state"]?.string } == ["rejected", "counted"], "\(line)")
      #expect(line.first?["reason"] == "a copy" && line.first?["by"]?.string != nil, "\(line)")
    }
  }

  /// Two tills of one shop rarely take the same in one minute: who corrects has to have compared them.
  @Test func anotherNumberIsNotEnoughToBeAnother() throws {
    try Till.with { till in
      let paid = try till.hand(Paper())
      let copy = try till.hand(Self.unread, by: "ben")
      let facts = Self.facts + ["--merchant", "Acme Market", "--transaction", "0042-9911"]
      let corrected = try till.decide("correct", copy.receipt, facts)
      #expect(corrected.exitCode == 5 && corrected.message.contains(paid.receipt), "\(corrected)")
      let apart = try till.decide("correct", copy.receipt, facts + ["--apart-from", paid.receipt])
      #expect(apart.document["coins"] == 10, "\(apart)")
      try till.expectWhole()
    }
  }

  /// Nor into what the receipt says that it resembles: to see that one's name is not to compare the two.
  @Test func whatAForgeryResemblesIsNotPaidAgain() throws {
    try Till.with { till in
      let paid = try till.hand(Paper())
      let forged = try till.hand(Paper().with { ($0.shot, $0.total, $0.number) = (2, 9_344, "0042-7799") }, by: "ben")
      #expect(forged.word == "waits", "\(forged)")
      let page = try till.run(["receipt", "review", "show", forged.receipt])
      #expect(page.document["alike"]?.string == paid.receipt)
      let corrected = try till.decide("correct", forged.receipt, ["--total", "12.40", "--transaction", "0042-7781"])
      #expect(corrected.exitCode == 5 && corrected.message.contains(paid.receipt), "\(corrected)")
      #expect(try till.coins(of: "ben") == 0)
      try till.expectWhole()
    }
  }

  /// Of one paper that was rejected that is told, however many others are likelier; the very picture of it wasn't used.
  @Test func aRejectionIsToldAgain() throws {
    try Till.with { till in
      let waiting = try till.hand(Paper().with { $0.unsure = ["total"] })
      _ = try till.decide("reject", waiting.receipt)
      #expect(try till.hand(Paper().with { $0.unsure = ["total"] }).word == "receiptshake.rejected")
      // Nobody's paper was used, so others aren't told that it was.
      #expect(try till.hand(Paper().with { $0.unsure = ["total"] }, by: "ben").word == "receiptshake.picture-known")
      // Another day's, with nearly all of its numbers.
      let other = Paper().with { ($0.shot, $0.date, $0.number) = (5, "2027-01-13", "0041-5512") }
      #expect(try till.hand(other, by: "ben").exitCode == 0)
      let again = try till.hand(Paper().with { ($0.shot, $0.others) = (6, ["A 910001"]) }, by: "ben")
      let page = try till.run(["receipt", "review", "show", again.receipt])
      #expect(page.document["signs"]?.text().contains("rejected") == true, "\(again) \(page.document.text())")
      try till.expectWhole()
    }
  }

  /// The desk is told of the whole paper, and can't pay its folded copy by typing what is left of it.
  @Test func aFoldedCopyIsNotCorrectedIntoAPayment() throws {
    let products: JSONObject = ["currency": "EUR", "products": [["name": "Acme Cola"]]]
    try Till.with(products) { till in
      let folded = Paper().with {
        ($0.shot, $0.merchant, $0.tax, $0.address) = (2, nil, nil, nil)
        ($0.time, $0.number, $0.others) = (nil, nil, ["GRAZIE"])
        $0.items = [("ACNE COLX 330ML", 2, 298)]
      }
      let paid = try till.hand(Paper())
      let copy = try till.hand(folded, by: "ben")
      #expect(copy.word == "waits")
      let page = try till.run(["receipt", "review", "show", copy.receipt])
      #expect(page.document["alike"]?.string == paid.receipt)
      #expect(page.document["signs"]?.text().contains("same-day") == true, "\(page.document.text())")
      // One that was alike to nothing when it was handed in is asked about.
      let other = try till.hand(folded.with { ($0.shot, $0.date, $0.unsure) = (3, "2027-01-13", ["total"]) }, by: "ben")
      let words = ["--date", "2027-01-14", "--item", "2 ACME COLA 2.98", "--merchant", "ACME MARKET"]
      let corrected = try till.decide("correct", other.receipt, words)
      #expect(corrected.exitCode == 5, "\(corrected)")
      #expect(try till.coins(of: "ben") == 0)
      try till.expectWhole()
    }
  }

  @Test func anotherShopsReceiptIsNoDuplicate() throws {
    try Till.with { till in
      _ = try till.hand(Paper())
      let other = try till.hand(Self.unread, by: "ben")
      let words = Self.facts + ["--merchant", "BRAVO STORES LTD"]
      #expect(try till.decide("correct", other.receipt, words).document["coins"] == 10)
    }
  }

  /// Two who decide at the same time don't undo each other's decision and not know it.
  @Test func aDecisionIsChangedKnowingly() throws {
    try Till.with { till in
      let receipt = try till.hand(Paper().with { $0.unsure = ["total"] }).receipt
      #expect(try till.decide("approve", receipt).document["coins"] == 10)
      let late = try till.decide("reject", receipt)
      #expect(late.exitCode == 5 && late.error == "receiptshake.decided-already", "\(late)")
      #expect(late.message.contains("approved since 2027-01-15"), "\(late)")
      #expect(try till.coins() == 10)
      #expect(try till.decide("reject", receipt, ["--again"]).document["coins"] == -10)
      // One that counted by itself was decided by nobody.
      let counted = try till.hand(
        Paper(date: "2027-01-10", number: "77", total: 900, items: [], others: ["R 5566771"], shot: 2))
      #expect(try till.decide("reject", counted.receipt).document["coins"] == -10)
    }
  }

  @Test func whatAnOperatorHasDecidedTheDeskLeavesAlone() throws {
    try Till.with { till in
      let file = "\(till.home.path)/support.token"
      try till.home.done("token create desk --role support --output \(file)")
      func desk(_ verb: String, _ receipt: String, _ more: [String] = []) throws -> Till.Reply {
        try till.run(["--as", file, "receipt", "review", verb, receipt, "--reason", "so"] + more)
      }
      let receipt = try till.hand(Paper().with { $0.unsure = ["total"] }).receipt
      _ = try till.decide("reject", receipt)
      let correction = ["--total", "4.00", "--again"]
      let refused = try desk("correct", receipt, correction)
      #expect(refused.exitCode == 4 && refused.error == "receiptshake.operators-decision", "\(refused)")
      #expect(try till.coins() == 0)
      // An operator may; and the desk may change its own.
      #expect(try till.decide("correct", receipt, correction).document["coins"] == 10)
      #expect(try desk("reject", receipt, ["--again"]).error == "receiptshake.operators-decision")
      let other = try till.hand(
        Paper(date: "2027-01-10", number: "78", total: 900, items: [], others: ["R 5566772"], shot: 3)
          .with { $0.unsure = ["total"] })
      #expect(try desk("reject", other.receipt).exitCode == 0)
      #expect(try desk("correct", other.receipt, ["--total", "9.00", "--again"]).document["coins"] == 10)
    }
  }

  @Test func theDeskPaysSoMuchAlone() throws {
    try Till.with(["currency": "EUR", "units": "amount"], award: ["per-unit": ["coins": 1]]) { till in
      let receipt = try till.hand(Paper().with { $0.unsure = ["total"] }).receipt
      try till.home.done("setting set receiptshake.support-pays 50")
      let file = "\(till.home.path)/support.token"
      try till.home.done("token create desk --role support --output \(file)")
      let words = ["receipt", "review", "correct", receipt, "--total", "400", "--reason", "so"]
      let alone = try till.run(["--as", file] + words)
      #expect(alone.exitCode == 4 && alone.error == "receiptshake.operator-needed", "\(alone)")
      #expect(try till.coins() == 0)
      // Nor in several steps.
      let step = ["receipt", "review", "correct", receipt, "--reason", "so", "--total"]
      #expect(try till.run(["--as", file] + step + ["45"]).document["coins"] == 45)
      let second = try till.run(["--as", file] + step + ["90", "--again"])
      #expect(second.exitCode == 4 && second.error == "receiptshake.operator-needed", "\(second)")
      #expect(try till.run(["--as", file] + step + ["40", "--again"]).document["coins"] == -5)
      #expect(try till.coins() == 40)
      let outcome = try till.home.qix(words + ["--again"])
      #expect(outcome.exitCode == 0 && outcome.errors.contains("don't add up to its total"), "\(outcome.errors)")
      #expect(try till.coins() == 400)
    }
  }

  /// The desk is asked who has rejected a receipt, and why; an app is told neither.
  @Test func itSaysWhoHasDecidedAndWhy() throws {
    try Till.with { till in
      func token(_ role: String) throws -> String {
        let file = "\(till.home.path)/\(role).token"
        try till.home.done("token create \(role)-1 --role \(role) --output \(file)")
        return file
      }
      let (desk, app) = (try token("support"), try token("integrator"))
      let receipt = try till.hand(Paper().with { $0.unsure = ["total"] }).receipt
      let shake = "shk_" + receipt.dropFirst(4)
      let waiting = try till.run(["receipt", "show", receipt]).document
      #expect(waiting["decisions"] == nil && waiting["decided_by"] == .null)
      let decide = ["--as", desk, "receipt", "review"]
      _ = try till.run(decide + ["reject", receipt, "--reason", "drawn by hand"])
      _ = try till.run(decide + ["correct", receipt, "--total", "12.40", "--again", "--reason", "it was not"])
      func decisions(_ words: [String]) throws -> [[String?]] {
        try (till.run(words).document["decisions"]?.array ?? []).map { row in
          ["what", "by", "reason"].map { row.object?[$0]?.string }
        }
      }
      let all = [["correct", "token:support-1", "it was not"], ["reject", "token:support-1", "drawn by hand"]]
      for words in [
        ["receipt", "show", receipt], ["receipt", "review", "show", receipt], ["shake", "explain", shake],
      ] {
        #expect(try decisions(["--as", desk] + words) == all, "\(words)")
      }
      #expect(
        try decisions(["--as", app, "shake", "explain", shake]) == [["correct", nil, nil], ["reject", nil, nil]])
      #expect(try till.run(["receipt", "show", receipt]).document["decided_by"]?.string == "support")
      _ = try till.decide("reject", receipt, ["--again"])
      #expect(try till.run(["receipt", "show", receipt]).document["decided_by"]?.string == "operator")
    }
  }

  /// What doesn't help whoever reads it isn't said to them.
  @Test func hintsNameWhatTheirReaderMayRun() throws {
    try TestHome.initialised { home in
      var till = Till(home: home)
      till.home.modules = [ReadingFiles.self] + home.modules
      try till.home.done("user create --external-id ada")
      let description =
        #"{"name":"summer","brand":"A","title":"R","start":"2026-12-01","end":"2027-03-01","time-zone":"UTC","#
        + #""shakes":{"receipt":{}},"award":{"fixed":1}}"#
      try till.home.done("campaign create --file -", input: description)
      try till.home.done("campaign fund summer --amount 10")
      let started = try till.home.qix("campaign start summer")
      #expect(started.exitCode == 3 && started.errors.contains("without a vault"), "\(started.errors)")
      // Started with one that is lost since.
      try till.home.makeVault()
      try till.home.done("campaign start summer")
      try till.home.unchecked.write(.init("test")) { connection, _ in
        for table in ["entries", "manifest", "versions", "items", "slots", "header"] {
          try connection.run("DELETE FROM vault_\(table)")
        }
      }
      #expect(try till.home.qix("doctor").output.contains("no vault with their key"))
      let file = "\(till.home.path)/app.token"
      try till.home.done("token create app --role integrator --output \(file)")
      let words = ["shake", "receipt", "--user", "ada", "--campaign", "summer", "--image", "-"]
      let picture = JSONValue.object(Paper().reading).text()
      let owner = try till.home.qix(words, input: picture)
      #expect(owner.exitCode == 3 && owner.errors.contains("qix vault init"), "\(owner.errors)")
      let app = try till.home.qix(["--as", file] + words + ["--json"], input: picture)
      #expect(app.exitCode == 3 && !app.errors.contains("qix vault init"), "\(app.errors)")
    }
  }

  @Test func erasedUsersReceiptsAreListedAsSuch() throws {
    try Till.with { till in
      _ = try till.hand(Paper())
      try till.home.done("user erase ada --confirm ada")
      let list = try till.run(["receipt", "list", "--state", "erased"])
      #expect(list.document["receipts"]?.array?.count == 1, "\(list)")
    }
  }

  @Test func sentencesSayWhatIsMissing() throws {
    try Till.with { till in
      let receipt = try till.hand(Paper().with { $0.unsure = ["total"] }).receipt
      let ahead = try till.home.qix([
        "receipt", "review", "correct", receipt, "--date", "2028-01-01", "--reason", "so",
      ])
      #expect(
        ahead.exitCode == 6 && ahead.errors.contains("can't count with this correction: its day is in the future"),
        "\(ahead.errors)")
      let nothing = try till.home.qix(["receipt", "review", "correct", receipt, "--reason", "so"])
      #expect(nothing.errors.contains("--address") && nothing.errors.contains("--tax-number"))
    }
  }
}
