import QixCommands
import QixTerminal
import QixTesting
import Testing

/// A wish of support is one, however often it is sent.
@Suite struct ReversalRequestTests {
  @Test func aReversalIsOneRequestUnderAnyKey() throws {
    try SupportDeskTests.Desk.with { desk in
      try desk.home.done("coins issue --to ada --amount 30 --idempotency-key order-9")
      let line = "coins reverse order-9 --reason wrong"
      let request = try desk.asked("sue", line)
      for key in 1...5 { #expect(try desk.asked("sue", "\(line) --idempotency-key k-\(key)") == request) }
      #expect(try desk.home.count("coins_approvals") == 1)
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      #expect(try desk.qix("sue", "\(line) --idempotency-key k-3").exitCode == 0)
      // It was good for one.
      #expect(try desk.qix("sue", "\(line) --idempotency-key k-4").exitCode != 0)
      #expect(try desk.balance("ada") == "100")
    }
  }
}
