import QixCommands
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

  /// Of a record without an end no line is written that would look like none, and it is said that nothing behind it counts.
  @Test func behindAQuoteWithoutEndNothingIsRead() throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", "user,amount\nada,5\n\"bo,5\ncy,5\n")
      let outcome = try shop.home.qix(
        "coins issue --file \(path) --keep-going --rejects \(shop.home.path)/rejects --results \(shop.home.path)/results"
      )
      #expect(outcome.exitCode == 2)
      #expect(!outcome.errors.contains("--rejects") && (try? shop.content("rejects")) == nil, "\(outcome.errors)")
      #expect(try shop.content("results").contains("the quote that opens here is never closed"))
      let strict = try shop.home.qix("coins issue --file \(path)")
      #expect(strict.errors.contains("No later line can be read."), "\(strict.errors)")
    }
  }

  /// What a file says twice and another once was done once.
  @Test func linesThatWereDoneAreCountedEachOnce() throws {
    try Shop.with { shop in
      try shop.done("coins issue --file \(try shop.file("once.csv", "user,amount\nada,771\n"))")
      let three = try shop.file("three.csv", "user,amount\nada,771\nada,771\nbo,772\n")
      let outcome = try shop.home.qix("coins issue --file \(three)")
      #expect(outcome.exitCode == 5 && outcome.errors.contains("1 of 3 lines"), "\(outcome.errors)")
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
      #expect(
        alone.exitCode == 2 && alone.errors.contains("1026-10-31") && alone.errors.contains("is before the year 1980"))
      let file = try shop.issue("user,amount,at\nada,5,0027-01-01\n")
      #expect(file.code == "coins.at-long-ago" && file.message.contains("line 2"))
      #expect(try shop.transfers == 0)
      try shop.done("coins issue --to ada --amount 5 --at 1980-01-01 --reason history")
      #expect(try shop.coins("ada") == 5)
    }
  }
}
