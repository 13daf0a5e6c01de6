import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What the people who sent files with their own hands have paid twice, and no longer do.
@Suite struct DoublePayTests {
  /// A field too many must not become the reason of the last time, nor one too few a line without one.
  @Test(arguments: [
    "user,amount\nada,1,000\nbo,2000\n", "user;amount;note\nada;500;x;y\nbo;2000;\n",
    "user,amount,note\nada,7\nbo,8,\n",
    "fault,user,amount\nold,ada,1,000\n,bo,2000\n",
  ])
  func aLineOfAnotherWidthStaysRefused(text: String) throws {
    try Shop.with { shop in
      let first = try shop.issue(text, "--keep-going --rejects \(shop.home.path)/rejects")
      #expect(first.counts.prefix(3) == [1, 0, 1])
      let (rejects, more) = ("\(shop.home.path)/rejects", "\(shop.home.path)/more")
      let again = try shop.batch("coins issue --file \(rejects) --keep-going --rejects \(more)")
      #expect(again.exitCode == 2 && again.counts.prefix(3) == [0, 0, 1], "\(again.errors)")
      #expect(try shop.coins("ada") == 0)
      #expect(try shop.content("more") == shop.content("rejects"))
    }
  }

  @Test func whatTheRejectsHavePaidTheFileDoesNotPayAgain() throws {
    try Shop.with { shop in
      let day = "user,amount\nada,40\nzed,41\n"
      let rejects = "\(shop.home.path)/rejects.csv"
      #expect(try shop.issue(day, "--keep-going --rejects \(rejects)", name: "day.csv").counts == [1, 0, 1, 40])
      try shop.done("user create --external-id zed")
      #expect(try shop.batch("coins issue --file \(rejects)").counts == [1, 0, 0, 41])
      for options in ["", "--keep-going", "--batch day.csv"] {
        #expect(try shop.issue(day, options, name: "day.csv").counts == [0, 2, 0, 0])
      }
      #expect(try shop.coins("zed") == 41)
    }
  }

  /// A file that was begun is finished, and one that was done is known, whoever was merged into whom since.
  @Test func aMergeChangesNoLine() throws {
    try Shop.with { shop in
      let text = "user,amount\nada,40\nbo,41\ncy,42\n"
      let broken = text.replacingOccurrences(of: "cy,42", with: "cy,4x")
      #expect(try shop.issue(broken, "--keep-going", name: "me.csv").counts == [2, 0, 1, 81])
      try shop.done("coins issue --to ada --amount 5 --idempotency-key order-1")
      try shop.done("user merge ada --into bo --reason twice")
      #expect(try shop.issue(text, name: "me.csv").counts == [1, 2, 0, 42])
      #expect(try shop.issue(text, name: "me.csv").counts == [0, 3, 0, 0])
      // The same words under the same key are the same operation.
      try shop.done("coins issue --to ada --amount 5 --idempotency-key order-1")
      try shop.done("coins issue --to ada --amount 6 --idempotency-key order-2")
      #expect(try shop.coins("bo") == 92)
      try shop.verify()
    }
  }

  /// Versions up to 0.5.0 have written down whom a merged user was merged into.
  @Test func keysOfEarlierVersionsAreKnownAfterAMerge() throws {
    try Shop.with { shop in
      try shop.done("user merge ada --into bo --reason twice")
      try shop.done("coins issue --to bo --amount 6 --idempotency-key order-2")
      try shop.done("coins issue --to ada --amount 6 --idempotency-key order-2")
      let other = try shop.home.qix("coins issue --to cy --amount 6 --idempotency-key order-2")
      #expect(other.exitCode == 5)
      #expect(try shop.coins("bo") == 6)
    }
  }

  /// Under another name too, and whichever command did them first.
  @Test(arguments: [
    (
      "coins issue", "user,amount\nada,11\nbo,21\n", "coins issue", "user,amount,key\nada,11,a-1\nbo,21,b-1\n",
      "batch.between"
    ),
    (
      "coins issue", "user,amount,key\nada,11,a-1\nbo,21,b-1\n", "coins issue", "user,amount\nada,11\nbo,21\n",
      "batch.between"
    ),
    (
      "coins issue", "user,amount\nada,11\nbo,21\n", "coins apply", "op,to,amount\nissue,ada,11\nissue,bo,21\n",
      "batch.between"
    ),
    (
      "coins apply", "op,to,amount,key\nissue,ada,11,a\nissue,bo,21,b\n", "coins issue", "user,amount\nbo,21\n",
      "batch.between"
    ),
    (
      "coins issue", "user,amount,Shop\nada,11,x\nbo,21,y\n", "coins issue", "amount,shop,user\n21,y,bo\n11,x,ada\n",
      "batch.between"
    ),
  ])
  func anotherNameMakesNoNewLines(
    _ first: String, _ done: String, _ second: String, _ again: String, _ code: String
  ) throws {
    try Shop.with { shop in
      let (file, other) = try (shop.file("l.csv", done), shop.file("o.csv", again))
      #expect(try shop.batch("\(first) --file \(file)").counts == [2, 0, 0, 32])
      for options in ["", "--keep-going", "--dry-run"] {
        let outcome = try shop.batch("\(second) --file \(other) \(options)")
        #expect(outcome.exitCode == 5 && outcome.code == code, "\(options): \(outcome.errors)")
        #expect(outcome.message.contains("'l.csv'"), "\(outcome.message)")
      }
      #expect(try shop.coins("ada") == 11)
      let wanted = try shop.batch("\(second) --file \(other) --batch wanted")
      #expect(wanted.exitCode == 0 && wanted.counts[1] == 0, "\(wanted.errors)")
      #expect(try shop.batch("\(second) --file \(other) --batch wanted").counts[0] == 0)
      try shop.verify()
    }
  }

  /// A key that is new each month is what says that the same grant is another one.
  @Test func newKeysAreNewLines() throws {
    try Shop.with { (shop: Shop) throws in
      for month in 7...9 {
        let text = "user,amount,key\nada,11,\(month)-ada\nbo,21,\(month)-bo\n"
        #expect(try shop.issue(text, name: "\(month).csv").counts == [2, 0, 0, 32])
        #expect(try shop.issue(text, name: "\(month).csv").counts == [0, 2, 0, 0])
      }
    }
  }

  /// The same lines under two names at once: who comes second is told, whatever was looked at before.
  @Test(arguments: ["", "--keep-going"]) func twoNamesAtOncePayOnce(options: String) throws {
    try Shop.with { shop in
      let lines = (0..<2_000).map { "u-\($0),1" }
      let files = try [
        shop.file("big.csv", "user,amount\n" + lines.joined(separator: "\n") + "\n"),
        shop.file("o.csv", "user;amount\n" + lines.reversed().joined(separator: "\n").replacing(",", with: ";") + "\n"),
      ]
      let outcomes = try inParallel(2) { try shop.batch("coins issue --file \(files[$0]) --create-users \(options)") }
      #expect(outcomes.map(\.exitCode).sorted() == [0, 5], "\(outcomes.map(\.errors))")
      #expect(outcomes.contains { $0.code == "batch.between" })
      #expect(try shop.rows("SELECT count(*), sum(amount) FROM coins_transfers", columns: 2) == ["2000|2000"])
      try shop.verify()
    }
  }

  /// Who always names the batch is asked as well.
  @Test func theBatchOfThatNameIsNotMendedInEveryLine() throws {
    try Shop.with { shop in
      #expect(try shop.issue("user,amount\nada,10\nbo,20\n", "--batch july", name: "july.csv").counts == [2, 0, 0, 30])
      let changed = try shop.issue("user,amount\nada,11\nbo,21\n", "--batch july", name: "july.csv")
      #expect(changed.exitCode == 5 && changed.code == "batch.between", "\(changed.errors)")
      // Lines for somebody else are a new batch.
      #expect(try shop.issue("user,amount\ncy,5\n", "--batch july", name: "july.csv").counts == [1, 0, 0, 5])
      #expect(try shop.done("coins batch list --quiet") == "july (2)\njuly\n")
    }
  }

  @Test func usersWhoAreYetToBeMadeAreToldApart() throws {
    try Shop.with(users: []) { shop in
      let text = "user,amount\na,10\nb,10\nc,10\na,10\n"
      let dry = try shop.issue(text, "--create-users --dry-run", name: "new.csv")
      #expect(dry.errors.contains("1 line repeats another line of the file"), "\(dry.errors)")
      #expect(try shop.issue(text, "--create-users", name: "new.csv").counts == [4, 0, 0, 40])
    }
  }

  /// What comes by a pipe under a batch's name is that batch, changed or not.
  @Test func aNamedPipeIsCheckedAsAFileIs() throws {
    try Shop.with { (shop: Shop) throws in
      let (first, changed) = ("user,amount\nada,5\nbo,5\n", "user,amount\nada,7\nbo,8\n")
      #expect(try shop.batch("coins issue --file - --batch yy", input: first).counts == [2, 0, 0, 10])
      for options in ["", "--keep-going", "--dry-run"] {
        let outcome = try shop.batch("coins issue --file - --batch yy \(options)", input: changed)
        #expect(outcome.exitCode == 5 && outcome.code == "batch.between", "\(options): \(outcome.errors)")
      }
      #expect(try shop.batch("coins issue --file - --batch yy", input: "user,amount\ncy,9\n").counts == [1, 0, 0, 9])
      #expect(try shop.batch("coins issue --file - --batch \u{A0}yy", input: first).counts == [0, 2, 0, 0])
      #expect(try shop.coins("ada") == 5)
    }
  }

  /// The batch of the file's own name comes before others that the same bytes were.
  @Test func aFileGoesOnAsTheBatchOfItsName() throws {
    try Shop.with { (shop: Shop) throws in
      let text = "user,amount\nada,5\n"
      #expect(try shop.issue(text, name: "z.csv").counts == [1, 0, 0, 5])
      #expect(try shop.issue(text, "--batch n2 --expires P1Y", name: "z.csv").counts == [1, 0, 0, 5])
      #expect(try shop.issue(text, name: "z.csv").counts == [0, 1, 0, 0])
    }
  }

  /// A column that is only kept, and is called as people call a day, is pointed out.
  @Test func aDateThatIsOnlyKeptIsPointedOut() throws {
    try Shop.with { (shop: Shop) throws in
      let kept = try shop.issue("user,amount,Datum\nada,5,2026-01-01\n")
      #expect(kept.counts == [1, 0, 0, 5] && kept.errors.contains("--map at='Datum'"), "\(kept.errors)")
      let end = try shop.issue("user,amount,Gültig bis\nada,5,2028-01-01\n", name: "b.csv")
      #expect(end.exitCode == 2 && end.errors.contains("did you mean 'expires'?"), "\(end.errors)")
    }
  }
}
