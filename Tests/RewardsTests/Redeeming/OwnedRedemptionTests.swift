import CoinsContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// What belongs to a redemption, or to a shelf, is not moved in the ledger alone: the command that does it here is named,
/// and nothing has changed.
@Suite struct OwnedRedemptionTests {
  /// A redemption in each state, known by its key, with the transfers of its coins and pieces.
  private struct Stall {
    let market: Market

    func redemption(_ key: String) throws -> Redemption {
      try market.home.database.read { try #require(try RedemptionStore($0).find(key: key)) }
    }

    /// What a hold was captured by; the transfer itself where it is no hold.
    func posted(_ transfer: TransferID?) throws -> TransferID {
      let (ledger, transfer) = (try market.context.service(Coins.ledger), try #require(transfer))
      return try market.home.database.read { try ledger.standing(of: transfer, in: $0)?.end?.transfer ?? transfer }
    }

    /// - Returns: the remedy.
    func refused(_ line: String, input: String = "", _ location: SourceLocation = #_sourceLocation) throws -> String {
      let before = try market.home.contents()
      let outcome = try market.home.qix("\(line) --json", input: input)
      #expect(outcome.exitCode == 5, "\(line): \(outcome.errors)", sourceLocation: location)
      let last = try #require(outcome.errors.split(separator: "\n").last)
      let error = try JSONValue(parsing: String(last))["error"]
      #expect(
        error?["message"]?.string?.contains("belongs to") == true, "\(outcome.errors)", sourceLocation: location)
      #expect(try market.home.contents() == before, "\(line) has changed something", sourceLocation: location)
      return error?["hint"]?.string ?? ""
    }
  }

  private func withStall(_ body: (Stall) throws -> Void) throws {
    try Market.with { market in
      try market.user("ada", coins: 2_000)
      try TestVouchers.fill("latte", 5, in: market.home)
      try market.reward("coffee", .voucher(series: "latte"), stock: 5)
      try market.reward("mug", stock: 5)
      try market.reward("trees", .donation(to: "Forest"))
      for (reward, key) in [
        ("coffee", "paid"), ("trees", "given"), ("mug", "held"), ("mug", "confirmed"), ("mug", "cancelled"),
      ] {
        _ = try market.redeem(reward, by: "ada") { $0.key = key }
      }
      let stall = Stall(market: market)
      _ = try market.confirm(stall.redemption("confirmed").id)
      try market.cancel(stall.redemption("cancelled").id)
      try body(stall)
      try market.verify()
    }
  }

  @Test func whatIsHeldIsConfirmedOrCancelled() throws {
    try withStall { stall in
      let held = try stall.redemption("held")
      for hold in [held.coinsTransfer, try #require(held.stockTransfer)] {
        let (void, capture) = (
          try stall.refused("coins void \(hold) --reason test"), try stall.refused("coins capture \(hold) --amount 1")
        )
        #expect(void.contains("qix reward cancel \(held.id)") && capture.contains("qix reward confirm \(held.id)"))
        #expect(try stall.refused("coins void \(hold) --dry-run").contains("qix reward cancel"))
      }
      stall.market.advance(days: 8)
      #expect(try stall.refused("coins void \(held.coinsTransfer)").contains("free again"))
      // Booking what is due is the ledger's, and nobody's doing.
      try stall.market.home.done("coins expire")
    }
  }

  @Test func whatIsPaidIsRefunded() throws {
    try withStall { stall in
      for key in ["paid", "confirmed"] {
        let redemption = try stall.redemption(key)
        for transfer in [redemption.coinsTransfer, redemption.stockTransfer] {
          let remedy = try stall.refused("coins reverse \(try stall.posted(transfer)) --amount 1 --reason test")
          #expect(remedy.contains("qix reward refund \(redemption.id)"))
        }
        // And the way that is named leads there.
        try stall.market.home.done("reward refund \(redemption.id) --reason test --restock")
      }
      let given = try stall.redemption("given")
      #expect(try stall.refused("coins reverse \(given.coinsTransfer)").contains("qix coins issue --from budget:"))
    }
  }

  @Test func aFileIsRefusedBeforeItsFirstLine() throws {
    try withStall { stall in
      let held = try stall.redemption("held")
      let lines = """
        {"op":"issue","to":"ada","amount":5}
        {"op":"void","transfer":"\(held.coinsTransfer)"}
        """
      #expect(try stall.refused("coins apply --file -", input: lines).contains("qix reward cancel \(held.id)"))
      let outcome = try stall.market.home.qix("coins apply --file - --keep-going --json", input: lines)
      #expect(outcome.exitCode == 5 && outcome.output.contains("\"refused\": 1"), "\(outcome.output)")
      #expect(try stall.market.state(held.id) == .held)
    }
  }

  @Test func piecesAreTakenOffTheShelfThere() throws {
    try withStall { stall in
      let funding = try stall.market.home.database.read { connection in
        let reward = try RewardStore(connection).require("mug")
        return try connection.first(
          """
          SELECT t.id FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account = t.credit
          WHERE a.asset = ?1 AND t.kind = 3
          """, .integer(try #require(reward.stock).number)
        ) { try $0.identifier(0, TransferTag.self) }
      }
      let remedy = try stall.refused("coins reverse \(try #require(funding)) --amount 1")
      #expect(remedy.contains("qix reward stock mug --remove"))
    }
  }

  /// What was done under a key before, by whatever version, is answered as it was then.
  @Test func whatWasDoneBeforeIsAnsweredAgain() throws {
    try withStall { stall in
      let confirmed = try stall.redemption("confirmed")
      let capture = try stall.posted(confirmed.coinsTransfer)
      let key = try stall.market.home.database.read { connection in
        try connection.first("SELECT key FROM coins_transfers WHERE id = ?1", .id(capture)) { $0.text(0) }
      }
      let answer = try stall.market.home.done(
        "coins capture \(confirmed.coinsTransfer) --idempotency-key \(try #require(key)) --quiet")
      #expect(answer == "\(capture)\n")
    }
  }

  /// What nobody claims goes on as before.
  @Test func otherTransfersAreTheLedgersAlone() throws {
    try withStall { stall in
      let home = stall.market.home
      let hold = try home.done("coins hold --from ada --amount 5 --quiet").filter { $0 != "\n" }
      try home.done("coins void \(hold)")
      let spent = try home.done("coins redeem --from ada --amount 5 --quiet").filter { $0 != "\n" }
      try home.done("coins reverse \(spent)")
      #expect(try home.qix("coins reverse trf_01m7w9tzg3f7fs9hn862jj74bb").exitCode == 3)
    }
  }
}
