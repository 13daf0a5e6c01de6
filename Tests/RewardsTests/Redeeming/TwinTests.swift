import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// Redeemed, refunded, filled or generated twice without a key: done, and pointed out.
@Suite struct TwinTests {
  @Test func whatIsDoneTwiceIsPointedOut() throws {
    try TestHome.initialised(vault: true) { home in
      for line in [
        "user create --external-id ada", "coins issue --to ada --amount 900",
        "voucher generate latte --count 3 --title Latte",
        "reward create coffee --brand Alba --title Coffee --price 100 --delivery voucher:latte",
        "reward create mug --brand Alba --title Mug --price 10 --delivery goods --stock 3", "reward publish coffee mug",
      ] {
        try home.done(line)
      }
      func isToldOf(_ line: String) throws -> String? {
        let outcome = try home.qix(line)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.errors.split(separator: "\n").first { $0.contains("Possible duplicate") }.map(String.init)
      }
      #expect(try isToldOf("reward redeem coffee --user ada") == nil)
      let redeemed = try isToldOf("reward redeem coffee --user ada")
      #expect(redeemed?.contains("rdm_") ?? false && redeemed?.contains("qix reward refund rdm_") ?? false)
      #expect(try isToldOf("reward redeem coffee --user ada --idempotency-key tap") == nil)
      #expect(try isToldOf("reward redeem mug --user ada") == nil)
      #expect(try isToldOf("reward redeem mug --user ada")?.contains("qix reward cancel rdm_") ?? false)

      let id = try home.done("redemption list --reward coffee --limit 1 --quiet").filter { $0 != "\n" }
      #expect(try isToldOf("reward refund \(id) --coins 10 --reason late") == nil)
      #expect(try isToldOf("reward refund \(id) --coins 10 --reason late")?.contains("rfd_") ?? false)
      #expect(try isToldOf("reward refund \(id) --coins 11 --reason late") == nil)

      #expect(try isToldOf("reward stock mug --add 5") == nil)
      #expect(try isToldOf("reward stock mug --add 5")?.contains("qix reward stock mug --remove 5") ?? false)
      #expect(try isToldOf("reward stock mug --count 13 --reason counted") == nil)
      #expect(try isToldOf("reward stock mug --count 13 --reason counted") == nil)

      #expect(try isToldOf("voucher generate latte --count 2") == nil)
      #expect(try isToldOf("voucher generate latte --count 2")?.contains("vba_") ?? false)
      #expect(try isToldOf("voucher generate latte --count 2 --idempotency-key more") == nil)
    }
  }
}
