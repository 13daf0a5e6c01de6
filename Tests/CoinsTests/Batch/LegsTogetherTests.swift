import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// A file's legs and lots are written several at once, and are what they would be one by one.
@Suite struct LegsTogetherTests {
  private static let users = ["ada", "bo", "cy"]

  /// Operations in the order of a file: mostly grants, so that some wait when another operation needs their lots.
  private static func operations(_ seed: UInt64) -> [String] {
    var numbers = SeededGenerator(seed: seed)
    func pick(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }
    return (0..<60).map { line in
      let (from, to) = (users[pick(3)], users[pick(3)])
      let (amount, key) = (1 + pick(30), "k\(line)")
      switch pick(8) {
      case 0: return "redeem,\(from),,\(amount),\(key)"
      case 1 where from != to: return "transfer,\(from),\(to),\(amount),\(key)"
      case 2: return "hold,\(from),,\(amount),\(key)"
      default: return "issue,,\(to),\(amount),\(key)"
      }
    }
  }

  private static func command(_ operation: String) -> String {
    let cells = operation.split(separator: ",", omittingEmptySubsequences: false)
    let from = cells[1].isEmpty ? "" : " --from \(cells[1])"
    let to = cells[2].isEmpty ? "" : " --to \(cells[2])"
    return "coins \(cells[0])\(from)\(to) --amount \(cells[3]) --idempotency-key \(cells[4])"
  }

  /// Legs, lots and what was drawn from them; wallets by their users, since accounts are opened in the same order.
  private static func legs(_ shop: Shop) throws -> [[String]] {
    try [
      "SELECT entry || ' ' || account || ' ' || amount || ' ' || balance || ' ' || coalesce(previous, 0) FROM coins_entries",
      "SELECT lot || ' ' || account || ' ' || transfer || ' ' || amount || ' ' || remaining FROM coins_lots",
      "SELECT transfer || ' ' || lot || ' ' || amount FROM coins_draws",
    ].map { try shop.rows("\($0) ORDER BY 1").sorted() }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func aFileAndItsLinesOneByOneComeToTheSame(_ seed: UInt64) throws {
    let operations = Self.operations(seed)
    var together: [[String]] = []
    try Shop.with { shop in
      let text = (["op,from,to,amount,key"] + operations).joined(separator: "\n") + "\n"
      _ = try shop.apply(text, "--keep-going")
      together = try Self.legs(shop)
      try shop.verify()
    }
    try Shop.with { shop in
      // Those that lack coins are refused there as well.
      for operation in operations { _ = try shop.home.qix(Self.command(operation)) }
      #expect(try Self.legs(shop) == together)
      #expect(together[0].count > 40)
    }
  }

  /// Grants wait when a chain begins and when one is taken back.
  @Test func aChainThatFailsTakesNothingElseWithIt() throws {
    try Shop.with { shop in
      let grants = (1...5).map { "issue,,ada,\($0),," }.joined(separator: "\n")
      let text =
        "op,from,to,amount,key,linked\n\(grants)\nissue,,bo,7,,true\nredeem,cy,,1,,\nissue,,cy,2,,\nredeem,ada,,15,,\n"
      #expect(try shop.apply(text, "--keep-going").counts == [7, 0, 2, 32])
      #expect(try [shop.coins("ada"), shop.coins("bo"), shop.coins("cy")] == [0, 0, 2])
      try shop.verify()
    }
  }

  /// What a user may earn in a day is summed over legs that may wait.
  @Test func aDailyLimitSeesTheGrantsOfTheSameFile() throws {
    try Shop.with { shop in
      try shop.done("setting set identity.trial-earn-limit 10")
      let text = "user,amount,key\nada,4,a\nada,4,b\nada,4,c\nbo,10,d\nada,2,e\n"
      let file = try shop.file("grants.csv", text)
      let outcome = try shop.home.qix("coins issue --file \(file) --keep-going")
      #expect(outcome.errors.contains("day"), "\(outcome.errors)")
      #expect(try [shop.coins("ada"), shop.coins("bo")] == [10, 10])
      try shop.verify()
    }
  }
}
