import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Signing in at a provider, against an issuer that the tests start.
@Suite struct AccountSignInTests {
  private static let secret = "pass%word: ü+/="

  private struct Desk {
    let home: TestHome
    let issuer: TestIssuer

    func begin(_ more: String = "") throws -> (address: String, request: String) {
      let answer = try JSONValue(parsing: home.done("staff begin shop --json \(more)"))
      return (try #require(answer["address"]?.string), try #require(answer["request"]?.string))
    }

    func finish(_ back: TestIssuer.Return, _ request: String) throws -> TestTerminal.Outcome {
      try home.qix(
        ["staff", "finish", "--state", back.state, "--iss", back.issuer, "--request", request, "--json"],
        input: back.code)
    }

    /// Signs a person in.
    func signIn(_ changes: JSONValue) throws -> TestTerminal.Outcome {
      let start = try begin()
      return try finish(issuer.signIn(at: start.address, home, changes), start.request)
    }

    func name(_ changes: JSONValue) throws -> String? {
      try JSONValue(parsing: signIn(changes).output)["name"]?.string
    }
  }

  private static func with(_ body: (Desk) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      let issuer = try TestIssuer()
      // What a client of this id and secret sends: each is encoded before they are joined (RFC 6749 §2.3.1).
      issuer.change { $0.client = "cWl4LWNvbnNvbGU6cGFzcyUyNXdvcmQlM0ElMjAlQzMlQkMlMkIlMkYlM0Q=" }
      try #require(issuer.add(to: home, ["--audience", "app-of-customers"]) == 0)
      try home.done("vault set shop console --reader openid", input: secret)
      try home.done("setting set staff.origin https://qix.example")
      try home.done("auth provider client shop --client-id qix-console --secret shop/console")
      try home.done("staff provider set shop --role support=help-desk --role support=trainees --role operator=managers")
      try body(Desk(home: home, issuer: issuer))
    }
  }

  private static let ada: JSONValue = ["groups": ["help-desk", "chess"], "preferred_username": "ada"]

  @Test func aPersonIsSignedInWithTheRoleOfTheirGroup() throws {
    try Self.with { desk in
      let start = try desk.begin()
      let back = desk.issuer.signIn(at: start.address, desk.home, Self.ada)
      #expect(start.address.hasPrefix("\(desk.issuer.url)/authorize?"))
      #expect(back.asked["redirect_uri"] == "https://qix.example/console/signed-in")
      #expect(back.asked["response_type"] == "code" && back.asked["code_challenge_method"] == "S256")
      #expect(back.asked["scope"] == "openid profile email" && back.asked["prompt"] == nil)
      let outcome = try desk.finish(back, start.request)
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      let answer = try JSONValue(parsing: outcome.output)
      #expect(answer["name"] == "oidc:shop/ada" && answer["role"] == "support")
      #expect(answer["token"]?.string?.hasPrefix("qix_staff_") == true)
      let listed = try JSONValue(parsing: desk.home.done("staff list --json"))["sessions"]?.array?.first
      #expect(listed?["by"] == "shop" && listed?["role"] == "support")
      let audit = try desk.home.done("audit show --json")
      #expect(audit.contains("\"oidc:shop/ada\"") && audit.contains("\"staff.sign-in\""))
      try desk.home.done("db check")

      // Nothing of the secrets is kept or shown anywhere.
      let asked = back.asked
      let secrets = [Self.secret, back.code, start.request, asked["state"] ?? "?", asked["nonce"] ?? "?"]
      let kept = try desk.home.contents()
      for secret in secrets {
        #expect(!audit.contains(secret) && !outcome.output.contains(secret))
        #expect(!kept.contains { $0.contains(secret) })
      }
      let sent = try #require(desk.issuer.server.requests.last { $0.target == "/token" })
      #expect(!sent.body.contains("password") && sent.body.contains("code_verifier="))
    }
  }

  /// What the ID token says, and the code of the error.
  private static let tokens: [(changes: JSONValue, code: String)] = [
    (["nonce": "another"], "identity.token-nonce"), (["nonce": nil], "identity.token-claim-missing"),
    (["aud": "app-of-customers"], "identity.token-audience"), (["aud": "other"], "identity.token-audience"),
    (["iss": "https://attacker.example"], "identity.token-issuer"), (["exp": 1], "identity.token-expired"),
    (["groups": nil], "staff.no-role"), (["groups": []], "staff.no-role"), (["groups": ["chess"]], "staff.no-role"),
    (["groups": ["HELP-DESK"]], "staff.no-role"), (["groups": 1], "staff.no-role"),
    (["groups": ["help-desk", "managers"]], "staff.several-roles"),
  ]

  @Test(arguments: tokens.indices) func tokensThatDontFitSignInNobody(_ index: Int) throws {
    try Self.with { desk in
      let outcome = try desk.signIn(Self.tokens[index].changes)
      #expect(outcome.exitCode == 4 && outcome.code == Self.tokens[index].code, "\(outcome.errors)")
      #expect(try desk.home.count("staff_sessions") == 0)
    }
  }

  @Test func twoGroupsOfOneRoleAreNoDoubt() throws {
    try Self.with { (desk) throws in
      #expect(try desk.signIn(["groups": ["help-desk", "trainees"]]).exitCode == 0)
      #expect(try desk.signIn(["groups": "managers"]).exitCode == 0)
    }
  }

  @Test func answersThatBelongToNoRequestSignInNobody() throws {
    try Self.with { desk in
      let (start, other) = (try desk.begin(), try desk.begin())
      let back = desk.issuer.signIn(at: start.address, desk.home, Self.ada)
      var wrong = back
      wrong.state = "x"
      #expect(try desk.finish(wrong, start.request).code == "openid.sign-in")
      wrong = back
      wrong.issuer = "https://attacker.example"
      #expect(try desk.finish(wrong, start.request).code == "openid.sign-in")
      for request in [other.request, "qix_signin_x", String(start.request.dropLast(2)) + "AA"] {
        #expect(try desk.finish(back, request).code == "openid.sign-in", "\(request)")
      }
      // This provider says who it is (RFC 9207), so that an answer without that is another's.
      let line = ["staff", "finish", "--state", back.state, "--request", start.request, "--json"]
      #expect(try desk.home.qix(line, input: back.code).code == "openid.sign-in")
      // None of them was worth a question.
      #expect(desk.issuer.server.requests.allSatisfy { $0.target != "/token" })
      // A code is good once, and for its own request.
      let second = desk.issuer.signIn(at: other.address, desk.home, Self.ada)
      var mixed = back
      mixed.code = second.code
      #expect(try desk.finish(mixed, start.request).code == "openid.sign-in")
      #expect(try desk.finish(back, start.request).exitCode == 0)
      #expect(try desk.finish(back, start.request).code == "openid.sign-in")
      desk.home.clock.advance(byMicroseconds: 10 * 60_000_000)
      let late = try desk.begin()
      let slow = desk.issuer.signIn(at: late.address, desk.home, Self.ada)
      desk.home.clock.advance(byMicroseconds: 10 * 60_000_000)
      #expect(try desk.finish(slow, late.request).code == "openid.sign-in")
    }
  }

  @Test func aProviderThatDoesntKnowUsIsNamed() throws {
    try Self.with { desk in
      desk.issuer.change { $0.client = "" }
      let outcome = try desk.signIn(Self.ada)
      #expect(outcome.code == "openid.exchange" && outcome.errors.contains("invalid_client"), "\(outcome.errors)")
      #expect(!outcome.errors.contains(Self.secret))
    }
  }

  /// A name is an account's for good, however the person or another one is called later.
  @Test func namesBelongToAccounts() throws {
    try Self.with { desk in
      let groups: JSONValue = ["help-desk"]
      #expect(try desk.name(["groups": groups, "preferred_username": "ada"]) == "oidc:shop/ada")
      #expect(try desk.name(["groups": groups, "preferred_username": "ben"]) == "oidc:shop/ada")
      let other: JSONValue = ["groups": groups, "sub": "person-2", "preferred_username": "ada"]
      #expect(try desk.name(other) == "oidc:shop/ada~2")
      let odd: JSONValue = ["groups": groups, "sub": "person-3", "preferred_username": "a/~\n", "email": "c@x.example"]
      #expect(try desk.name(odd) == "oidc:shop/c@x.example")
      let bare: JSONValue = ["groups": groups, "sub": "person 4", "email": nil]
      let name = try #require(try desk.name(bare))
      #expect(name.hasPrefix("oidc:shop/") && !name.contains("person"))
    }
  }

  @Test func newRolesEndSessions() throws {
    try Self.with { desk in
      for line in ["staff provider set shop --role auditor=help-desk", "staff provider remove shop"] {
        #expect(try desk.signIn(Self.ada).exitCode == 0)
        #expect(try desk.home.count("staff_sessions") == 1)
        try desk.home.done(line)
        #expect(try desk.home.count("staff_sessions") == 0)
      }
      #expect(try desk.home.qix("staff begin shop --json").code == "staff.no-provider")
    }
  }

  private static let documents: [(changes: JSONObject, word: String)] = [
    (["issuer": "https://attacker.example"], "another issuer"), (["token_endpoint": nil], "token_endpoint"),
    (["code_challenge_methods_supported": ["plain"]], "S256"),
  ]

  @Test(arguments: documents.indices) func discoveryIsLookedThrough(_ index: Int) throws {
    try Self.with { desk in
      desk.issuer.change { $0.discovery = Self.documents[index].changes }
      let outcome = try desk.home.qix("auth provider client shop --client-id x --secret shop/console --json")
      #expect(outcome.code == "openid.exchange" && outcome.errors.contains(Self.documents[index].word))
    }
  }

  @Test func withoutItsAddressNobodyIsSentAnywhere() throws {
    try Self.with { desk in
      for bad in [
        "http://qix.example", "http://localhost.evil.example", "https://", "https://qix.example/x",
        "https://Qix.example", "https://:", "https://qix.example:", "http://localhost:80", "http://localhost:",
      ] {
        #expect(try desk.home.qix("setting set staff.origin \(bad)").exitCode == 2, "\(bad)")
      }
      try desk.home.done("setting reset staff.origin")
      #expect(try desk.home.qix("staff begin shop --json").code == "staff.no-origin")
    }
  }
}
