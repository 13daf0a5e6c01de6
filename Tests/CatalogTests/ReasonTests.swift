import QixCommands
import QixTerminal
import QixTesting
import Testing

extension SupportDeskTests {
  /// What needs a reason takes none of blanks, whichever command it is.
  @Test(arguments: ["", "  ", "\t\n", "\u{A0}"])
  func aReasonOfBlanksIsNone(_ blank: String) throws {
    try Desk.with { desk in
      try desk.home.done("budget create goodwill --amount 1000")
      try desk.home.done("setting set coins.goodwill-per-day 100")
      try desk.home.done("setting set coins.goodwill-per-user 50")
      try desk.home.done("user suspend ben --reason farm")
      for line in [
        "coins goodwill ada --amount 5", "user resume ben", "user erase ada --confirm ada", "user merge ada --into ben",
        "coins reverse order-981",
      ] {
        let words = ["--as", "\(desk.home.path)/sue.token"] + line.split(separator: " ").map(String.init)
        let outcome = try desk.home.qix(words + ["--reason", blank])
        #expect(outcome.exitCode == 2 && outcome.errors.contains("--reason"), "\(line): \(outcome)")
      }
      #expect(try desk.home.count("coins_approvals") == 0)
    }
  }

  /// Nothing of a dry run is kept, and so no reason either.
  @Test func aDryRunNeedsNoReason() throws {
    try Desk.with { desk in
      try desk.home.done("budget create goodwill --amount 1000")
      try desk.home.done("setting set coins.goodwill-per-day 100")
      try desk.home.done("setting set coins.goodwill-per-user 50")
      try desk.home.done("reward create mug --brand Alba --title Mug --delivery goods --price 5 --stock 9")
      for (line, code) in [
        ("coins goodwill ada --amount 5", 0), ("user suspend ben", 0), ("coins reverse order-981", 4),
      ] as [(String, Int32)] {
        let outcome = try desk.qix("sue", "\(line) --dry-run")
        #expect(outcome.exitCode == code && !outcome.errors.contains("needs --reason"), "\(line): \(outcome)")
        #expect(try desk.qix("sue", line).exitCode == 2, "\(line)")
      }
      #expect(try desk.home.qix("reward stock mug --count 5 --dry-run").exitCode == 0)
      #expect(try desk.home.qix("reward stock mug --count 5").exitCode == 2)
      #expect(try desk.home.count("coins_approvals") == 0)
    }
  }

  /// Blanks at the ends of a reason, as pasting leaves them, make no other request of the same wish.
  @Test func blanksAtTheEndsAreNoPartOfAReason() throws {
    try Desk.with { (desk: Desk) throws in
      let words = "coins reverse order-981 --amount 5 --reason".split(separator: " ").map(String.init)
      let line = ["--as", "\(desk.home.path)/sue.token"] + words
      for reason in ["case  1", "case  1 ", " case  1\n"] {
        #expect(try desk.home.qix(line + [reason]).exitCode == 4)
      }
      #expect(try desk.home.count("coins_approvals") == 1)
      #expect(try desk.home.done("coins approvals --json").contains(#""reason": "case  1""#))
    }
  }

  /// Nor do the line ends of the system on which it was written.
  @Test func aReasonHasLineFeeds() throws {
    try Desk.with { (desk: Desk) throws in
      let words = "coins reverse order-981 --amount 5 --reason".split(separator: " ").map(String.init)
      let line = ["--as", "\(desk.home.path)/sue.token"] + words
      for reason in ["case 1\nlate", "case 1\r\nlate", "case 1\rlate\r\n"] {
        #expect(try desk.home.qix(line + [reason]).exitCode == 4)
      }
      #expect(try desk.home.count("coins_approvals") == 1)
      #expect(try desk.home.done("coins approvals --json").contains(#""reason": "case 1\nlate""#))
    }
  }

  /// What was declined and is asked for again says so, to who asks and to who decides.
  @Test func whatIsAskedForAgainNamesTheDecline() throws {
    try Desk.with { desk in
      let line = "coins reverse order-981 --amount 5 --reason case-1"
      let first = try desk.asked("sue", line)
      #expect(try desk.qix("olga", "coins decline \(first) --reason out-of-time").exitCode == 0)
      desk.home.clock.advance(byMicroseconds: 1_000_000)
      let again = try desk.qix("sue", line)
      let sentence = "was declined before by token:olga: 'out-of-time' (\(first))"
      #expect(again.exitCode == 4 && again.errors.contains(sentence), "\(again)")
      let list = try desk.qix("olga", "coins approvals --pending")
      #expect(list.errors.contains(sentence), "\(list)")
      let second = try desk.asked("sue", line)
      #expect(try desk.qix("olga", "coins approve \(second) --dry-run").errors.contains(sentence))
      // What was withdrawn was not declined, and what is decided otherwise since is no longer of interest.
      let other = try desk.asked("sue", "coins reverse order-981 --amount 6 --reason case-1")
      #expect(try desk.qix("sue", "coins decline \(other)").exitCode == 0)
      let withdrawn = try desk.qix("sue", "coins reverse order-981 --amount 6 --reason case-1")
      #expect(!withdrawn.errors.contains("declined before"), "\(withdrawn)")
      // What went through and is asked for once more says so, too.
      #expect(try desk.qix("olga", "coins approve \(second)").exitCode == 0)
      #expect(try desk.qix("sue", line).exitCode == 0)
      let twice = try desk.qix("sue", "\(line)-again")
      #expect(twice.exitCode == 4 && twice.errors.contains("the same went through before (\(second))"), "\(twice)")
    }
  }

  /// Support says why it suspends somebody, and a reason that was forgotten comes later, once.
  @Test func aSuspensionGetsItsReason() throws {
    try Desk.with { desk in
      let without = try desk.qix("sue", "user suspend ada")
      #expect(without.exitCode == 2 && without.errors.contains("--reason"), "\(without)")
      let suspended = try desk.qix("sue", "user suspend ada --reason case-1")
      #expect(suspended.exitCode == 0 && suspended.errors.contains("asks for it to be taken back"), "\(suspended)")
      let other = try desk.qix("sue", "user suspend ada --reason case-2")
      #expect(other.errors.contains("not kept"), "\(other)")
      #expect(try desk.home.done("user suspend ben").isEmpty == false)
      #expect(try desk.home.qix("user suspend ben").errors.contains("already"))
      let added = try desk.qix("sue", "user suspend ben --reason case-3")
      #expect(added.exitCode == 0 && added.errors.contains("The reason is added"), "\(added)")
      #expect(try desk.qix("sue", "user suspend ben --reason case-4").errors.contains("not kept"))
      for (user, reason) in [("ada", "case-1"), ("ben", "case-3")] {
        #expect(try desk.qix("sue", "user show \(user)").output.contains(reason), "\(user)")
        // Nobody's words stand under another's name.
        #expect(try desk.qix("sue", "user show \(user)").output.contains("(added by token:sue)") == (user == "ben"))
      }
      let log = try desk.home.done("audit show --action identity.suspend-reason --tsv")
      #expect(log.contains("case-3") && log.contains("token:sue") && !log.contains("case-2") && !log.contains("case-4"))
      try desk.home.done("db check")
    }
  }
}
