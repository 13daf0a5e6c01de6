import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Whose a number is: of whoever has shown it, not of whoever was first to say so.
@Suite struct CodeOwnershipTests {
  @Test func anUnprovedNumberAnswersToNoCode() throws {
    try CodeDesk.with { desk in
      let mal = try desk.user(phone: CodeDesk.number, isProved: false)
      let (id, code) = try desk.request()
      let outcome = try desk.verify(id, code)
      #expect(outcome.exitCode == 3 && !outcome.errors.contains(mal), "\(outcome)")
      #expect(try desk.home.count("identity_proofs") == 0)
    }
  }

  @Test func aProofTakesTheNumberFromWhoOnlySaidIt() throws {
    try CodeDesk.with { desk in
      try desk.outbox.set("identity.signed-requires", "phone")
      let mal = try desk.user(phone: CodeDesk.number, isProved: false)
      #expect(try desk.home.qix("user upgrade \(mal) --to signed").exitCode == 0)
      let vic = try desk.user()
      let (id, code) = try desk.request(["--user", vic])
      let outcome = try desk.verify(id, code)
      #expect(outcome.exitCode == 0 && outcome.output.contains(vic), "\(outcome)")
      #expect(outcome.errors.contains(mal) && !outcome.errors.contains("user merge"))
      let shown = try desk.home.qix("user show \(mal) --json").output
      #expect(shown.contains(#""mode": "trial""#), "\(shown)")
      #expect(try desk.home.count("identity_fields") == 1 && desk.home.count("identity_lookups") == 1)
      let audit = try desk.home.qix("audit show --json").output
      #expect(audit.contains("\(id) \(vic), taken from \(mal)") && !audit.contains("1701234567"))
      // From now on it answers to the owner.
      let login = try desk.request()
      #expect(try desk.verify(login.id, login.code).output.contains(vic))
    }
  }

  /// The address too, and an owner who has proved theirs keeps it.
  @Test func aProvedAddressStays() throws {
    try CodeDesk.with { desk in
      let (mal, vic) = (try desk.user(), try desk.user())
      _ = try desk.quiet(desk.app(["user", "set", mal, "--email", "vic@example.com"]))
      let first = try desk.request(["--email", "vic@example.com", "--user", vic])
      #expect(try desk.verify(first.id, first.code).exitCode == 0)
      let second = try desk.request(["--email", "vic@example.com", "--user", mal])
      #expect(try desk.verify(second.id, second.code).exitCode == 5)
      let third = try desk.request(["--email", "vic@example.com"])
      #expect(try desk.verify(third.id, third.code).output.contains(vic))
    }
  }

  /// Whether the one who goes had anything personal or not.
  @Test(arguments: [true, false])
  func aMergeEndsTheOpenCodesOfWhoGoes(_ hasData: Bool) throws {
    try CodeDesk.with { desk in
      let (from, into) = (try desk.user(), try desk.user())
      if hasData { _ = try desk.quiet(["user", "set", from, "--gender", "other"]) }
      let (id, code) = try desk.request(["--user", from])
      #expect(try desk.home.qix("user merge \(from) --into \(into)").exitCode == 0)
      #expect(try desk.verify(id, code).exitCode == 3)
      #expect(try desk.home.count("identity_lookups") == 0)
    }
  }
}
