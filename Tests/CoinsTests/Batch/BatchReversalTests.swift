import CoinsContract
import Foundation
import Glibc
import QixBatch
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Taking back what a file has done: in parts, and at a cost that doesn't grow with what is in the wallets.
@Suite struct BatchReversalTests {
  private func answer(_ outcome: TestTerminal.Outcome) throws -> [Int64] {
    let answer = try JSONValue(parsing: outcome.output)
    return ["done", "coins", "before", "refused", "missing"].map { answer[$0]?.integer ?? -1 }
  }

  private func lines(_ numbers: ClosedRange<Int>, of user: String = "ada") -> String {
    "user,amount\n" + numbers.map { "\(user),\($0)\n" }.joined()
  }

  /// How long something takes, in seconds of this thread's processor: others' work doesn't count.
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
  }

  /// Eight times the lines take eight times as long, not sixty-four: whether coins are spent one by one, are taken back
  /// where they are, or were spent and others of the wallet pay.
  @Test func theCostOfALineDoesNotGrowWithTheWallet() throws {
    func costs(_ lines: Int) throws -> [Double] {
      var costs: [Double] = []
      try Shop.with { shop in
        _ = try shop.issue(self.lines(1...lines), "--batch soon --expires P1Y")
        _ = try shop.issue(self.lines(1...lines), "--batch late --expires P2Y")
        _ = try shop.issue(self.lines(1...lines), "--batch whole --expires P3Y")
        let spending = "op,from,amount\n" + (1...lines).map { "redeem,ada,\($0)\n" }.joined()
        costs.append(
          try seconds {
            let spent = try shop.apply(spending, "--batch spent")
            #expect(spent.counts.first == Int64(lines))
          })
        for batch in ["whole", "soon", "spent", "late"] {
          costs.append(try seconds { try shop.done("coins batch reverse \(batch) --from-any") })
        }
        #expect(try shop.coins("ada") == 0)
        try shop.verify()
      }
      return costs
    }
    for (few, many) in zip(try costs(250), try costs(2_000)) {
      #expect(many < 24 * max(few, 0.02), "\(few) s, then \(many) s")
    }
  }

  /// Each part is committed, and the same line goes on behind it.
  @Test func aReversalThatIsInterruptedGoesOn() throws {
    let all = Int64(ReverseBatch.commitSize) + 100
    try Shop.with { shop in
      _ = try shop.issue(lines(1...Int(all)), "--batch long")
      let sum = all * (all + 1) / 2
      let dry = try shop.home.qix("coins batch reverse long --dry-run --json")
      #expect(dry.exitCode == 0)
      #expect(try answer(dry) == [all, sum, 0, 0, 0])
      let entries = try shop.home.count("qix_audit")
      let interruption = Interruption()
      interruption.request()
      let stopped = try shop.home.qix(
        ["coins", "batch", "reverse", "long", "--json"], interruption: interruption)
      #expect(stopped.exitCode == 130)
      #expect(stopped.errors.contains("Run the same command again"))
      let first = try answer(stopped)
      #expect(first[0] == ReverseBatch.commitSize && first[2...] == [0, 0, 0])
      #expect(try shop.coins("ada") == sum - first[1])
      let shown = try JSONValue(parsing: shop.done("coins batch show long --json"))
      #expect(shown["state"]?.string == "partly reversed")
      let rest = try answer(shop.home.qix("coins batch reverse long --json"))
      #expect(rest == [all - first[0], sum - first[1], first[0], 0, 0])
      #expect(try shop.home.count("qix_audit") == entries + 2)
      #expect(try shop.coins("ada") == 0)
      #expect(try shop.done("coins batch list --tsv").contains("\treversed\t"))
      try shop.verify()
    }
  }

  /// A dry run changes nothing, so it says what would be.
  @Test func aDryRunSaysWould() throws {
    try Shop.with { shop in
      _ = try shop.issue("user,amount\nada,5\nbo,6\n", "--batch b")
      try shop.done("coins redeem --from bo --amount 4")
      let dry = try shop.home.qix("coins batch reverse b --dry-run")
      #expect(dry.exitCode == 6)
      #expect(dry.output.contains("would be taken back") && dry.output.contains("coins that would be missing"))
      #expect(dry.errors.contains("1 transfer would not be taken back, or only in part"))
      #expect(!dry.errors.contains("What could be taken back is"))
    }
  }

  @Test(arguments: [
    ("", "whole"), ("coins reverse TRANSFER --amount 1", "partly reversed"), ("coins batch reverse b", "reversed"),
  ])
  func theStateSaysWhatStands(line: String, state: String) throws {
    try Shop.with { shop in
      _ = try shop.issue("user,amount\nada,5\nbo,6\n", "--batch b")
      if !line.isEmpty {
        let id = try #require(
          try shop.home.database.read { connection in
            try connection.first("SELECT id FROM coins_transfers WHERE amount = 5") {
              try $0.identifier(0, TransferTag.self)
            }
          })
        try shop.done(line.replacingOccurrences(of: "TRANSFER", with: "\(id)"))
      }
      let shown = try JSONValue(parsing: shop.done("coins batch show b --json"))
      #expect(shown["state"]?.string == state)
      #expect(try shop.done("coins batch list --tsv").contains("\t\(state)\t"))
    }
  }
}
