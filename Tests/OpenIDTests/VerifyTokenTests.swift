import QixCommands
import QixCrypto
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import QixTokens
import Testing

/// Against an issuer that the tests start.
@Suite struct VerifyTokenTests {
  @Test func aGoodTokenIsShownMasked() throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer()
      #expect(try issuer.add(to: home) == 0)
      let outcome = try home.verify(issuer.token(home))
      #expect(outcome.exitCode == 0)
      let answer = try JSONValue(parsing: outcome.output)
      #expect(answer["issuer"] == .string(issuer.url) && answer["email_verified"] == true)
      for secret in ["ada@example.com", "Lovelace", "person-1"] { #expect(!outcome.output.contains(secret)) }
      #expect(issuer.fetches == 1)
      // The keys are kept.
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      #expect(issuer.fetches == 1)

      let revealed = try home.verify(issuer.token(home), ["--reveal", "--reason", "call 4711"])
      #expect(try JSONValue(parsing: revealed.output)["subject"] == "person-1")
      let audit = try home.qix("audit show --json").output
      #expect(audit.contains("call 4711") && !audit.contains("person-1") && !audit.contains("ada@"))
    }
  }

  /// What is changed in the claims of a good token, and the code of the error.
  static let claims: [(change: JSONValue, code: String)] = [
    (["iss": "https://attacker.example"], "identity.token-issuer"), (["iss": nil], "identity.token-claim-missing"),
    (["iss": 1], "identity.token-claim-malformed"), (["aud": "app-2"], "identity.token-audience"),
    (["aud": nil], "identity.token-claim-missing"), (["aud": []], "identity.token-claim-malformed"),
    (["aud": ["app-1", "attacker"], "azp": "app-1"], "identity.token-audience"),
    (["aud": ["app-1", 1]], "identity.token-claim-malformed"), (["aud": "APP-1"], "identity.token-audience"),
    (["aud": ["app-1", "app-3"]], "identity.token-claim-missing"), (["azp": "attacker"], "identity.token-party"),
    (["azp": 1], "identity.token-party"), (["exp": nil], "identity.token-claim-missing"),
    (["exp": "2099-01-01"], "identity.token-claim-malformed"), (["exp": -1], "identity.token-claim-malformed"),
    (["exp": 1e300], "identity.token-claim-malformed"), (["exp": 1], "identity.token-expired"),
    (["iat": nil], "identity.token-claim-missing"), (["iat": true], "identity.token-claim-malformed"),
    (["nbf": "now"], "identity.token-claim-malformed"), (["sub": nil], "identity.token-claim-missing"),
    (["sub": 1], "identity.token-claim-malformed"), (["sub": ""], "identity.token-claim-malformed"),
    (["sub": .string(String(repeating: "a", count: 256))], "identity.token-claim-malformed"),
    (["sub": "a\nb"], "identity.token-claim-malformed"), (["sub": "é"], "identity.token-claim-malformed"),
  ]

  @Test(arguments: claims.indices)
  func claimsThatDontFitAreRefused(_ index: Int) throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer()
      #expect(try issuer.add(to: home, ["--audience", "app-1", "--audience", "app-3"]) == 0)
      let (change, code) = Self.claims[index]
      let outcome = try home.verify(issuer.token(home, change))
      #expect(outcome.exitCode == 4 && outcome.code == code, "\(outcome.errors)")
    }
  }

  @Test(
    arguments: [
      ["azp": "app-3"], ["aud": ["app-1"]], ["aud": ["app-1", "app-3"], "azp": "app-3"], ["nbf": 1], ["exp": 4e9],
      ["email": nil, "email_verified": nil, "name": nil], ["email": 1, "name": []], ["unknown": ["a": 1]],
      ["sub": .string(String(repeating: "a", count: 255))],
    ] as [JSONValue])
  func claimsThatFitAreTaken(_ change: JSONValue) throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer()
      #expect(try issuer.add(to: home, ["--audience", "app-1", "--audience", "app-3"]) == 0)
      #expect(try home.verify(issuer.token(home, change)).exitCode == 0)
    }
  }

  /// A minute of difference between the clocks, and not a second more.
  @Test func clocksMayDifferByAMinute() throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer()
      #expect(try issuer.add(to: home) == 0)
      let now = home.clock.now().microseconds / 1_000_000
      func code(_ change: JSONValue) throws -> String? { try home.verify(issuer.token(home, change)).code }
      #expect(try code(["exp": .integer(now - 59)]) == nil)
      #expect(try code(["exp": .integer(now - 60)]) == "identity.token-expired")
      #expect(try code(["iat": .integer(now + 60)]) == nil)
      #expect(try code(["iat": .integer(now + 61)]) == "identity.token-not-yet")
      #expect(try code(["nbf": .integer(now + 60)]) == nil)
      #expect(try code(["nbf": .integer(now + 61)]) == "identity.token-not-yet")
      #expect(try code(["nbf": .double(Double(now) + 60.5)]) == "identity.token-not-yet")
    }
  }

  /// The audit log has seen a later time.
  @Test func aClockThatIsSetBackRevivesNoToken() throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer()
      #expect(try issuer.add(to: home) == 0)
      let token = issuer.token(home)
      home.clock.advance(seconds: 400)
      #expect(try home.verify(token).code == "identity.token-expired")
      #expect(try home.qix("user create").exitCode == 0)
      home.clock.advance(seconds: -400)
      // Nor does a change after that help.
      #expect(try home.qix("user create").exitCode == 0)
      #expect(try home.verify(token).code == "identity.token-expired")
    }
  }

  @Test func theNonceMustComeBackWhereOneWasSent() throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer()
      #expect(try issuer.add(to: home) == 0)
      let nonce = ["--nonce-file", try home.file("n-0S6_WzA2Mj")]
      #expect(try home.verify(issuer.token(home, ["nonce": "n-0S6_WzA2Mj"]), nonce).exitCode == 0)
      #expect(try home.verify(issuer.token(home, ["nonce": "n-0S6_WzA2Mk"]), nonce).code == "identity.token-nonce")
      #expect(try home.verify(issuer.token(home), nonce).code == "identity.token-claim-missing")
      #expect(try home.verify(issuer.token(home, ["nonce": 1]), nonce).code == "identity.token-claim-malformed")
      #expect(try home.verify(issuer.token(home, ["nonce": "any"])).exitCode == 0)
    }
  }

  @Test func forgedTokensAreRefused() throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer()
      let attacker = try TokenSigner(.rs256, keyID: issuer.signer.keyID)
      #expect(try issuer.add(to: home) == 0)
      let claims = issuer.claims(home)
      let good = try issuer.signer.token(claims)
      let parts = good.split(separator: ".").map(String.init)
      func header(_ value: JSONValue) -> String { Base64.urlSafe.encode(value.serialized()) }
      let none = "\(header(["alg": "none"])).\(parts[1])"
      let hmac = "\(header(["alg": "HS256", "kid": "rsa-1"])).\(parts[1])"
      let tag = HMACSHA256.mac(Array(hmac.utf8), key: SecretBytes(copying: issuer.signer.publicKeyInfo))
      let embedded: JSONValue = [
        "alg": "RS256", "kid": "rsa-1", "jwk": attacker.webKey, "jku": .string("\(issuer.url)/other"),
      ]
      let forged: [(token: String, code: String)] = [
        ("\(none).", "token.malformed"), ("\(none).\(parts[2])", "token.algorithm"), (none, "token.malformed"),
        ("\(hmac).\(Base64.urlSafe.encode(tag))", "token.algorithm"), ("\(parts[0]).\(parts[1]).", "token.malformed"),
        ("\(parts[0]).\(parts[1])", "token.malformed"), (try attacker.token(claims), "token.signature"),
        (try attacker.token(header: embedded, claims), "token.signature"),
        (try TokenSigner.ec.get().token(header: ["alg": "ES256", "kid": "rsa-1"], claims), "token.algorithm"),
        (
          try issuer.signer.token(header: ["alg": "RS256", "kid": "rsa-1", "typ": "at+jwt"], claims),
          "identity.token-type"
        ),
        (try issuer.signer.token(header: ["alg": "RS256", "kid": "../../jwks"], claims), "token.unknown-key"),
        (
          try issuer.signer.token(
            header: #"{"alg":"RS256","kid":"rsa-1"}"#,
            #"{"sub":"person-2","# + String(claims.text().dropFirst())), "token.malformed"
        ),
        (issuer.token(home, ["padding": .string(String(repeating: "a", count: 20_000))]), "secret.too-long"),
        ("\(parts[0]).\(parts[1]).\(parts[2].reversed())", "token.signature"),
      ]
      for (index, (token, code)) in forged.enumerated() {
        let outcome = try home.verify(token)
        #expect(outcome.exitCode != 0 && outcome.output.isEmpty)
        // Base64 backwards may be none.
        if index < forged.count - 2 { #expect(outcome.code == code, "\(index)") }
      }
      #expect(issuer.server.requests.allSatisfy { $0.target == "/jwks" })
      #expect(try home.verify(good).exitCode == 0)
    }
  }

  @Test func aProviderOfES256() throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer(TokenSigner.ec.get())
      #expect(try issuer.add(to: home, ["--audience", "app-1", "--algorithm", "ES256"]) == 0)
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      let zeros = Base64.urlSafe.encode([UInt8](repeating: 0, count: 64))
      let parts = issuer.token(home).split(separator: ".")
      #expect(try home.verify("\(parts[0]).\(parts[1]).\(zeros)").code == "token.signature")
    }
  }

  @Test func anUnknownProviderIsNotFound() throws {
    try TestHome.initialised { (home) throws in #expect(try home.verify("a.b.c").code == "identity.provider-not-found")
    }
  }
}
