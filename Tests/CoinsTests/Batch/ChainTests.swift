import Foundation
import QixTesting
import Testing

@testable import Coins

/// Lines of `coins apply` that are linked: all or nothing.
@Suite struct ChainTests {
  private static let header = "op,from,to,amount,linked\n"

  @Test func aChainIsDoneAsOne() throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 10")
      let text = Self.header + "redeem,ada,,4,true\ntransfer,ada,bo,5,true\nissue,,cy,1,\nissue,,cy,2,\n"
      #expect(try shop.apply(text).counts == [4, 0, 0, 12])
      #expect(try shop.rows("SELECT linked FROM coins_transfers ORDER BY transfer") == ["-", "2", "2", "2", "-"])
      #expect(try [shop.coins("ada"), shop.coins("bo"), shop.coins("cy")] == [1, 5, 3])
      #expect(try shop.apply(text).counts == [0, 4, 0, 0])
      try shop.verify()
    }
  }

  /// A chain that fails leaves what was done before to the lines that say the same, also when it fails once more.
  @Test(arguments: [
    "redeem,cy,,999,true\nissue,,ada,10,\nissue,,ada,10,\n",
    "issue,,ada,10,true\nredeem,cy,,999,\nissue,,ada,10,true\nissue,,bo,1,\n",
    "issue,,ada,1,true\nissue,,ada,1,true\nredeem,cy,,9,\nissue,,ada,1,true\nissue,,ada,1,\n",
    "issue,,bo,1,\nissue,,ada,5,true\nredeem,cy,,9,\nissue,,ada,5,\nissue,,ada,5,\nissue,,bo,1,\n",
  ])
  func aChainThatFailsPaysNobodyAgain(_ lines: String) throws {
    try Shop.with { shop in
      let first = try shop.apply(Self.header + lines, "--keep-going").counts
      let issued = try shop.rows("SELECT sum(amount) FROM coins_transfers")
      for _ in 0..<3 {
        #expect(try shop.apply(Self.header + lines, "--keep-going").counts == [0, first[0], first[2], 0])
        #expect(try shop.rows("SELECT sum(amount) FROM coins_transfers") == issued)
      }
      try shop.verify()
    }
  }

  /// Lines with keys that aren't done yet are no others because lines with other keys say the same.
  @Test func theSameFileFinishesLinesWithKeys() throws {
    try Shop.with { (shop: Shop) throws in
      let text = "op,from,to,amount,key\nredeem,ada,,5,k1\nissue,,ada,100,k2\nredeem,ada,,5,k3\n"
      #expect(try shop.apply(text, "--keep-going").counts == [2, 0, 1, 105])
      #expect(try shop.apply(text, "--keep-going").counts == [1, 2, 0, 5])
      #expect(try shop.coins("ada") == 90)
    }
  }

  /// As JSON and as spreadsheets write what is true.
  @Test(arguments: ["true", "TRUE", "True", "yes", "1"]) func whatIsTrue(word: String) throws {
    try Shop.with { shop in
      let outcome = try shop.apply(Self.header + "issue,,ada,1,\(word)\nissue,,bo,2,FALSE\n")
      #expect(outcome.counts == [2, 0, 0, 3], "\(outcome.errors)")
      #expect(try shop.rows("SELECT linked FROM coins_transfers ORDER BY transfer") == ["1", "1"])
      let json =
        "{\"op\":\"issue\",\"to\":\"ada\",\"amount\":1,\"linked\":true}\n{\"op\":\"issue\",\"to\":\"bo\",\"amount\":2}\n"
      #expect(try shop.apply(json, "--again", name: "operations.jsonl").counts == [2, 0, 0, 3])
      #expect(try shop.rows("SELECT linked FROM coins_transfers ORDER BY transfer") == ["1", "1", "3", "3"])
    }
  }

  /// A capture by its own hold's id, and a grant for it: the usual pair of a sale.
  @Test func aCaptureAndAGrant() throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 10")
      let hold = try shop.done("coins hold --from ada --amount 8 --quiet").split(separator: "\n")[0]
      let text = "op,transfer,to,amount,linked\ncapture,\(hold),,6,true\nissue,,bo,3,\n"
      #expect(try shop.apply(text).counts == [2, 0, 0, 9])
      #expect(try shop.apply(text).counts == [0, 2, 0, 0])
      #expect(try [shop.coins("ada"), shop.coins("bo")] == [4, 3])
      // The hold is resolved, so another such pair gives nobody anything.
      let other = text.replacingOccurrences(of: "6,true", with: "5,true").replacingOccurrences(of: "bo,3", with: "bo,4")
      let again = try shop.apply(other, name: "again.csv")
      #expect(again.exitCode == 5)
      #expect(again.message.contains("line 2: the hold"), "\(again.message)")
      #expect(try shop.coins("bo") == 3)
      try shop.verify()
    }
  }

  /// Whichever line can't be done is the one that is named.
  @Test(arguments: [
    ("redeem,ada,,11,true\nissue,,bo,1,true\nissue,,cy,1,", 2),
    ("issue,,bo,1,true\nredeem,ada,,11,true\nissue,,cy,1,", 3),
    ("issue,,bo,1,true\nissue,,cy,1,true\nredeem,ada,,11,", 4),
  ])
  func aChainThatBreaksMovesNothing(lines: String, faulty: Int) throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 10")
      // That it was tried is in the audit log.
      func ledger() throws -> [String] { try shop.home.contents().filter { !$0.hasPrefix("qix_audit") } }
      let before = try ledger()
      let outcome = try shop.apply(Self.header + lines + "\n")
      #expect(outcome.exitCode == 6)
      #expect(outcome.code == "coins.insufficient")
      #expect(outcome.message.contains("operations.csv, line \(faulty): "), "\(outcome.message)")
      #expect(try ledger() == before)
    }
  }

  /// In `--keep-going` every line of the broken chain is answered, and what is not of it is done.
  @Test(arguments: [
    ("redeem,ada,,11,true\nissue,,bo,1,true\nissue,,cy,1,", 3, 6),
    ("issue,,bo,1,true\nredeem,ada,,11,true\nissue,,cy,1,", 4, 6),
    ("issue,,bo,1,true\nissue,,cy,1,true\nredeem,ada,,11,", 5, 6),
    ("issue,,bo,x,true\nissue,,cy,1,true\nissue,,cy,1,", 3, 2),
    ("issue,,bo,1,true\nissue,,eve,1,true\nissue,,cy,1,", 4, 3),
    ("issue,,bo,1,true\nissue,,cy,1,true\nissue,,cy,0,", 5, 2),
    ("issue,,bo,1,true\nissue,,cy,1,perhaps\nissue,,cy,1,", 4, 2),
    ("issue,,bo,1,perhaps\nissue,,cy,1,true\nissue,,cy,1,", 3, 2),
    ("issue,,bo,1,true\nissue,,cy\nissue,,cy,1,", 4, 2), ("issue,,bo\nissue,,cy,1,true\nissue,,cy,1,", 3, 2),
    ("issue,,bo,1,true\nnonsense,,cy,1,true\nissue,,cy,1,", 4, 2),
  ])
  func aBrokenChainIsPassedOver(lines: String, faulty: Int, exitCode: Int32) throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 10")
      let text = Self.header + "redeem,ada,,1,\n\(lines)\nissue,,bo,7,\n"
      let path = try shop.file("operations.csv", text)
      let folder = shop.home.path
      let outcome = try shop.batch(
        "coins apply --file \(path) --keep-going --results \(folder)/results --rejects \(folder)/rejects")
      #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
      #expect(outcome.counts == [2, 0, 3, 8])
      #expect(try [shop.coins("ada"), shop.coins("bo"), shop.coins("cy")] == [9, 7, 0])
      #expect(try shop.rejects() == Self.header + lines + "\n")
      let results = try shop.content("results").split(separator: "\n").map { try ResultLine($0) }
      #expect(results.map(\.line) == [2, 3, 4, 5, 6])
      #expect(results.map(\.outcome) == ["done", "refused", "refused", "refused", "done"])
      for result in results where result.outcome == "refused" {
        let message = try #require(result.message)
        if result.line == faulty {
          #expect(result.code != "coins.line-linked" && !message.contains("is linked"))
        } else {
          #expect(result.code == "coins.line-linked")
          #expect(message.hasSuffix("the line is linked with line \(faulty), which could not be done"), "\(message)")
        }
      }
      try shop.verify()
    }
  }

  /// A line that can't be read may have been linked: the one behind it is not done alone.
  @Test func aLineThatCantBeReadTakesItsChainWithIt() throws {
    try Shop.with { shop in
      let text = """
        {"op":"issue","to":"ada","amount":1}
        {"op":"redeem","from":"ada","amount":100,"linked":true
        {"op":"issue","to":"bo","amount":100}
        {"op":"issue","to":"cy","amount":
        {"op":"issue","to":"cy","amount":3}

        """
      let outcome = try shop.apply(text, "--keep-going")
      #expect(outcome.exitCode == 2)
      #expect(outcome.counts == [2, 0, 3, 4])
      #expect(try [shop.coins("ada"), shop.coins("bo"), shop.coins("cy")] == [1, 0, 3])
    }
  }

  @Test(arguments: [
    Self.header + "issue,,ada,1,\nissue,,bo,2,true\n", Self.header + "issue,,ada,1,\nissue,,bo,2,true\n\n\n",
  ])
  func theLastLineHasNoneToBeLinkedWith(text: String) throws {
    try Shop.with { shop in
      let before = try shop.home.contents()
      for options in ["", "--dry-run"] {
        let outcome = try shop.apply(text, options)
        #expect(outcome.exitCode == 2)
        #expect(
          outcome.message.hasSuffix(
            "operations.csv, line 3: the line is linked with the next one, but it is the last line"),
          "\(outcome.message)")
        #expect(try shop.home.contents() == before)
      }
      let rest = try shop.apply(text, "--keep-going --rejects \(shop.home.path)/rejects")
      #expect(rest.exitCode == 2)
      #expect(rest.counts == [1, 0, 1, 1])
      #expect(try shop.rejects() == Self.header + "issue,,bo,2,true\n")
    }
  }

  /// A chain that was done before is answered as such, also when only a part of the file is new.
  @Test func aChainIsRepeatedAsOne() throws {
    try Shop.with { shop in
      let header = "op,from,to,amount,linked,key\n"
      let pair = "issue,,ada,5,true,k1\nredeem,ada,,5,,k2\n"
      #expect(try shop.apply(header + pair).counts == [2, 0, 0, 10])
      #expect(try shop.apply(header + pair + "issue,,bo,1,true,k3\nissue,,bo,1,,k4\n").counts == [2, 2, 0, 2])
      try shop.verify()
    }
  }

  /// Columns mean something here, so one that means nothing is a slip that may cost coins.
  @Test(arguments: [
    ("op,to,amount,expire\nissue,ada,5,P1Y\n", "line 1: the column 'expire' has no meaning here"),
    (
      "{\"op\":\"issue\",\"to\":\"ada\",\"amount\":1}\n{\"op\":\"issue\",\"to\":\"ada\",\"amount\":1,\"expire\":\"P1Y\"}\n",
      "line 2, expire: the column 'expire' has no meaning here"
    ),
  ])
  func aColumnThatMeansNothingIsRefused(text: String, message: String) throws {
    try Shop.with { shop in
      let before = try shop.home.contents()
      let outcome = try shop.apply(text)
      #expect(outcome.exitCode == 2)
      #expect(outcome.message.hasSuffix(message), "\(outcome.message)")
      #expect(try shop.home.contents() == before)
    }
  }
}
