import QixTerminal
import QixTesting
import Testing

extension SupportDeskTests {
  /// What was approved was approved as things stood: neither the next suspension ends by it, nor are coins taken twice.
  @Test func anApprovalIsForTheStateThatItWasAskedIn() throws {
    try Desk.with { desk in
      try desk.home.done("user suspend ada --reason first")
      let resume = try desk.asked("sue", "user resume ada --reason c53")
      #expect(try desk.qix("olga", "user resume ada --reason mine").exitCode == 0)
      #expect(try desk.qix("olga", "coins approve \(resume)").exitCode == 0)
      try desk.home.done("user suspend ada --reason second")
      _ = try desk.asked("sue", "user resume ada --reason c53")
      #expect(try desk.qix("sue", "user show ada").output.contains("suspended"))
      let grant = try desk.home.done("coins issue --to ben --amount 100 --idempotency-key oi --quiet")
        .filter { !$0.isWhitespace }
      let reverse = try desk.asked("sue", "coins reverse \(grant) --amount 50 --reason c80")
      #expect(try desk.qix("olga", "coins approve \(reverse)").exitCode == 0)
      #expect(try desk.qix("olga", "coins reverse \(grant) --amount 50 --reason mine").exitCode == 0)
      let again = try desk.asked("sue", "coins reverse \(grant) --amount 50 --reason c80")
      #expect(try desk.qix("sue", "coins approvals").output.contains("50 are taken back already"))
      #expect(try desk.qix("olga", "coins approve \(again)").exitCode == 0)
      #expect(try desk.qix("sue", "coins reverse \(grant) --amount 50 --reason c80").exitCode == 0)
      #expect(try desk.qix("sue", "wallet show ben --quiet").output.hasPrefix("0"))
      try desk.home.done("coins verify")
    }
  }

  /// A merge moves what the approver has seen, for the reason that they have read.
  @Test func anApprovedMergeIsForItsCoinsAndItsReason() throws {
    try Desk.with { desk in
      let line = "user merge ada --into ben --reason c17"
      let few = try desk.asked("sue", line)
      #expect(try desk.qix("olga", "coins approve \(few)").exitCode == 0)
      #expect(try desk.asked("sue", "user merge ada --into ben --reason other") != few)
      try desk.home.done("coins issue --to ada --amount 100000")
      let many = try desk.asked("sue", line)
      #expect(many != few)
      #expect(try desk.coins(of: many) == 100_100)
      #expect(try desk.balance("ben") == "0")
      #expect(try desk.qix("olga", "coins approve \(many)").exitCode == 0)
      #expect(try desk.qix("sue", line).exitCode == 0)
      #expect(try desk.balance("ben") == "100100")
    }
  }
}
