import QixKernel
import QixTerminal
import QixTesting
import Testing

/// A file of which nothing was done says so in its figures, and where its answers may go is said in words.
@Suite struct RefusedFileTests {
  @Test(arguments: ["user,amount\nada,5\nnobody,5\n", "user,amount\nada,5\nbo,many\n"])
  func theLineThatStoppedItIsCounted(file: String) throws {
    try Shop.with { shop in
      let outcome = try shop.issue(file)
      #expect(outcome.exitCode != 0)
      #expect(outcome.counts == [0, 0, 1, 0])
      #expect(try shop.transfers == 0)
    }
  }

  @Test func bothAnswersOnStandardOutputAreToldApart() throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", "user,amount\nada,5\n")
      for command in ["coins issue", "user import"] {
        let outcome = try shop.home.qix("\(command) --file \(path) --results - --rejects -")
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("--results and --rejects can't both go to standard output"))
        #expect(outcome.errors.contains("--results - --rejects rejects.csv"))
      }
      let same = try shop.home.qix("coins issue --file \(path) --results a --rejects a")
      #expect(same.errors.contains("name the same file"))
    }
  }

  /// A year with a slip of the finger, alone and in a file; 1980 is a year to bring coins over from.
  @Test func aYearLongAgoIsASlip() throws {
    try Shop.with { shop in
      let alone = try shop.home.qix("coins issue --to ada --amount 5 --at 1026-10-31")
      #expect(alone.exitCode == 2 && alone.errors.contains("it can't have happened at 1026-10-31"))
      let file = try shop.issue("user,amount,at\nada,5,0027-01-01\n")
      #expect(file.code == "coins.at-long-ago" && file.message.contains("line 2"))
      #expect(try shop.transfers == 0)
      try shop.done("coins issue --to ada --amount 5 --at 1980-01-01 --reason history")
      #expect(try shop.coins("ada") == 5)
    }
  }
}
