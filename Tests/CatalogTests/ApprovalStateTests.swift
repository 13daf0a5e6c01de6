import QixCommands
import QixFormats
import QixTerminal
import QixTesting
import Testing

extension SupportDeskTests {
  /// What was approved was approved as things stood: neither the next suspension ends by it, nor are coins taken twice.
  @Test func anApprovalIsForTheStateThatItWasAskedIn() throws {
    try Desk.with { desk in
      try desk.home.done("user suspend ada --reason first")
      let resume = try desk.asked("sue", "user resume ada --reason c53")
      #expect(try desk.qix("olga", "coins approve \(resume)").exitCode == 0)
      #expect(try desk.qix("olga", "user resume ada --reason mine").exitCode == 0)
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

  /// What no longer fits is said in the list, to who has asked and who decides, and to who approves it all the same.
  @Test func aRequestThatNoLongerFitsSaysSo() throws {
    try Desk.with { desk in
      func warned(_ who: String, of request: String) throws -> String? {
        let errors = try desk.qix(who, "coins approvals --json").errors
        return errors.split(separator: "\n").map(String.init).first { $0.contains("\(request) can't go through") }
      }
      try desk.home.done("user suspend ben --reason a-farm")
      try desk.home.done("coins issue --to ada --amount 50 --idempotency-key order-9")
      let resume = try desk.asked("sue", "user resume ben --reason c1")
      let part = try desk.asked("sue", "coins reverse order-981 --amount 40 --reason c2")
      let whole = try desk.asked("sue", "coins reverse order-9 --reason c3")
      let later = try desk.asked("sam", "user erase ben --confirm ben --reason c4")
      for request in [resume, part, whole, later] { #expect(try warned("olga", of: request) == nil) }
      // Taken back by somebody else, spent, and let go on already.
      try desk.home.done("coins reverse order-981 --amount 10 --reason mine")
      try desk.home.done("coins redeem --from ada --amount 135")
      try desk.home.done("user resume ben --reason mine")
      #expect(try warned("sue", of: part)?.contains("have been taken back by now") == true)
      #expect(try warned("sue", of: whole)?.contains("has only 5 coins left") == true)
      #expect(try warned("olga", of: resume)?.contains("is not suspended") == true)
      #expect(try warned("olga", of: later) == nil && warned("sam", of: part) == nil)
      let approved = try desk.qix("olga", "coins approve \(part)")
      #expect(approved.exitCode == 5 && approved.errors.contains("qix coins decline \(part)"), "\(approved)")
      #expect(try desk.qix("sam", "coins approve \(later) --dry-run").exitCode == 4)
      #expect(try desk.qix("olga", "coins approvals --pending --quiet").output.contains(part))
      #expect(try desk.qix("olga", "coins decline \(part)").exitCode == 0)
      #expect(try warned("olga", of: part) == nil)
    }
    try Desk.with { desk in
      let merge = try desk.asked("sue", "user merge ada --into ben --reason c17")
      try desk.home.done("coins issue --to ada --amount 1")
      let told = try desk.qix("olga", "coins approvals").errors.split { $0.isWhitespace }.joined(separator: " ")
      #expect(told.contains("has 101 coins now, and had 100"), "\(told)")
      try desk.home.done("user erase ada --confirm ada")
      let list = try desk.home.done("coins approvals --json")
      #expect(list.contains(merge) && list.contains("the user was erased"))
    }
  }

  /// What has changed with coins, vouchers and users is seen before anybody approves in vain.
  @Test func whatCantGoThroughIsNotApproved() throws {
    try Desk.with { desk in
      let erase = try desk.asked("sam", "user erase ben --confirm ben --reason c4")
      try desk.home.done("coins issue --to ben --amount 5")
      let refused = try desk.home.qix("coins approve \(erase)")
      #expect(refused.exitCode == 5 && refused.errors.contains("has 5 coins now, and had 0"), "\(refused)")
      try desk.home.done("setting set coins.approval-above 10")
      let issue = try desk.qix("olga", "coins issue --to ada --amount 500 --idempotency-key big --json")
      #expect(issue.exitCode == 4)
      let request = try #require(
        issue.errors.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.first { $0.hasPrefix("apr_") })
      try desk.home.done("user suspend ada --reason farm")
      let suspended = try desk.home.qix("coins approve \(request)")
      #expect(suspended.exitCode == 5 && suspended.errors.contains("is suspended"), "\(suspended)")
      try desk.home.done("user resume ada --reason fine")
      try desk.home.done("coins approve \(request)")
    }
  }

  /// Two people ask for one case: whoever approves the first hears of the second.
  @Test func whoeverApprovesHearsOfTheSameRequest() throws {
    try Desk.with { desk in
      let first = try desk.asked("sue", "coins reverse order-981 --amount 40 --reason c30")
      let second = try desk.asked("sam", "coins reverse order-981 --amount 40 --reason other")
      let approved = try desk.qix("olga", "coins approve \(first)")
      #expect(
        approved.exitCode == 0
          && approved.errors.contains("token:sam made the same request, which is waiting: \(second)"),
        "\(approved)")
      let other = try desk.qix("olga", "coins approve \(second)")
      #expect(other.errors.contains("token:sue made the same request, which is approved: \(first)"), "\(other)")
    }
  }

  /// Support sees its own requests alone, wherever they are told.
  @Test func othersRequestsAreNotTold() throws {
    try Desk.with { desk in
      try desk.home.done("user suspend ada --reason a-farm")
      let own = try desk.asked("sue", "user resume ada --reason sues")
      let other = try desk.asked("sam", "user resume ada --reason sams")
      for request in [own, other] { #expect(try desk.qix("olga", "coins decline \(request)").exitCode == 0) }
      func changes(_ who: String) throws -> [[String]] {
        try JSONValue(parsing: desk.qix(who, "user show ada --changes --json").output)["changes"]?.array?.map { row in
          ["what", "by", "reason"].compactMap { row[$0]?.string }
        } ?? []
      }
      let suspended = ["suspend", "local:test", "a-farm"]
      #expect(
        try changes("sue") == [["decline", "token:olga"], ["request-approval", "token:sue", "sues"], suspended])
      #expect(
        try changes("sam") == [["decline", "token:olga"], ["request-approval", "token:sam", "sams"], suspended])
      #expect(try changes("olga").count == 5)
      #expect(try changes("till") == [["suspend"]])
    }
  }

  /// What waits about a user ends with them: nobody approves it later.
  @Test func anErasureEndsWhatWaits() throws {
    try Desk.with { desk in
      let merge = try desk.asked("sue", "user merge ben --into ada --reason same-person")
      try desk.home.done("user suspend ada --reason a-farm")
      let pending = try desk.asked("sue", "user resume ada --reason it-was-none")
      let approved = try desk.asked("sam", "user resume ada --reason it-was-none")
      #expect(try desk.qix("olga", "coins approve \(approved)").exitCode == 0)
      let before = try desk.home.count("qix_audit")
      try desk.home.done("user erase ada --confirm ada --dry-run")
      #expect(try desk.home.count("qix_audit") == before)
      try desk.home.done("user erase ada --confirm ada")
      // One entry for each that was open, and that of the erasure.
      #expect(try desk.home.count("qix_audit") == before + 4)
      let list = try JSONValue(parsing: desk.home.done("coins approvals --json"))["approvals"]?.array ?? []
      #expect(list.count == 3 && list.allSatisfy { $0["state"]?.string == "declined" })
      for request in [pending, approved, merge] {
        #expect(try desk.qix("olga", "coins approve \(request) --json").exitCode == 5)
      }
      try desk.home.done("db check")
    }
  }
}
