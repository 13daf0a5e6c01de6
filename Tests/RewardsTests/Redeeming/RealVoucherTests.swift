import CoinsContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// Redeeming with the vouchers of the program itself, by commands alone.
@Suite struct RealVoucherTests {
  private func withCoffee(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      for line in [
        "user create --external-id ada", "coins issue --to ada --amount 300",
        "voucher generate latte --count 3 --title Latte",
        "reward create coffee --brand Alba --title Coffee --price 100 --delivery voucher:latte --stock 3",
        "reward publish coffee",
      ] {
        try home.done(line)
      }
      try body(home)
      #expect(try home.done("coins verify").contains("yes"))
      #expect(try home.done("db check").contains("redemptions"))
    }
  }

  private func code(in answer: String) throws -> String {
    try #require(
      answer.split(separator: "\"code\": \"").dropFirst().first?.split(separator: "\"").first.map(String.init))
  }

  @Test func theTillTakesWhatWasRedeemedUntilItIsRefunded() throws {
    try withCoffee { home in
      let answer = try home.done("reward redeem coffee --user ada --idempotency-key tap --json")
      let code = try code(in: answer)
      #expect(try home.done("reward redeem coffee --user ada --idempotency-key tap --json").contains(code))
      let id = try home.done("redemption list --quiet").filter { $0 != "\n" }
      let refund = try home.qix(["reward", "refund", id, "--reason", "sent back"])
      #expect(refund.exitCode == 0, "\(refund.errors)")
      let used = try home.qix(["voucher", "use", "--idempotency-key", "receipt-1"], input: code + "\n")
      #expect(used.exitCode == 5 || used.exitCode == 6, "\(used.errors)")
      #expect(try home.done("redemption show \(id) --json").contains(#""state": "void""#))
      #expect(try home.done("wallet show ada --json").contains("300"))
      // The repeat still tells the voucher that it was.
      #expect(try home.done("reward redeem coffee --user ada --idempotency-key tap --json").contains(code))
    }
  }

  @Test func whatWasUsedIsNotRefundedByAccident() throws {
    try withCoffee { home in
      let code = try code(in: home.done("reward redeem coffee --user ada --json"))
      let used = try home.qix(["voucher", "use", "--idempotency-key", "receipt-1"], input: code + "\n")
      #expect(used.exitCode == 0, "\(used.errors)")
      let id = try home.done("redemption list --quiet").filter { $0 != "\n" }
      let before = try home.contents()
      let refused = try home.qix(["reward", "refund", id, "--reason", "sent back", "--json"])
      #expect(refused.exitCode == 6 && refused.errors.contains("rewards.voucher-used"), "\(refused.errors)")
      #expect(try home.contents() == before)
      try home.done("reward refund \(id) --keep-voucher --reason goodwill")
    }
  }

  @Test func aVoucherFollowsItsRedemptionThroughAMerge() throws {
    try withCoffee { home in
      try home.done("user create --external-id bob")
      let first = try code(in: home.done("reward redeem coffee --user ada --idempotency-key tap --json"))
      try home.done("reward redeem coffee --user ada --hold --idempotency-key later")
      try home.done("user merge ada --into bob")
      let again = try code(in: home.done("reward redeem coffee --user bob --idempotency-key tap --json"))
      #expect(again == first)
      let held = try home.done("redemption list --state held --quiet").filter { $0 != "\n" }
      #expect(try code(in: home.done("reward confirm \(held) --json")) != first)
      #expect(try home.done("redemption list --user bob --quiet").split(separator: "\n").count == 2)
    }
  }
}
