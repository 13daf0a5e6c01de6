import Foundation
import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Numbers and addresses that staff have entered: who proves one is that user.
@Suite struct ClaimTests {
  private static let address = "ada@example.com"
  private static let other = "+447911123456"

  /// A shop's list of customers, with coins that they brought along.
  private func with(_ body: (CodeDesk) throws -> Void) throws {
    try CodeDesk.with { desk in
      try desk.home.done(
        "user import --file - --create-users", input: "user,phone,email\nshop-1,\(CodeDesk.number),\(Self.address)\n")
      try desk.home.done("coins issue --to shop-1 --amount 450")
      try desk.home.done("setting set sessions.guests open")
      try body(desk)
    }
  }

  private func id(_ desk: CodeDesk, _ name: String) throws -> String {
    try desk.home.done("user show \(name) --quiet").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func signIn(_ desk: CodeDesk, _ channel: [String] = []) throws -> TestTerminal.Outcome {
    let (request, code) = try desk.request(channel)
    return try desk.home.qix(desk.app(["auth", "otp", "sign-in", request, "--code-file", "-", "--json"]), input: code)
  }

  private func user(_ outcome: TestTerminal.Outcome) throws -> String {
    try JSONValue(parsing: outcome.output)["user"]?.string ?? outcome.errors
  }

  private func code(_ outcome: TestTerminal.Outcome) throws -> String {
    let last = outcome.errors.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }.last
    return last?["error"]?["code"]?.string ?? outcome.errors
  }

  private func balance(_ desk: CodeDesk, _ user: String) throws -> Int64 {
    try JSONValue(parsing: desk.home.done("wallet show \(user) --json"))["balance"]?.integer ?? -1
  }

  private func changes(_ desk: CodeDesk, _ user: String) throws -> String {
    try desk.home.done("user show \(user) --changes --json")
  }

  @Test(arguments: [[], ["--email", address]]) func whoProvesAClaimedNumberIsThatUser(_ channel: [String]) throws {
    try with { desk in
      let shop = try id(desk, "shop-1")
      let shown = try JSONValue(parsing: desk.home.done("user show shop-1 --json"))
      #expect(shown["profile"]?["claimed"]?.array?.compactMap(\.string) == ["email", "phone"], "\(shown)")
      let outcome = try signIn(desk, channel)
      #expect(try user(outcome) == shop, "\(outcome.all)")
      #expect(try desk.home.count("identity_users") == 1)
      // And again, now that it is proved.
      #expect(try user(signIn(desk, channel)) == shop)
      #expect(try changes(desk, shop).contains("\(shop) email,phone"))
      // They are told where else staff know them.
      let notices = try desk.outbox.sent().filter { $0["text"]?.contains("was changed") == true }
      #expect(notices.map { $0["to"] } == [channel.isEmpty ? Self.address : CodeDesk.number])
      #expect(try desk.home.qix("db check").exitCode == 0)
    }
  }

  /// By an app that asks who calls, and for a user who has a life of their own.
  @Test func whoIsKnownAlreadyBringsItAlong() throws {
    try with { desk in
      let shop = try id(desk, "shop-1")
      let app = try desk.quiet(desk.app(["user", "create", "--external-id", "app-7"]))
      try desk.home.done("coins issue --to app-7 --amount 5")
      let (request, code) = try desk.request(["--user", app])
      let outcome = try desk.verify(request, code)
      #expect(outcome.exitCode == 0 && outcome.output.contains(app), "\(outcome.all)")
      #expect(try balance(desk, "shop-1") == 455 && balance(desk, "app-7") == 455)
      let both = try (changes(desk, shop), changes(desk, app))
      #expect(both.0.contains("joined by \(shop)") && both.1.contains("joined by \(shop)"), "\(both)")
      #expect(try desk.home.qix("coins verify").exitCode == 0)
    }
  }

  @Test func whoIsAskedForByAnAppIsFound() throws {
    try with { desk in
      let (request, code) = try desk.request()
      let outcome = try desk.verify(request, code)
      #expect(try outcome.exitCode == 0 && outcome.output.contains(id(desk, "shop-1")), "\(outcome.all)")
    }
  }

  /// An attacker who has talked staff into another number doesn't get the account by it: neither at once, nor when the
  /// number is entered again, nor after the old one was taken away.
  @Test(arguments: [
    ["--phone \(other)"], ["--phone \(other)", "--phone \(other)"], ["--clear phone", "--phone \(other)"],
    ["--clear phone", "--clear email", "--phone \(other)", "--phone \(other)"],
  ]) func aNumberInThePlaceOfAnotherLeadsToNobody(_ steps: [String]) throws {
    try with { desk in
      let shop = try id(desk, "shop-1")
      for step in steps { try desk.home.done("user set shop-1 \(step)") }
      let (request, code) = (
        try desk.quiet(["auth", "otp", "request", "--phone", Self.other]), try desk.outbox.lastCode()
      )
      let outcome = try desk.home.qix(
        desk.app(["auth", "otp", "sign-in", request, "--code-file", "-", "--json"]), input: code)
      let stranger = try user(outcome)
      #expect(outcome.exitCode == 0 && stranger != shop, "\(outcome.all)")
      #expect(try balance(desk, shop) == 450 && balance(desk, stranger) == 0)
      // Both histories tell of it, and support decides.
      #expect(try changes(desk, shop).contains("\(stranger), taken from \(shop)"))
      #expect(try changes(desk, stranger).contains("\(stranger), taken from \(shop)"))
    }
  }

  /// A user who has lost the number is helped by two persons, and finds their account by the new one.
  @Test func whatTwoPersonsHaveEnteredIsClaimed() throws {
    try with { desk in
      let shop = try id(desk, "shop-1")
      #expect(try user(signIn(desk)) == shop)
      let words = "user set shop-1 --phone \(Self.other) --reason lost"
      #expect(try desk.home.qix(words).exitCode == 4)
      try desk.home.approveAll()
      try desk.home.done(words)
      let (request, code) = (
        try desk.quiet(["auth", "otp", "request", "--phone", Self.other]), try desk.outbox.lastCode()
      )
      let outcome = try desk.home.qix(
        desk.app(["auth", "otp", "sign-in", request, "--code-file", "-", "--json"]), input: code)
      #expect(try user(outcome) == shop, "\(outcome.all)")
    }
  }

  /// An address that comes later joins no account either; and what an app hands on is what its users have typed.
  @Test func onlyTheFirstThatStaffEnterIsClaimed() throws {
    try CodeDesk.with { desk in
      let typed = try desk.user(phone: CodeDesk.number, isProved: false)
      #expect(try user(signIn(desk)) != typed)
      let ben = try desk.quiet(["user", "create", "--external-id", "ben"])
      try desk.home.done("user set ben --phone \(Self.other)")
      try desk.home.done("user set ben --email \(Self.address)")
      #expect(try user(signIn(desk, ["--email", Self.address])) != ben)
    }
  }

  /// The user has signed in by the number; the address was entered too, perhaps wrongly, and its holder is a stranger
  /// until the user proves it.
  @Test func whatOneHasProvedIsNotGotRoundByTheRest() throws {
    try with { desk in
      let shop = try id(desk, "shop-1")
      #expect(try user(signIn(desk)) == shop)
      let outcome = try signIn(desk, ["--email", Self.address])
      #expect(outcome.exitCode == 5, "\(outcome.all)")
      #expect(try code(outcome) == "identity.claimed")
      #expect(try balance(desk, shop) == 450)
      #expect(try desk.home.count("identity_users") == 1)
    }
  }

  /// Who had acted as the user until then, such as by a session of the shop's app, has to show who they are.
  @Test func earlierSessionsEnd() throws {
    try with { desk in
      try desk.home.done("session create shop-1")
      #expect(try desk.home.count("sessions_sessions") == 1)
      _ = try signIn(desk)
      #expect(try desk.home.count("sessions_sessions") == 1)
      let listed = try desk.home.done("session list --user shop-1 --json")
      #expect(listed.contains("token:app"), "\(listed)")
    }
  }

  @Test func aSuspendedUserStaysSuspended() throws {
    try with { desk in
      try desk.home.done("user suspend shop-1 --reason fraud")
      #expect(try signIn(desk).exitCode == 6)
      #expect(try desk.home.count("identity_proofs") == 0 && desk.home.count("identity_users") == 1)
    }
  }

  /// Two users can't both be it: staff see so when they enter the second.
  @Test func twoCantClaimTheSame() throws {
    try with { desk in
      try desk.home.done("user create --external-id shop-2")
      let second = try desk.home.qix("user set shop-2 --phone \(CodeDesk.number) --json")
      #expect(second.exitCode == 5 && second.errors.contains("user merge"), "\(second)")
      #expect(try code(second) == "identity.belongs-to-another")
    }
  }

  /// Files of an earlier version are given again: their numbers stood there, and nobody has proved anything.
  @Test func aFileOfBeforeIsGivenAgain() throws {
    try with { desk in
      try desk.home.unchecked.write(Change("test.before")) { connection, _ in
        try connection.run("DELETE FROM identity_claims")
      }
      let file = "user,phone,email\nshop-1,\(CodeDesk.number),\(Self.address)\n"
      let first = try desk.home.done("user import --file - --json", input: file)
      #expect(try JSONValue(parsing: first)["changed"]?.integer == 1)
      let again = try desk.home.done("user import --file - --json", input: file)
      #expect(try JSONValue(parsing: again)["unchanged"]?.integer == 1)
      #expect(try user(signIn(desk)) == id(desk, "shop-1"))
    }
  }

  /// Asking for a code, and giving a wrong one, look the same for a number that is claimed and one that is nobody's.
  @Test func strangersLearnNothing() throws {
    try with { desk in
      func words(_ number: String) throws -> [String] {
        let asked = try desk.home.qix(["auth", "otp", "request", "--phone", number, "--json"])
        let request = try JSONValue(parsing: asked.output)["request"]?.string ?? ""
        let wrong = try desk.home.qix(
          desk.app(["auth", "otp", "sign-in", request, "--code-file", "-", "--json"]),
          input: desk.wrong(desk.outbox.lastCode()))
        return [asked.output, wrong.errors, "\(asked.exitCode) \(wrong.exitCode)"].map {
          $0.replacingOccurrences(of: request, with: "otp").replacingOccurrences(of: number, with: "number")
        }
      }
      let (claimed, nobodys) = (try words(CodeDesk.number), try words("+491701234568"))
      #expect(claimed[1...] == nobodys[1...])
    }
  }
}
