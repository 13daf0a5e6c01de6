import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// When a provider's keys are fetched, and what happens where they can't be.
@Suite struct KeyCacheTests {
  static let second: Int64 = 1_000_000

  private func with(_ body: (TestHome, TestIssuer) throws -> Void) throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer()
      #expect(try issuer.add(to: home) == 0)
      try body(home, issuer)
    }
  }

  @Test(arguments: [
    // What the provider says, and the seconds after which it is asked again.
    ("", 3_600), ("Cache-Control: max-age=7200", 7_200), ("Cache-Control: no-store", 300),
    ("Cache-Control: max-age=1", 300), ("Cache-Control: max-age=31536000", 86_400),
  ])
  func keysAreKeptForAWhile(_ header: String, _ seconds: Int64) throws {
    try with { (home, issuer) throws in
      issuer.change { $0.headers = header.isEmpty ? [] : [header] }
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      home.clock.advance(seconds: seconds - 1)
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      #expect(issuer.fetches == 1)
      home.clock.advance(seconds: 1)
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      #expect(issuer.fetches == 2)
    }
  }

  @Test func anUnknownKeyIsAskedForOnceAMinute() throws {
    try with { home, issuer in
      let new = try TokenSigner(.rs256, keyID: "rsa-2")
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      home.clock.advance(seconds: 59)
      for _ in 0..<3 { #expect(try home.verify(issuer.token(home, by: new)).code == "token.unknown-key") }
      #expect(issuer.fetches == 1)
      home.clock.advance(seconds: 1)
      for _ in 0..<3 { #expect(try home.verify(issuer.token(home, by: new)).code == "token.unknown-key") }
      #expect(issuer.fetches == 2)

      issuer.change { $0.keys.append(new.webKey) }
      home.clock.advance(seconds: 60)
      #expect(try home.verify(issuer.token(home, by: new)).exitCode == 0)
      #expect(issuer.fetches == 3)
    }
  }

  /// Somebody else writes: that the keys were asked for can't be noted then, so they aren't for a name that nobody knows,
  /// or whoever sends such tokens would make us knock all day. What is known goes on.
  @Test func whileOthersWriteUnknownKeysAreNotAskedFor() throws {
    try with { (home, issuer) throws in
      let new = try TokenSigner(.rs256, keyID: "rsa-2")
      issuer.change { $0.headers = ["Cache-Control: max-age=7200"] }
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      home.clock.advance(seconds: 60)
      issuer.change { $0.keys.append(new.webKey) }
      let other = home.unchecked
      try other.exclusively { (_) throws in
        #expect(try home.verify(issuer.token(home, by: new)).code == "token.unknown-key")
        #expect(try home.verify(issuer.token(home)).exitCode == 0)
        #expect(issuer.fetches == 1)
        // An old copy is another matter: it is fetched, once for each who asks, and not kept.
        home.clock.advance(seconds: 7_200)
        #expect(try home.verify(issuer.token(home, by: new)).exitCode == 0)
        #expect(issuer.fetches == 2)
      }
      #expect(try home.verify(issuer.token(home, by: new)).exitCode == 0)
      #expect(issuer.fetches == 3)
      #expect(try home.verify(issuer.token(home, by: new)).exitCode == 0)
      #expect(issuer.fetches == 3)
    }
  }

  @Test func aKeyThatIsTakenBackIsGoneWhenTheCopyIsOld() throws {
    try with { home, issuer in
      let other = try TokenSigner(.rs256, keyID: "rsa-2")
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      issuer.change { $0.keys = [other.webKey] }
      home.clock.advance(seconds: 3_600)
      #expect(try home.verify(issuer.token(home)).code == "token.unknown-key")
    }
  }

  @Test(
    arguments: [
      ("503 Service Unavailable", nil), ("404 Not Found", nil), ("200 OK", "<html>"), ("200 OK", #"{"keys":[]}"#),
      ("200 OK", #"{"keys":[{"kty":"oct","k":"AAAA"}]}"#), ("302 Found", nil),
      ("200 OK", "{\"keys\":[],\"a\":\"" + String(repeating: "a", count: 300_000) + "\"}"),
    ] as [(String, String?)])
  func theLastGoodCopyStandsInAndItIsSaid(_ status: String, _ body: String?) throws {
    try with { home, issuer in
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      issuer.change {
        $0.status = status
        $0.body = body
        // Another host, as far as origins go.
        $0.headers = ["Location: http://localhost:\(issuer.server.port)/jwks"]
      }
      home.clock.advance(seconds: 3_600)
      let outcome = try home.verify(issuer.token(home))
      #expect(outcome.exitCode == 0 && outcome.errors.contains("earlier keys"))
      // Not at each token.
      let fetches = issuer.fetches
      #expect(try home.verify(issuer.token(home)).errors.contains("earlier keys"))
      #expect(issuer.fetches == fetches)

      home.clock.advance(seconds: 7 * 86_400)
      let tooOld = try home.verify(issuer.token(home))
      #expect(tooOld.exitCode == 75 && tooOld.code == "identity.provider-no-keys")
      issuer.change {
        $0.status = "200 OK"
        $0.body = nil
      }
      home.clock.advance(seconds: 60)
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
    }
  }

  @Test func withoutAnyKeysNothingIsBelieved() throws {
    try with { (home, issuer) throws in
      issuer.change { $0.status = "500 Internal Server Error" }
      for _ in 0..<3 { #expect(try home.verify(issuer.token(home)).code == "identity.provider-no-keys") }
      #expect(issuer.fetches == 1)
    }
  }

  @Test func aClockThatWasSetBackDoesNotKeepKeysForEver() throws {
    try with { (home, issuer) throws in
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      home.clock.advance(seconds: -86_400)
      // The log has seen a day later, so the token is of no use; the keys are new all the same.
      #expect(try home.verify(issuer.token(home)).code == "identity.token-expired")
      #expect(issuer.fetches == 2)
      home.clock.advance(seconds: 86_400)
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
    }
  }

  @Test func keysAreShownAndRefreshed() throws {
    try with { home, issuer in
      let none = try home.qix("auth oidc jwks")
      #expect(none.exitCode == 0 && none.errors.contains("--refresh"))
      let shown = try home.qix("auth oidc jwks shop --refresh --json")
      #expect(shown.exitCode == 0)
      let keys = try JSONValue(parsing: shown.output)["keys"]?.array
      #expect(keys?.count == 1 && keys?.first?["kid"] == "rsa-1" && keys?.first?["key"] == "RSA 2048")
      _ = try home.qix("auth oidc jwks --refresh")
      #expect(issuer.fetches == 2)
      issuer.change { $0.status = "500 Internal Server Error" }
      #expect(try home.qix("auth oidc jwks --refresh").exitCode == 75)
      #expect(try home.qix("auth oidc jwks nobody").exitCode == 3)
    }
  }

  @Test func anotherAddressHasOtherKeys() throws {
    try with { home, issuer in
      #expect(try home.verify(issuer.token(home)).exitCode == 0)
      let other = try TestIssuer(TokenSigner(.rs256, keyID: "rsa-1"))
      #expect(try home.qix(["auth", "provider", "set", "shop", "--keys-url", "\(other.url)/jwks"]).exitCode == 0)
      #expect(try home.verify(issuer.token(home)).code == "token.signature")
      #expect(other.fetches == 1)
    }
  }
}
