import Foundation
import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// What somebody signs in with changes with their own consent, or by two persons; the user is told.
@Suite struct ConsentTests {
  private static let new = "+447911123456"
  private static let everyone = ["", "operator", "integrator", "support"]

  /// A signed user, and a token for each role but the owner's.
  private func with(_ body: (CodeDesk, _ ada: String) throws -> Void) throws {
    try CodeDesk.with { desk in
      let ada = try desk.user(phone: CodeDesk.number)
      _ = try desk.quiet(["user", "set", ada, "--gender", "other"])
      _ = try desk.quiet(["user", "upgrade", ada])
      for role in Self.everyone where !role.isEmpty {
        _ = try desk.quiet(["token", "create", role, "--role", role, "--output", "\(desk.home.path)/\(role)"])
      }
      try body(desk, ada)
    }
  }

  private func qix(
    _ desk: CodeDesk, as role: String, _ words: [String], input: String = ""
  ) throws -> TestTerminal.Outcome {
    try desk.home.qix((role.isEmpty ? [] : ["--as", "\(desk.home.path)/\(role)"]) + words, input: input)
  }

  private func request(_ desk: CodeDesk, as role: String, _ words: [String]) throws -> (id: String, code: String) {
    let outcome = try qix(desk, as: role, ["auth", "otp", "request"] + words + ["--quiet"])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return (outcome.output.trimmingCharacters(in: .newlines), try desk.outbox.lastCode())
  }

  private func consent(_ desk: CodeDesk, as role: String, _ user: String) throws -> String {
    let outcome = try qix(desk, as: role, ["auth", "otp", "request", "--consent", "phone", "--user", user, "--json"])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(!outcome.all.contains("1701234567"))
    let message = try #require(try desk.outbox.sent().last)
    #expect(message["to"] == CodeDesk.number && message["text"]?.contains("change the phone number") == true)
    let id = try #require(outcome.output.split(separator: "\"").first { $0.hasPrefix("otp_") }.map(String.init))
    let code = String(try #require(message["text"]).prefix(6))
    let given = try qix(desk, as: role, ["auth", "otp", "verify", id, "--json"], input: code)
    #expect(given.exitCode == 0 && given.output.contains("\"consent\": true"), "\(given.all)")
    return id
  }

  private func phone(_ desk: CodeDesk, of user: String) throws -> String {
    let shown = try desk.home.qix(["user", "show", user, "--reveal", "--reason", "test", "--json"])
    return shown.output.contains(Self.new) ? Self.new : shown.output.contains(CodeDesk.number) ? CodeDesk.number : ""
  }

  /// Who has proved nothing can't be asked, and nobody is sent to ask them.
  @Test func whoHasProvedNothingIsNotToBeAsked() throws {
    try with { desk, _ in
      let user = try desk.user()
      let (sent, counted) = (try desk.outbox.sent().count, try desk.home.count("identity_code_sends"))
      let taken = try qix(
        desk, as: "support", ["auth", "otp", "request", "--phone", Self.new, "--user", user, "--json"])
      #expect(taken.exitCode == 4 && taken.errors.contains("identity.consent-needed"), "\(taken.all)")
      // No code goes out, nor counts, that nobody could use.
      #expect(try desk.outbox.sent().count == sent && desk.home.count("identity_code_sends") == counted)
      #expect(!taken.errors.contains("another") && !taken.errors.contains("--consent"), "\(taken.all)")
      #expect(taken.errors.contains("An operator sets it"), "\(taken.all)")
    }
  }

  /// A customer on the telephone has another number than the shop's file. Support couldn't make it theirs, so no
  /// message goes out; that it isn't the one of the file is a look.
  @Test func aChangedNumberOfAnImportedUserIsRefusedBeforeACodeGoesOut() throws {
    try with { desk, _ in
      let file = "user,phone,email\nshop-1,+12015550123,eve@example.com\n"
      try desk.home.done("user import --file - --create-users", input: file)
      func ask(_ words: [String], as role: String = "support") throws -> TestTerminal.Outcome {
        try qix(desk, as: role, ["auth", "otp", "request", "--user", "shop-1", "--json"] + words)
      }
      let (sent, counted) = (try desk.outbox.sent().count, try desk.home.count("identity_code_sends"))
      for words in [["--phone", Self.new], ["--email", "new@example.com"], ["--phone", Self.new, "--dry-run"]] {
        let refused = try ask(words)
        #expect(refused.exitCode == 4 && refused.code == "identity.consent-needed", "\(refused.all)")
        #expect(!refused.all.contains("2015550123") && !refused.all.contains("eve@"), "\(refused.all)")
      }
      #expect(try desk.outbox.sent().count == sent && desk.home.count("identity_code_sends") == counted)
      #expect(try desk.home.count("identity_finds") == 3)
      // While there is no room for a look, the right number isn't told from another.
      try desk.home.done("setting set identity.finds-per-day 3")
      let (wrong, right) = (try ask(["--phone", Self.new]), try ask(["--phone", "+12015550123"]))
      #expect(wrong.code == "identity.find-limit" && wrong.errors == right.errors, "\(wrong.all) \(right.all)")
      #expect(try desk.outbox.sent().count == sent)
      // The one of the file can be proved, and any by an app, to which the customer shows it.
      try desk.home.done("setting set identity.finds-per-day 100")
      #expect(try ask(["--phone", "+12015550123"]).exitCode == 0)
      #expect(try ask(["--phone", Self.new], as: "integrator").exitCode == 0)
      #expect(try desk.outbox.sent().count == sent + 2)
    }
  }

  /// Whose a number is besides is not told by asking: one that another has proved gets the same answer as any.
  @Test(arguments: ["integrator", "support"]) func askingTellsNothingOfOthers(_ role: String) throws {
    try with { desk, _ in
      let user = try desk.user()
      let answers = try [CodeDesk.number, Self.new].map { number in
        let asked = try qix(desk, as: role, ["auth", "otp", "request", "--phone", number, "--user", user, "--json"])
        return asked.code ?? "\(asked.exitCode)"
      }
      #expect(answers[0] == answers[1], "\(answers)")
    }
  }

  /// The story of the attack, and the same by every other way that there is.
  @Test(arguments: everyone)
  func nobodyAloneTakesAProvedNumber(_ role: String) throws {
    try with { desk, ada in
      let own = try request(desk, as: role, ["--phone", Self.new, "--user", ada])
      let taken = try qix(desk, as: role, ["auth", "otp", "verify", own.id, "--json"], input: own.code)
      #expect(taken.exitCode == 4 && taken.errors.contains("identity.consent-needed"), "\(taken.all)")
      for words in [["--phone", Self.new], ["--clear", "phone"]] {
        let outcome = try qix(desk, as: role, ["user", "set", ada] + words)
        #expect(outcome.exitCode == 4, "\(words): \(outcome.all)")
        let withReason = try qix(desk, as: role, ["user", "set", ada] + words + ["--reason", "lost"])
        #expect(withReason.exitCode == 4, "\(words): \(withReason.all)")
      }
      let mallory = try desk.user()
      // Support may ask for it, and needs a reason for that.
      let reason = role == "support" ? ["--reason", "lost"] : []
      let merged = try qix(desk, as: role, ["user", "merge", ada, "--into", mallory] + reason)
      #expect(merged.exitCode == 4, "\(merged.all)")
      #expect(try phone(desk, of: ada) == CodeDesk.number)
      #expect(try desk.home.qix("user show \(ada) --json").output.contains("\"mode\": \"signed\""))
      // Nobody signs in by it either.
      let login = try request(desk, as: role, ["--phone", Self.new])
      #expect(try qix(desk, as: role, ["auth", "otp", "verify", login.id], input: login.code).exitCode == 3)
    }
  }

  @Test(arguments: everyone)
  func withConsentItChangesAndTheUserStaysInTheirMode(_ role: String) throws {
    try with { desk, ada in
      let consent = try consent(desk, as: role, ada)
      let own = try request(desk, as: role, ["--phone", Self.new, "--user", ada])
      let verify = ["auth", "otp", "verify", own.id, "--consent", consent]
      let changed = try qix(desk, as: role, verify, input: own.code)
      #expect(changed.exitCode == 0 && !changed.errors.contains("falls from"), "\(changed.all)")
      #expect(try phone(desk, of: ada) == Self.new)
      #expect(try desk.home.qix("user show \(ada) --json").output.contains("\"mode\": \"signed\""))
      let told = try #require(try desk.outbox.sent().last)
      #expect(told["to"] == CodeDesk.number && told["purpose"] == "change-notice")
      #expect(told["text"]?.contains("was changed") == true)
      // It was good once.
      let more = try request(desk, as: role, ["--phone", "+447911123457", "--user", ada])
      let again = try qix(
        desk, as: role, ["auth", "otp", "verify", more.id, "--consent", consent, "--json"], input: more.code)
      #expect(again.exitCode == 4 && again.errors.contains("identity.consent-unknown"), "\(again.all)")
    }
  }

  @Test func aConsentIsForItsUserAndForTenMinutes() throws {
    try with { desk, ada in
      let bob = try desk.user(phone: "+12015550123")
      let consent = try consent(desk, as: "", ada)
      #expect(try desk.home.qix(["user", "set", bob, "--clear", "phone", "--consent", consent]).exitCode == 4)
      // Whoever has not given the code back has agreed to nothing.
      let open = try request(desk, as: "", ["--consent", "phone", "--user", ada])
      #expect(try desk.home.qix(["user", "set", ada, "--clear", "phone", "--consent", open.id]).exitCode == 4)
      // Nor has whoever only shows who they are.
      let login = try request(desk, as: "", ["--phone", CodeDesk.number])
      #expect(try desk.verify(login.id, login.code).exitCode == 0)
      #expect(try desk.home.qix(["user", "set", ada, "--clear", "phone", "--consent", login.id]).exitCode == 4)
      desk.home.clock.advance(byMicroseconds: 10 * 60_000_000)
      #expect(try desk.home.qix(["user", "set", ada, "--clear", "phone", "--consent", consent]).exitCode == 4)
      #expect(try phone(desk, of: ada) == CodeDesk.number)
      let unproved = try desk.user()
      let nowhere = try desk.home.qix(["auth", "otp", "request", "--consent", "phone", "--user", unproved, "--json"])
      #expect(nowhere.exitCode == 6 && nowhere.errors.contains("identity.nothing-proved"), "\(nowhere.errors)")
    }
  }

  /// For whoever has lost their number.
  @Test func twoPersonsChangeItAndTheUserIsTold() throws {
    try with { desk, ada in
      let set = ["user", "set", ada, "--phone", Self.new, "--reason", "case 12", "--json"]
      let dry = try desk.home.qix(set + ["--dry-run"])
      #expect(dry.exitCode == 4 && dry.errors.contains("would need"), "\(dry.errors)")
      #expect(try desk.home.count("coins_approvals") == 0)
      let asked = try desk.home.qix(set)
      #expect(asked.exitCode == 4 && asked.code == "coins.approval-needed", "\(asked.errors)")
      #expect(asked.errors.contains("replace the proved phone number of \(ada)") && !asked.all.contains("7911"))
      let list = try desk.home.qix("coins approvals --pending --json").output
      #expect(list.contains("replace the proved phone number of \(ada)") && list.contains("\"amount\": null"))
      let approval = try #require(list.split(separator: "\"").first { $0.hasPrefix("apr_") }.map(String.init))
      // Neither the one who asks, nor whom it is not for.
      #expect(try desk.home.qix("coins approve \(approval)").exitCode == 4)
      #expect(try qix(desk, as: "support", ["coins", "approve", approval]).exitCode == 4)
      #expect(try qix(desk, as: "operator", ["coins", "approve", approval]).exitCode == 0)
      // For that number and for who has asked.
      let other = ["user", "set", ada, "--phone", "+447911123457", "--reason", "case 12"]
      #expect(try desk.home.qix(other).exitCode == 4)
      #expect(try qix(desk, as: "integrator", set).exitCode == 4)
      #expect(try phone(desk, of: ada) == CodeDesk.number)
      let done = try desk.home.qix(set)
      #expect(done.exitCode == 0 && done.errors.contains("falls from signed to trial"), "\(done.all)")
      #expect(try phone(desk, of: ada) == Self.new)
      #expect(try desk.outbox.sent().last?["to"] == CodeDesk.number)
      #expect(try desk.home.qix("audit show --json").output.contains("identity.request-approval"))
      // Once.
      _ = try desk.quiet(["user", "set", ada, "--phone", CodeDesk.number])
      try desk.prove(ada)
      #expect(try desk.home.qix(set).exitCode == 4)
    }
  }

  /// Whoever is only told who calls gives nobody a number: it would be their own.
  @Test func aHelpDeskGivesNobodyAFirstNumber() throws {
    try with { desk, ada in
      let trial = try desk.user()
      let first = ["auth", "otp", "request", "--phone", Self.new, "--user", trial]
      #expect(try qix(desk, as: "support", first).exitCode == 4)
      let mail = try request(desk, as: "support", ["--email", "mal@example.com", "--user", ada])
      #expect(try qix(desk, as: "support", ["auth", "otp", "verify", mail.id], input: mail.code).exitCode == 4)
      // What the user or the app has given it can have proved.
      _ = try desk.quiet(["user", "set", trial, "--phone", Self.new])
      let own = try request(desk, as: "support", ["--phone", Self.new, "--user", trial])
      #expect(try qix(desk, as: "support", ["auth", "otp", "verify", own.id], input: own.code).exitCode == 0)
    }
  }

  /// A further address would be one to sign in by, and to consent to more by.
  @Test(arguments: everyone) func nothingIsAddedToWhatIsProvedWithoutConsent(_ role: String) throws {
    try with { desk, ada in
      let added = try request(desk, as: role, ["--email", "mal@example.com", "--user", ada])
      let verify = ["auth", "otp", "verify", added.id]
      #expect(try qix(desk, as: role, verify, input: added.code).exitCode == 4)
      // Whoever has it written down first has not proved it either.
      _ = try qix(desk, as: role, ["user", "set", ada, "--email", "mal@example.com"])
      #expect(try qix(desk, as: role, verify, input: added.code).exitCode == 4)
      let consent = try consent(desk, as: role, ada)
      let done = try qix(desk, as: role, verify + ["--consent", consent], input: added.code)
      #expect(done.exitCode == 0, "\(done.all)")
      #expect(try desk.outbox.sent().last?["to"] == CodeDesk.number)
      // A first one takes none, but for a help desk.
      let trial = try desk.user()
      let words = ["--email", "cy@example.com", "--user", trial]
      if role == "support" {
        #expect(try qix(desk, as: role, ["auth", "otp", "request"] + words).exitCode == 4)
      } else {
        let first = try request(desk, as: role, words)
        let proved = try qix(desk, as: role, ["auth", "otp", "verify", first.id], input: first.code)
        #expect(proved.exitCode == 0, "\(proved.all)")
      }
    }
  }

  @Test func aMergeTakesTheConsentOfBoth() throws {
    try with { desk, ada in
      let bob = try desk.user(phone: Self.new)
      let merge = ["user", "merge", bob, "--into", ada]
      let one = try consent(desk, as: "operator", ada)
      #expect(try qix(desk, as: "operator", merge + ["--consent", one]).exitCode == 4)
      let request = try self.request(desk, as: "operator", ["--consent", "phone", "--user", bob])
      #expect(try desk.verify(request.id, request.code).exitCode == 0)
      let done = try qix(desk, as: "operator", merge + ["--consent", one, "--consent", request.id])
      #expect(done.exitCode == 0, "\(done.errors)")
      #expect(Set(try desk.outbox.sent().suffix(2).compactMap { $0["to"] }) == [CodeDesk.number, Self.new])
      // Who has nothing to lose is merged as before, and so it is by two persons.
      let trial = try desk.user()
      #expect(try qix(desk, as: "operator", ["user", "merge", trial, "--into", ada]).exitCode == 0)
      let cy = try desk.user(phone: "+12015550123")
      let asked = ["user", "merge", cy, "--into", ada, "--reason", "case 3"]
      #expect(try qix(desk, as: "operator", asked).exitCode == 4)
      #expect(try desk.home.qix("user show \(cy) --json").output.contains("\"standing\": \"active\""))
      try desk.home.approveAll()
      #expect(try qix(desk, as: "operator", asked).exitCode == 0)
    }
  }

  /// What was added since the approval is not handed on with it, and nothing is taken away that nobody was asked about.
  @Test func anApprovalIsOfWhatWasProvedThen() throws {
    try with { desk, ada in
      func prove(_ email: String, of user: String) throws {
        let own = try request(desk, as: "", ["--consent", "phone", "--user", user])
        #expect(try desk.verify(own.id, own.code).exitCode == 0)
        let added = try request(desk, as: "", ["--email", email, "--user", user])
        let done = try desk.verify(added.id, added.code, ["--consent", own.id])
        try #require(done.exitCode == 0, "\(done.errors)")
      }
      let mallory = try desk.user(phone: Self.new)
      let merge = ["user", "merge", mallory, "--into", ada, "--reason", "same person", "--json"]
      #expect(try desk.home.qix(merge).exitCode == 4)
      try desk.home.approveAll()
      try prove("evil@example.com", of: mallory)
      let carried = try desk.home.qix(merge)
      #expect(carried.exitCode == 4 && carried.code == "coins.approval-needed", "\(carried.all)")
      let shown = try desk.home.qix("user show \(ada) --reveal --reason test --json").output
      #expect(!shown.contains("evil@example.com"), "\(shown)")
      // The same of whoever stays, and of another change.
      try desk.home.approveAll()
      try prove("ada@example.com", of: ada)
      #expect(try desk.home.qix(merge).exitCode == 4)
      let set = ["user", "set", ada, "--phone", "+12015550123", "--reason", "lost"]
      #expect(try desk.home.qix(set).exitCode == 4)
      try desk.home.approveAll()
      let consent = try consent(desk, as: "", ada)
      #expect(try desk.home.qix(["user", "set", ada, "--clear", "email", "--consent", consent]).exitCode == 0)
      #expect(try desk.home.qix(set).exitCode == 4)
      try desk.home.approveAll()
      #expect(try desk.home.qix(set).exitCode == 0)
      #expect(try desk.home.qix(merge).exitCode == 4)
      try desk.home.approveAll()
      #expect(try desk.home.qix(merge).exitCode == 0)
      try desk.home.done("db check")
    }
  }

  /// Masked, from under the user's own key: neither the database nor the audit log has it as it is.
  @Test func whoeverApprovesSeesTheNewNumberMasked() throws {
    try with { desk, ada in
      let set = ["user", "set", ada, "--phone", "+44 7911 123456", "--email", "ada@example.com", "--reason", "lost"]
      #expect(try desk.home.qix(set).exitCode == 4)
      let list = try qix(desk, as: "operator", ["coins", "approvals", "--json"])
      #expect(list.output.contains("\"value\": \"+44 … 3456\""), "\(list.output)")
      #expect(!list.output.contains("7911") && !list.output.contains("ada@"), "\(list.output)")
      let id = try #require(list.output.split(separator: "\"").first { $0.hasPrefix("apr_") }.map(String.init))
      let approved = try qix(desk, as: "operator", ["coins", "approve", id])
      #expect(approved.output.contains("+44 … 3456"), "\(approved.all)")
      #expect(try !desk.home.qix("audit show --json").output.contains("… 3456"))
      // Of whom nobody can know anything any more neither is this known.
      #expect(try desk.home.qix("user erase \(ada) --confirm \(ada) --reason asked").exitCode == 0)
      let after = try desk.home.qix("coins approvals --json").output
      #expect(after.contains("\"value\": null") && !after.contains("3456"), "\(after)")
    }
  }

  /// The change is made, and that the user wasn't told is not kept quiet.
  @Test func aNoticeThatCantBeSentIsTold() throws {
    try with { desk, ada in
      let consent = try consent(desk, as: "", ada)
      try desk.outbox.useCommand("exit 1")
      let outcome = try desk.home.qix(["user", "set", ada, "--clear", "phone", "--consent", consent])
      #expect(outcome.exitCode == 0 && outcome.errors.contains("could not be notified"), "\(outcome.all)")
      #expect(try desk.home.qix("audit show --json").output.contains("identity.notice-failed"))
    }
  }
}

extension CodeDesk {
  func prove(_ user: String) throws {
    let id = try #require(UserID(user))
    try home.unchecked.write(Change("test.prove")) { connection, _ in
      try connection.run("INSERT INTO identity_proofs (user, proof, proved_at) VALUES (?1, 'phone', 0)", .id(id))
    }
  }
}
