import CoinsContract
import Foundation
import QixBatch
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Batches are things: a file that is mended in place, saved in another way or sent once more pays nobody twice unseen.
@Suite struct BatchNameTests {
  private static let july = "user,amount,expires,reason\nada,50,P12M,july\nbo,60,P12M,july\ncy,70,P12M,july\n"

  private func coins(_ shop: Shop) throws -> [Int64] { try ["ada", "bo", "cy"].map { try shop.coins($0) } }

  /// The same lines in every form that a spreadsheet gives them.
  @Test(arguments: [
    july.replacingOccurrences(of: "\n", with: "\r\n"), july.replacingOccurrences(of: ",", with: ";"),
    "\u{FEFF}" + july, july.replacingOccurrences(of: "july", with: "\"july\""), july + "\n\n",
    "reason,amount,user,expires\njuly,50,ada,P12M\njuly,60,bo,P12M\njuly,70,cy,P12M\n",
    "user,amount,expires,reason\ncy,70,P12M,july\nada,50,P12M,july\nbo,60,P12M,july\n",
    "user,amount,expires,reason,\nada,050,P12M,july,\nbo,60,P12M,july,\ncy,70,P12M,july,\n",
    "{\"user\":\"ada\",\"amount\":50,\"expires\":\"P12M\",\"reason\":\"july\"}\n"
      + "{\"user\":\"bo\",\"amount\":60,\"expires\":\"P12M\",\"reason\":\"july\"}\n"
      + "{\"user\":\"cy\",\"amount\":70,\"expires\":\"P12M\",\"reason\":\"july\"}\n",
  ])
  func anotherFormOfTheSameLinesRepeatsNothing(text: String) throws {
    try Shop.with { (shop: Shop) throws in
      #expect(try shop.issue(Self.july, name: "july.csv").counts == [3, 0, 0, 180])
      #expect(try shop.issue(text, name: "july.csv").message.hasPrefix("all 3 lines of "))
      #expect(try shop.issue(text, "--continue july.csv", name: "july.csv").counts == [0, 3, 0, 0])
      #expect(try coins(shop) == [50, 60, 70])
    }
  }

  /// What is kept with a line may come in another order of columns.
  @Test func keptColumnsMayChangeTheirOrder() throws {
    try Shop.with { (shop: Shop) throws in
      _ = try shop.issue("user,amount,store,note\nada,5,Köln,x\nbo,6,Bonn,y\n")
      let again = try shop.issue("note,user,amount,store\nx,ada,5,Köln\ny,bo,6,Bonn\n", "--continue grants.csv")
      #expect(again.counts == [0, 2, 0, 0], "\(again.errors)")
      let other = try shop.issue("user,amount,store,note\nada,5,Köln,x\nbo,6,Bonn,z\n")
      #expect(other.exitCode == 5 && other.code == "batch.between")
    }
  }

  @Test(arguments: ["", "--keep-going"]) func aFileThatIsMendedFinishesWhatIsMissing(options: String) throws {
    try Shop.with { (shop: Shop) throws in
      let bad = Self.july.replacingOccurrences(of: "bo,60", with: "bo,6O")
      let first = try shop.issue(bad, options, name: "july.csv")
      #expect(first.exitCode == 2 && first.counts.first == (options.isEmpty ? 0 : 2))
      let dry = try shop.issue(Self.july, "--dry-run", name: "july.csv")
      #expect(dry.counts == (options.isEmpty ? [3, 0, 0, 180] : [1, 2, 0, 60]), "\(dry.errors)")
      #expect(try shop.issue(Self.july, options, name: "july.csv").counts == dry.counts)
      #expect(try coins(shop) == [50, 60, 70])
      try shop.verify()
    }
  }

  /// The list of batches is where somebody looks whether all of a file was done.
  @Test func aBatchSaysThatLinesWereRefused() throws {
    try Shop.with { (shop: Shop) throws in
      func batch() throws -> [String?] {
        let list = try JSONValue(parsing: shop.home.done("coins batch list --json"))["batches"]?.array?.first?.object
        let page = try JSONValue(parsing: shop.home.done("coins batch show july.csv --json"))
        #expect(page["state"] == list?["state"])
        return [page["state"]?.string, page["refused"]?.text(), page["lines"]?.text()]
      }
      let bad = Self.july.replacingOccurrences(of: "bo,60", with: "bo,6O")
      for _ in 1...2 {
        _ = try shop.issue(bad, "--keep-going", name: "july.csv")
        #expect(try batch() == ["partial", "1", "2"])
      }
      _ = try shop.issue(Self.july, "--keep-going", name: "july.csv")
      #expect(try batch() == ["whole", "0", "3"])
      // A line that nobody can do, together with a new one, and then taken out.
      let more = "--keep-going --continue july.csv"
      _ = try shop.issue(Self.july + "ada,1,,more\nnobody,1,,\n", more, name: "july.csv")
      #expect(try batch() == ["partial", "1", "4"])
      _ = try shop.issue(Self.july + "ada,1,,more\n", more, name: "july.csv")
      #expect(try batch() == ["whole", "0", "4"])
    }
  }

  /// `--again` pays once more, and is easily typed once too often: how often it was done before is said, before and after.
  @Test func onceMoreSaysHowOftenItWasDone() throws {
    try Shop.with { (shop: Shop) throws in
      let first = try shop.issue(Self.july, "--again", name: "july.csv")
      #expect(!first.errors.contains("done before"), "\(first.errors)")
      for options in ["--again --dry-run", "--again"] {
        let second = try shop.issue(Self.july, options, name: "july.csv")
        #expect(
          second.errors.contains(
            "This batch was done before, 1 time: 'july.csv'. To do its lines once more, add --again."),
          "\(second.errors)")
      }
      let third = try shop.issue(Self.july, "--again", name: "july.csv")
      #expect(third.errors.contains("was done before, 2 times: 'july.csv (2)', 'july.csv'."), "\(third.errors)")
      // The very same file under another name.
      let renamed = try shop.issue(Self.july, "--again --dry-run", name: "august.csv")
      #expect(renamed.errors.contains("was done before, 3 times: 'july.csv (3)'"), "\(renamed.errors)")
      let other = try shop.issue("user,amount\ncy,1\n", "--again --dry-run", name: "other.csv")
      #expect(!other.errors.contains("done before"), "\(other.errors)")
      #expect(try !shop.issue(Self.july, name: "july.csv").errors.contains("done before,"))
    }
  }

  @Test func onceMoreIsDoneOnlyWhenItIsSaidAndOnlyOnce() throws {
    try Shop.with { (shop: Shop) throws in
      _ = try shop.issue(Self.july, name: "july.csv")
      let interruption = Interruption()
      interruption.request()
      let path = try shop.file("july.csv", Self.july)
      // Stopped in between, the very same line goes on with what it has begun.
      let long = try shop.file("long.csv", "user,amount\n" + (1_001...4_000).map { "ada,\($0)\n" }.joined())
      #expect(try shop.batch("coins issue --file \(long)").counts.first == 3_000)
      let stopped = try shop.batch("coins issue --file \(long) --again", interruption: interruption)
      #expect(stopped.exitCode == 130 && (stopped.answer?.done ?? 0) > 0)
      let rest = try shop.batch("coins issue --file \(long) --again")
      #expect(rest.counts[0] == 3_000 - (stopped.answer?.done ?? 0) && rest.counts[1] == stopped.answer?.done)
      #expect(try shop.batch("coins issue --file \(path) --again").counts == [3, 0, 0, 180])
      #expect(try shop.coins("bo") == 120)
      #expect(try shop.batch("coins issue --file \(path)").counts == [0, 3, 0, 0])
    }
  }

  /// A repeat that was stopped is brought to its end by the file's plain line too, and by no other name: whoever follows a
  /// hint must not pay a third time.
  @Test func aRepeatThatWasStoppedGoesOnUnderItsPlainLine() throws {
    try Shop.with { (shop: Shop) throws in
      let interruption = Interruption()
      interruption.request()
      let long = try shop.file("long.csv", "user,amount\n" + (1_001...4_000).map { "ada,\($0)\n" }.joined())
      #expect(try shop.batch("coins issue --file \(long)").counts.first == 3_000)
      let once = try shop.coins("ada")
      let stopped = try shop.batch("coins issue --file \(long) --again", interruption: interruption)
      let done = stopped.answer?.done ?? 0
      #expect(stopped.exitCode == 130 && done > 0 && done < 3_000)
      let rest = try shop.batch("coins issue --file \(long)")
      #expect(rest.counts[0] == 3_000 - done && rest.counts[1] == done, "\(rest.errors)")
      #expect(try shop.coins("ada") == 2 * once)
      #expect(try shop.batch("coins issue --file \(long)").counts == [0, 3_000, 0, 0])
    }
  }

  /// "Done before" is no comfort where it was taken back, and keys are done once whatever is asked for.
  @Test func whatWasTakenBackOrHasKeysIsSaid() throws {
    try Shop.with { (shop: Shop) throws in
      _ = try shop.issue(Self.july, name: "july.csv")
      let silent = try shop.issue(Self.july, name: "july.csv")
      #expect(!silent.errors.contains("taken back"), "\(silent.errors)")
      try shop.done("coins batch reverse july.csv --reason wrong --yes")
      let told = try shop.issue(Self.july, name: "july.csv")
      #expect(
        told.counts == [0, 3, 0, 0] && told.errors.contains("180 coins of the batch 'july.csv' were taken back since"),
        "\(told.errors)")
      let keyed = "user,amount,key\nada,1,k1\nbo,2,k2\n"
      #expect(try shop.issue(keyed, name: "keyed.csv").counts == [2, 0, 0, 3])
      let again = try shop.issue(keyed, "--again", name: "keyed.csv")
      #expect(
        again.counts == [0, 2, 0, 0] && again.errors.contains("2 lines have keys of their own"), "\(again.errors)")
      #expect(again.output.contains("\"batch\": null"), "\(again.output)")
      // An answer names the key of a line that has brought one.
      let answers = try shop.done("coins issue --file \(try shop.file("keyed.csv", keyed)) --results -")
      #expect(answers.contains("k1") && answers.contains("k2"), "\(answers)")
    }
  }

  @Test func linesThatSayTheSameAreCountedAndTold() throws {
    try Shop.with { (shop: Shop) throws in
      let text = "user,amount\nada,5\nada,5\nbo,6\nada,5\n"
      let dry = try shop.issue(text, "--dry-run")
      #expect(dry.errors.contains("2 lines repeat another line"), "\(dry.errors)")
      #expect(try shop.issue(text).counts == [4, 0, 0, 21])
      #expect(try shop.issue(text).counts == [0, 4, 0, 0])
      // A fourth of the same is a line that was added.
      #expect(try shop.issue(text + "ada,5\n", "--continue grants.csv").counts == [1, 4, 0, 5])
    }
  }

  /// A file of a version before 0.6.0, whose keys follow from its bytes, goes on under these.
  @Test func whatAnEarlierVersionHasBegunIsFinished() throws {
    try Shop.with { (shop: Shop) throws in
      let path = try shop.file("old.csv", "user,amount\nada,5\nbo,6\n")
      let digest = try #require(shop.batch("coins issue --file \(path) --dry-run").answer?.sha256)
      let key = LineKeys(digest: digest).key(ofLine: 2)
      try shop.done("coins issue --to ada --amount 5 --idempotency-key \(key)")
      for counts in [[1, 1, 0, 6], [0, 2, 0, 0]] as [[Int64]] {
        #expect(try shop.batch("coins issue --file \(path)").counts == counts)
      }
      #expect(try shop.home.count("qix_batches") == 0)
    }
  }

  @Test func operationsAreKnownByTheirMeaningToo() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("coins issue --to ada --amount 100")
      let text = "op,from,to,amount,linked\nredeem,ada,,5,true\nissue,,bo,5,\nredeem,ada,,5,\n"
      #expect(try shop.apply(text).counts == [3, 0, 0, 15])
      let way = "--continue operations.csv"
      #expect(try shop.apply(text.replacingOccurrences(of: "\n", with: "\r\n"), way).counts == [0, 3, 0, 0])
      let mended = try shop.apply(text + "redeem,bo,,2,\n", way)
      #expect(mended.counts == [1, 3, 0, 2])
      #expect(try shop.coins("ada") == 90)
    }
  }

  // MARK: Taking back

  private func reversed(_ shop: Shop, _ words: String) throws -> (code: Int32, counts: [Int64]) {
    let outcome = try shop.home.qix("coins batch reverse \(words) --json")
    let answer = try JSONValue(parsing: outcome.output)
    let names = ["done", "coins", "before", "refused", "missing"]
    return (outcome.exitCode, names.map { answer[$0]?.integer ?? -1 })
  }

  @Test func aBatchIsTakenBackOnce() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("coins issue --to ada --amount 1")
      _ = try shop.issue(Self.july, name: "july.csv")
      let before = try shop.home.contents()
      let dry = try reversed(shop, "july.csv --dry-run")
      #expect(dry.code == 0 && dry.counts == [3, 180, 0, 0, 0])
      #expect(try shop.home.contents() == before)
      #expect(try reversed(shop, "july.csv --reason wrong").counts == [3, 180, 0, 0, 0])
      #expect(try reversed(shop, "july.csv").counts == [0, 0, 3, 0, 0])
      #expect(try coins(shop) == [1, 0, 0])
      let shown = try JSONValue(parsing: shop.done("coins batch show july.csv --json"))
      #expect(shown["reversed"]?.integer == 180 && shown["lines"]?.integer == 3 && shown["state"]?.string == "reversed")
      // Each reversal says of which batch it is.
      #expect(
        try shop.rows(
          """
          SELECT count(*) FROM coins_transfers AS t JOIN coins_details AS d ON d.details = t.details
          WHERE t.kind = 11 AND d.metadata = '{"batch":"july.csv"}' AND d.reason = 'wrong'
          """) == ["3"])
      #expect(try shop.home.qix("coins batch reverse none").exitCode == 3)
      try shop.verify()
    }
  }

  @Test func whatIsSpentStaysSpentAndTheRestIsTakenBack() throws {
    try Shop.with { (shop: Shop) throws in
      _ = try shop.issue(Self.july, name: "july.csv")
      try shop.done("coins redeem --from bo --amount 45")
      let first = try reversed(shop, "july.csv")
      #expect(first.code == 6 && first.counts == [2, 135, 0, 1, 45])
      #expect(try coins(shop) == [0, 0, 0])
      try shop.done("coins issue --to bo --amount 40")
      // The 40 are no coins of this file.
      #expect(try reversed(shop, "july.csv").counts == [0, 0, 2, 1, 45])
      #expect(try reversed(shop, "july.csv --from-any").counts == [0, 40, 2, 1, 5])
      try shop.done("coins issue --to bo --amount 40")
      let last = try reversed(shop, "july.csv --from-any")
      #expect(last.code == 0 && last.counts == [1, 5, 2, 0, 0])
      #expect(try coins(shop) == [0, 35, 0])
      try shop.verify()
    }
  }

  @Test func operationsAreTakenBackInTheOtherOrder() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("coins issue --to ada --amount 10")
      let text = "op,from,to,amount\nissue,,ada,5\nredeem,ada,,15\nissue,,bo,5\nhold,bo,,5\n"
      #expect(try shop.apply(text, "--batch swap").counts == [4, 0, 0, 30])
      #expect(try reversed(shop, "swap").counts == [4, 25, 0, 0, 0])
      #expect(try coins(shop) == [10, 0, 0])
      try shop.verify()
    }
  }

  /// Who pays is no part of what a line says: the same line from another budget is a conflict.
  @Test func anotherPayerIsAConflictInAnyForm() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("budget create b --amount 1000")
      _ = try shop.issue("user,amount\nada,5\nbo,6\n")
      let other = try shop.issue("amount;user\r\n5;ada\r\n6;bo\r\n", "--from budget:b --continue grants.csv")
      #expect(other.exitCode == 5 && other.code == "coins.key-conflict", "\(other.errors)")
      #expect(try coins(shop) == [5, 6, 0])
    }
  }

  /// Two at once don't get into each other's way: the second sees what the first has done.
  @Test func whoGoesOnWithAnOutdatedBatchReadsItAnew() throws {
    try Shop.with { (shop: Shop) throws in
      let wish = BatchWish.named("july")
      try shop.home.database.write(Change("coins.test")) { connection, _ in
        let now = shop.home.clock.now()
        func rows() throws -> BatchRows {
          try BatchRows(
            wish, action: "coins.issue", file: "july.csv", sha256: "00", by: "local:ada", knowsOthers: true,
            in: connection)
        }
        func write(_ rows: BatchRows) throws {
          rows.begin()
          rows.accept(rows.place(of: 7))
          try rows.write(
            first: 1, last: 1, lines: 1, coins: 5, refused: 0, isWhole: false, at: now, in: connection)
          rows.committed()
        }
        let (one, other) = (try rows(), try rows())
        #expect(try !one.isOutdated(in: connection) && one.known == 0)
        try write(one)
        #expect(try !one.isOutdated(in: connection))
        #expect(try other.isOutdated(in: connection) && other.known == 1)
        other.begin()
        #expect(other.place(of: 7).isKnown && !other.place(of: 7).isKnown && !other.place(of: 8).isKnown)
        other.begin()
        let new = other.place(of: 8)
        other.accept(new)
        try other.write(
          first: 2, last: 2, lines: 1, coins: 5, refused: 0, isWhole: true, at: now, in: connection)
        other.committed()
        #expect(try one.isOutdated(in: connection) && one.known == 2)
        #expect(try BatchRecord.require("july", in: connection).lines == 2)
      }
    }
  }
}
