import QixKernel
import QixTesting
import Testing

@testable import Coins

/// Budgets that batches grant from: whether they hold out is known before anything moves.
@Suite struct SpendingTests {
  @Test func aBudgetThatWouldRunDryIsFoundBefore() throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 100")
      let before = try shop.home.contents()
      for options in ["", "--dry-run"] {
        let outcome = try shop.issue("user,amount\nada,60\nbo,40\ncy,1\n", "--from budget:b \(options)")
        #expect(outcome.exitCode == 6)
        #expect(outcome.code == "coins.insufficient")
        #expect(outcome.message.hasSuffix("grants.csv, line 4: budget:b has 0 coins available, 1 is needed"))
        #expect(try shop.home.contents() == before)
      }
      #expect(try shop.issue("user,amount\nada,60\nbo,40\n", "--from budget:b").counts == [2, 0, 0, 100])
    }
  }

  @Test func linesThatWereDoneCostNothing() throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 100")
      let path = try shop.file("grants.csv", "user,amount\nada,60\nbo,40\ncy,25\n")
      #expect(try shop.batch("coins issue --file \(path) --from budget:b --keep-going").counts == [2, 0, 1, 100])
      #expect(try shop.batch("coins issue --file \(path) --from budget:b").exitCode == 6)
      try shop.done("budget fund b --amount 25")
      #expect(try shop.batch("coins issue --file \(path) --from budget:b").counts == [1, 2, 0, 25])
      #expect(try shop.batch("coins issue --file \(path) --from budget:b").counts == [0, 3, 0, 0])
    }
  }

  /// What the file itself puts into a budget counts, in its order.
  @Test func whatAFilePutsInItCanTakeOut() throws {
    try Shop.with { shop in
      for name in ["a", "b"] { try shop.done("budget create \(name)") }
      let before = try shop.home.contents()
      let early = try shop.apply(
        "op,from,to,amount\nissue,budget:a,ada,1\nfund,,budget:a,100\n", name: "early.csv")
      #expect(early.exitCode == 6)
      #expect(early.message.contains("line 2: budget:a has 0 coins"))
      #expect(try shop.home.contents() == before)

      let text =
        "op,from,to,amount\nfund,,budget:a,100\nissue,budget:a,ada,60\ntransfer,budget:a,budget:b,40\nissue,budget:b,bo,40\n"
      #expect(try shop.apply(text).counts == [4, 0, 0, 240])
      #expect(try shop.apply(text).counts == [0, 4, 0, 0])
      try shop.verify()
    }
  }

  /// The first funding was done before and counts no more; without it the budget would not hold out.
  @Test func whatWasPutInBeforeIsNotPutInAgain() throws {
    try Shop.with { shop in
      try shop.done("budget create b")
      let text = "op,from,to,amount,key\nfund,,budget:b,100,k1\nissue,budget:b,ada,60,k2\n"
      #expect(try shop.apply(text).counts == [2, 0, 0, 160])
      let before = try shop.home.contents()
      let outcome = try shop.apply(text + "issue,budget:b,bo,20,k3\nissue,budget:b,bo,21,k4\n")
      #expect(outcome.exitCode == 6)
      #expect(outcome.message.contains("line 5: budget:b has 20 coins available, 21 are needed"), "\(outcome.message)")
      #expect(try shop.home.contents() == before)
    }
  }

  /// What a void gives back is known only when it is done, so the check leaves it to the doing.
  @Test func whatIsGivenBackCanBeGranted() throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 10")
      let hold = try shop.done("coins hold --from budget:b --to ada --amount 10 --quiet").split(separator: "\n")[0]
      let outcome = try shop.apply("op,from,to,amount,transfer\nvoid,,,,\(hold)\nissue,budget:b,bo,10,\n")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try shop.coins("bo") == 10)
    }
  }

  /// A hold whose time is up gives back by itself as soon as somebody wants the coins.
  @Test func aHoldThatHasTimedOutHoldsNothingBack() throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 10")
      try shop.done("coins hold --from budget:b --to ada --amount 10 --times-out 1d")
      #expect(try shop.issue("user,amount\nbo,10\n", "--from budget:b").exitCode == 6)
      shop.home.clock.advance(byMicroseconds: 2 * Timestamp.day)
      let outcome = try shop.issue("user,amount\nbo,10\n", "--from budget:b")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.counts == [1, 0, 0, 10])
      try shop.verify()
    }
  }

  @Test(arguments: [
    ("fund,,budget:none,5", 3, "there is no budget 'none'"),
    ("transfer,budget:b,budget:none,5", 3, "there is no budget 'none'"),
    ("issue,budget:none,ada,5", 3, "there is no budget 'none'"),
    ("transfer,ada,ada,5", 2, "the operation 'transfer' can't go from"),
    ("transfer,ada,budget:b,5", 2, "the operation 'transfer' can't go from"),
    ("redeem,budget:b,,5", 2, "the operation 'redeem' can't go from"),
    ("fund,,ada,5", 2, "the operation 'fund' can't go from"),
    ("issue,ada,bo,5", 2, "the operation 'issue' can't go from"),
    ("hold,budget:b,,5", 2, "the operation 'hold' can't go from"),
  ])
  func accountsThatDontFitAreFoundBefore(line: String, exitCode: Int32, message: String) throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 10")
      let before = try shop.home.contents()
      let outcome = try shop.apply("op,from,to,amount\nissue,,ada,1\n\(line)\n")
      #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
      #expect(outcome.message.contains("operations.csv, line 3: \(message)"), "\(outcome.message)")
      #expect(try shop.home.contents() == before)
    }
  }
}
