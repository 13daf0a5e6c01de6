import Foundation
import QixCommands
import QixFormats
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// A file that may be a batch that is there, or a new one: it is asked, never guessed (docs/decisions/0086).
@Suite struct QuestionTests {
  private static let day = "user,amount\nada,5\nbo,6\ncy,7\n"

  private func asks(
    _ outcome: BatchOutcome, _ sentence: String, _ shop: Shop, location: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.exitCode == 5 && outcome.code == "batch.between", "\(outcome.errors)", sourceLocation: location)
    #expect(outcome.message.hasPrefix(sentence), "\(outcome.message)", sourceLocation: location)
  }

  /// 1. The same bytes go on; under another name they may be paid twice.
  @Test(arguments: ["", "--keep-going", "--dry-run"]) func theSameBytesAreTheSameBatch(options: String) throws {
    try Shop.with { shop in
      #expect(try shop.issue(Self.day, name: "july.csv").counts == [3, 0, 0, 18])
      let before = try shop.home.contents()
      let again = try shop.issue(Self.day, options, name: "july.csv")
      #expect(again.exitCode == 0 && again.counts == [0, 3, 0, 0])
      #expect(again.errors.contains("All 3 lines were done on 2027-01-15."), "\(again.errors)")
      asks(
        try shop.issue(Self.day, options, name: "august.csv"),
        "all 3 lines of \(shop.home.path)/august.csv were done by the batch 'july.csv' on 2027-01-15; nothing was done",
        shop)
      #expect(try shop.home.contents() == before)
    }
  }

  /// 2. A file that was interrupted and then mended goes on, and says so.
  @Test func anOpenBatchThatTheFileCoversGoesOn() throws {
    try Shop.with { shop in
      let broken = Self.day.replacing("bo,6", with: "bo,6O")
      #expect(try shop.issue(broken, "--keep-going", name: "july.csv").counts == [2, 0, 1, 12])
      for name in ["july.csv", "mended.csv"] {
        let dry = try shop.issue(Self.day, "--dry-run", name: name)
        #expect(dry.counts == [1, 2, 0, 6], "\(dry.errors)")
        #expect(dry.errors.contains("The batch 'july.csv' continues: 2 of 3 lines were done on"), "\(dry.errors)")
      }
      #expect(try shop.issue(Self.day, name: "mended.csv").counts == [1, 2, 0, 6])
      // Now it is whole: one line more is asked about.
      asks(try shop.issue(Self.day + "ada,1\n", name: "july.csv"), "3 of 4 lines of", shop)
      try shop.verify()
    }
  }

  /// 3. A file with nothing that was done is a new batch, unless it has the name of one and all of its users.
  @Test func newLinesAreANewBatch() throws {
    try Shop.with { shop in
      #expect(try shop.issue("user,amount\nada,5\n", name: "daily.csv").counts == [1, 0, 0, 5])
      #expect(try shop.issue("user,amount\nbo,6\n", name: "daily.csv").counts == [1, 0, 0, 6])
      #expect(try shop.done("coins batch list --quiet") == "daily.csv (2)\ndaily.csv\n")
      for options in ["", "--keep-going"] {
        let changed = try shop.issue("user,amount\nbo,60\ncy,1\n", options, name: "daily.csv")
        asks(
          changed,
          "no line of \(shop.home.path)/daily.csv was done before, but it may be the batch 'daily.csv (2)' of 2027-01-15 "
            + "with every line changed: 2 are new, and 1 line of that batch is not in the file; nothing was done", shop)
        #expect(changed.errors.contains("or --new-batch NAME to do all 2 lines (61 coins)."), "\(changed.errors)")
      }
      #expect(try shop.issue("user,amount\nbo,60\ncy,1\n", "--new-batch third", name: "daily.csv").counts[0] == 2)
      // What comes by a pipe has no name of its own.
      for amount in 1...2 {
        let piped = try shop.batch("coins issue --file -", input: "user,amount\nada,10\(amount)\n")
        #expect(piped.exitCode == 0, "\(piped.errors)")
      }
    }
  }

  /// 4. A file of refused lines names its batch and its lines, and is asked nothing: also of lines that say what a line
  /// says that was done.
  @Test(arguments: [".csv", ".jsonl"]) func refusedLinesGoOnWithTheirBatch(form: String) throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 11")
      let lines = [("ada", 5), ("bo", 5), ("ada", 5), ("zed", 6), ("ada", 5)]
      let text =
        form == ".csv"
        ? "user,amount\n" + lines.map { "\($0.0),\($0.1)\n" }.joined()
        : lines.map { "{\"user\":\"\($0.0)\",\"amount\":\($0.1)}\n" }.joined()
      let rejects = "\(shop.home.path)/rejects\(form)"
      let options = "--from budget:b --keep-going --rejects \(rejects)"
      #expect(try shop.issue(text, options, name: "july\(form)").counts == [2, 0, 3, 10])
      let first = try #require(
        try shop.content("rejects\(form)").split(separator: "\n").dropFirst(form == ".csv" ? 1 : 0).first)
      #expect(
        first.hasPrefix(form == ".csv" ? "july.csv,4," : #"{"batch":"july.jsonl","line":3,"fault":"#), "\(first)")
      try shop.done("budget fund b --amount 100")
      // The line of a user who isn't there yet stays refused, and keeps its place.
      let (more, next) = (
        "\(shop.home.path)/more\(form)", "--from budget:b --keep-going --rejects \(shop.home.path)/more\(form)"
      )
      #expect(try shop.batch("coins issue --file \(rejects) \(next)").counts == [2, 0, 1, 10])
      #expect(try shop.batch("coins issue --file \(rejects) \(next)").counts == [0, 2, 1, 0])
      try shop.done("user create --external-id zed")
      #expect(try shop.batch("coins issue --file \(more) --from budget:b").counts == [1, 0, 0, 6])
      #expect(try shop.batch("coins issue --file \(more) --from budget:b").counts == [0, 1, 0, 0])
      // And the file itself has nothing left to do.
      let whole = try shop.issue(text, "--from budget:b", name: "july\(form)")
      #expect(whole.counts == [0, 5, 0, 0] && whole.errors.contains("All 5 lines were done"), "\(whole.errors)")
      #expect(try shop.done("coins batch list --quiet") == "july\(form)\n")
      #expect(try shop.coins("ada") == 15)
      try shop.verify()
    }
  }

  /// Whoever mends the file itself, and the refused lines too, is asked before anybody is paid twice.
  @Test func refusedLinesThatTheFileHasDoneAreAsked() throws {
    try Shop.with { shop in
      let rejects = "\(shop.home.path)/rejects.csv"
      let broken = Self.day.replacing("bo,6", with: "bo,6O").replacing("cy,7", with: "cy,x")
      #expect(try shop.issue(broken, "--keep-going --rejects \(rejects)", name: "july.csv").counts == [1, 0, 2, 5])
      #expect(try shop.issue(Self.day, name: "july.csv").counts == [2, 1, 0, 13])
      let mended = try shop.content("rejects.csv").replacing("bo,6O", with: "bo,6").replacing("cy,x", with: "cy,7")
      asks(try shop.issue(mended, name: "rejects.csv"), "all 2 lines of", shop)
      #expect(try shop.issue(mended, "--continue july.csv", name: "rejects.csv").counts == [0, 2, 0, 0])
      #expect(try shop.transfers == 3)
    }
  }

  /// A budget was to pay for what it refused; new coins don't take its place because an option was left out.
  @Test func refusedLinesArePaidByTheSameBudget() throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 100")
      let rejects = "\(shop.home.path)/rejects.csv"
      let broken = Self.day.replacing("bo,6", with: "bo,6O")
      #expect(
        try shop.issue(broken, "--from budget:b --keep-going --rejects \(rejects)", name: "july.csv").counts
          == [2, 0, 1, 12])
      let mended = try shop.content("rejects.csv").replacing("bo,6O", with: "bo,6")
      let forgotten = try shop.issue(mended, name: "rejects.csv")
      #expect(forgotten.exitCode == 5 && forgotten.code == "batch.other-payer", "\(forgotten.errors)")
      #expect(forgotten.errors.contains("Give --from budget:b."), "\(forgotten.errors)")
      #expect(try shop.issue(mended, "--from budget:b", name: "rejects.csv").counts == [1, 0, 0, 6])
      // A name that a spreadsheet has made of it leads to no new batch.
      let spoiled = try shop.issue(mended.replacing("july.csv,", with: "Jul 27,"), "--from budget:b", name: "x.csv")
      #expect(spoiled.exitCode == 3 && spoiled.code == "batch.not-found", "\(spoiled.errors)")
      let line = try shop.issue(mended.replacing("july.csv,3", with: "july.csv,x"), "--from budget:b", name: "x.csv")
      #expect(line.exitCode == 2 && line.message.contains("line 2"), "\(line.errors)")
    }
  }

  /// What two batches have done is not paid again by going on with one of them.
  @Test func linesOfTwoBatchesAreOfferedToNeither() throws {
    try Shop.with { shop in
      #expect(try shop.issue("user,amount\nada,1\nbo,2\n", name: "one.csv").counts[0] == 2)
      #expect(try shop.issue("user,amount\nada,3\nbo,4\ncy,5\n", name: "two.csv").counts[0] == 3)
      let both = try shop.issue("user,amount\nada,1\nbo,2\nada,3\nbo,4\ncy,5\ncy,6\n", name: "both.csv")
      asks(
        both,
        "3 of 6 lines of \(shop.home.path)/both.csv were done by the batch 'two.csv' on 2027-01-15, 2 also by the batch "
          + "'one.csv', 3 are new to the first; nothing was done", shop)
      #expect(!both.errors.contains("--continue") && both.errors.contains("--new-batch NAME"), "\(both.errors)")
    }
  }

  /// The name of a batch stands for what it has done, with the options that it had.
  @Test func anotherExpiryIsNoSameNewBatch() throws {
    try Shop.with { shop in
      #expect(try shop.issue(Self.day, "--new-batch july --expires 2028-01-01", name: "july.csv").counts[0] == 3)
      let other = try shop.issue(Self.day, "--new-batch july --expires 2029-01-01", name: "july.csv")
      #expect(other.exitCode == 5 && other.code == "batch.exists", "\(other.errors)")
      let long = try shop.issue(Self.day, "--new-batch \(String(repeating: "n", count: 191))", name: "july.csv")
      #expect(long.exitCode == 2 && long.code == "batch.name-malformed", "\(long.errors)")
      #expect(try shop.transfers == 3)
    }
  }

  /// Whoever approves coins approves the way that was said, and as many as it pays.
  @Test func anApprovalIsForOneWay() throws {
    try Shop.with { shop in
      #expect(try shop.issue(Self.day, name: "july.csv").counts[0] == 3)
      try shop.done("setting set coins.approval-above 10")
      let grown = Self.day + "cy,20\n"
      let asked = try shop.issue(grown, "--continue july.csv", name: "july.csv")
      #expect(asked.exitCode == 4 && asked.message.contains("20 new coins"), "\(asked.errors)")
      var bea = shop.home
      bea.actor = "local:bea"
      let id = try #require(try bea.qix("coins approvals --pending --quiet").output.split(separator: "\n").first)
      #expect(try bea.qix("coins approve \(id)").exitCode == 0)
      #expect(try shop.issue(grown, "--new-batch all", name: "july.csv").exitCode == 4)
      for counts in [[1, 3, 0, 20], [0, 4, 0, 0]] as [[Int64]] {
        #expect(try shop.issue(grown, "--continue july.csv", name: "july.csv").counts == counts)
      }
    }
  }

  @Test func refusedLinesOfTwoBatchesAreNoFile() throws {
    try Shop.with { shop in
      #expect(try shop.issue("user,amount\nada,5\nbo,x\n", "--keep-going", name: "x").counts.prefix(3) == [1, 0, 1])
      let mixed = "batch,line,fault,user,amount\nx,2,no,ada,5\ny,3,no,bo,6\n"
      let outcome = try shop.issue(mixed, name: "rejects.csv")
      #expect(outcome.exitCode == 2 && outcome.message.contains("line 3: the line does not name the batch 'x'"))
    }
  }

  /// 5. Bought again on the second day, or a line added to a list: both ways are offered with what they pay.
  @Test func bothWaysAreOfferedAndCanBeRunAgain() throws {
    try Shop.with { shop in
      #expect(try shop.issue(Self.day, name: "purchases.csv").counts == [3, 0, 0, 18])
      let second = "user,amount\nada,5\nbo,6\nada,9\n"
      for options in ["", "--keep-going", "--dry-run", "--batch purchases.csv"] {
        let outcome = try shop.issue(second, options, name: "purchases.csv")
        asks(
          outcome,
          "2 of 3 lines of \(shop.home.path)/purchases.csv were done by the batch 'purchases.csv' on 2027-01-15, 1 is new, "
            + "and 1 line of that batch is not in the file; nothing was done", shop)
        #expect(
          outcome.errors.contains(
            "Use --continue 'purchases.csv' to do 1 new line (9 coins), or --new-batch NAME to do all 3 lines (20 coins)."
          ),
          "\(outcome.errors)")
      }
      #expect(try shop.transfers == 3)
      for counts in [[3, 0, 0, 20], [0, 3, 0, 0]] as [[Int64]] {
        #expect(try shop.issue(second, "--new-batch second", name: "purchases.csv").counts == counts)
      }
      let taken = try shop.issue(second + "cy,1\n", "--new-batch second", name: "purchases.csv")
      #expect(taken.exitCode == 5 && taken.code == "batch.exists", "\(taken.errors)")
      let third = "user,amount\nada,5\ncy,8\n"
      for counts in [[1, 1, 0, 8], [0, 2, 0, 0]] as [[Int64]] {
        #expect(try shop.issue(third, "--continue purchases.csv", name: "x.csv").counts == counts)
      }
      #expect(try shop.issue(third, "--continue none", name: "x.csv").code == "batch.not-found")
      #expect(try shop.done("coins batch list --quiet") == "second\npurchases.csv\n")
      try shop.verify()
    }
  }

  /// 6. Of rows that say the same each is one.
  @Test func identicalRowsAreOccurrences() throws {
    try Shop.with { shop in
      let rows = "user,amount\nada,5\nada,5\nbo,6\n"
      #expect(try shop.issue(rows, name: "july.csv").counts == [3, 0, 0, 16])
      asks(try shop.issue(rows + "ada,5\n", name: "july.csv"), "3 of 4 lines of", shop)
      asks(try shop.issue("user,amount\nada,5\nbo,6\n", name: "july.csv"), "all 2 lines of", shop)
      for counts in [[1, 3, 0, 5], [0, 4, 0, 0]] as [[Int64]] {
        #expect(try shop.issue(rows + "ada,5\n", "--continue july.csv", name: "july.csv").counts == counts)
      }
      #expect(try shop.coins("ada") == 15)
    }
  }

  /// 7. Each line has a key, or none has; a key column that comes or goes is asked about.
  @Test(arguments: ["", "--keep-going"]) func keysAreOfAllLinesOrOfNone(options: String) throws {
    try Shop.with { shop in
      let mixed = try shop.issue("user,amount,key\nada,5,k-1\nbo,6,\ncy,7,k-3\nada,8,\n", options)
      #expect(mixed.exitCode == 2 && mixed.code == "batch.keys-missing", "\(mixed.errors)")
      #expect(
        mixed.message.hasSuffix(
          "2 of 4 lines of \(shop.home.path)/grants.csv have no key, but the others have one: lines 3, 5"))
      #expect(try shop.transfers == 0)
      let keyed = "user,amount,key\nada,5,k-1\nbo,6,k-2\ncy,7,k-3\n"
      #expect(try shop.issue(Self.day, name: "july.csv").counts[0] == 3)
      asks(try shop.issue(keyed, options, name: "july.csv"), "all 3 lines of", shop)
      #expect(
        try shop.issue(keyed + "ada,9,k-4\n", "\(options) --continue july.csv", name: "july.csv").counts == [
          1, 3, 0, 9,
        ])
      let other = "user,amount,key\nada,15,m-1\nbo,16,m-2\n"
      #expect(try shop.issue(other, options, name: "march.csv").counts == [2, 0, 0, 31])
      let plain = "user,amount\nada,15\nbo,16\n"
      for name in ["march.csv", "other.csv"] {
        asks(try shop.issue(plain, options, name: name), "all 2 lines of", shop)
      }
      let rest = try shop.issue(plain + "cy,17\n", "\(options) --continue march.csv", name: "march.csv")
      #expect(rest.counts == [1, 2, 0, 17], "\(rest.errors)")
      // Other keys are other lines: that is what keys are for.
      #expect(try shop.issue(other.replacing("m-", with: "n-"), options, name: "march.csv").counts == [2, 0, 0, 31])
      try shop.verify()
    }
  }

  /// Options that say something for all lines make other lines of the same bytes.
  @Test(arguments: ["--expires P1Y", "--reason other"]) func otherOptionsAreAsked(options: String) throws {
    try Shop.with { shop in
      #expect(try shop.issue(Self.day, name: "july.csv").counts[0] == 3)
      for name in ["july.csv", "august.csv"] {
        asks(
          try shop.issue(Self.day, options, name: name), "no line of \(shop.home.path)/\(name) was done before", shop)
      }
      #expect(try shop.issue(Self.day, "\(options) --new-batch again", name: "july.csv").counts[0] == 3)
    }
  }

  /// A list that grows, of whose users one was erased: it says so, and goes on without that line.
  @Test func aGrowingListOutlivesAnErasure() throws {
    try Shop.with { shop in
      #expect(try shop.issue(Self.day, name: "members.csv").counts[0] == 3)
      let id = try shop.done("user show bo --quiet").trimmingCharacters(in: .newlines)
      try shop.done("user erase bo --confirm \(id)")
      asks(try shop.issue(Self.day + "ada,1\n", name: "members.csv"), "3 of 4 lines of", shop)
      let without = Self.day.replacing("bo,6\n", with: "") + "ada,1\n"
      let asked = try shop.issue(without, name: "members.csv")
      asks(asked, "2 of 3 lines of", shop)
      #expect(asked.errors.contains("to do 1 new line (1 coin)"), "\(asked.errors)")
      #expect(try shop.issue(without, "--continue members.csv", name: "members.csv").counts == [1, 2, 0, 1])
    }
  }

  /// Each way goes on after a stop by the very same line.
  @Test(arguments: ["", "--continue long.csv", "--new-batch other", "--again", "--batch other"])
  func aStoppedRunGoesOnByItsLine(way: String) throws {
    try Shop.with { shop in
      let lines = "user,amount\n" + (1_001...4_000).map { "ada,\($0)\n" }.joined()
      let first = way.isEmpty ? "user,amount\nbo,1\n" : way.hasPrefix("--continue") ? "user,amount\nada,1001\n" : lines
      let done = try #require(try shop.issue(first, name: "long.csv").answer?.done)
      let interruption = Interruption()
      interruption.request()
      let path = try shop.file("long.csv", lines)
      let stopped = try shop.batch("coins issue --file \(path) \(way)", interruption: interruption)
      let begun = stopped.answer?.done ?? 0
      #expect(stopped.exitCode == 130 && begun > 0 && begun < 2_999, "\(stopped.errors)")
      let rest = try shop.batch("coins issue --file \(path) \(way)")
      #expect(rest.exitCode == 0, "\(rest.errors)")
      #expect(try shop.transfers == (way.hasPrefix("--continue") ? 0 : done) + 3_000)
      if way != "--again" {
        #expect(try shop.batch("coins issue --file \(path) \(way)").counts == [0, 3_000, 0, 0])
      }
      try shop.verify()
    }
  }
}
