import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// Customers who sign in at a provider, as their browser and the app do it.
@Suite struct CustomerAccountTests {
  private static let app = ["Prefer: session=cookie", "Origin: https://qix"]
  private static let secret = "pass-word-of-qix"
  private static let session = "__Host-qix"

  private static func with(_ body: (TestHome, TestIssuer, RunningServer) throws -> Void) throws -> String {
    try TestHome.initialised(vault: true) { home in
      let issuer = try TestIssuer()
      issuer.change { $0.client = "cWl4LWNvbnNvbGU6cGFzcy13b3JkLW9mLXFpeA==" }
      try #require(issuer.add(to: home) == 0)
      // Its tokens are taken, and it has no page for us.
      try home.done("auth provider add google --audience app-1")
      try home.done("vault set shop console --reader openid", input: secret)
      try home.done("auth provider client shop --client-id qix-console --secret shop/console")
      try home.done("setting set sessions.guests open")
      try home.done("setting set openid.customers shop")
      try appOrigin("https://qix", in: home)
      let (_, ended) = try RunningServer.with(home, ["--access-log", "-"]) { try body(home, issuer, $0) }
      return ended.output + ended.errors
    }
  }

  private static func appOrigin(_ origin: String, in home: TestHome) throws {
    try home.done(origin.isEmpty ? "setting reset app.origin" : "setting set app.origin \(origin)")
  }

  private static func begin(_ browser: inout Browser) throws -> String {
    let begun = try browser.post("/v1/auth/oidc/begin", ["provider": "shop"])
    #expect(begun.status == 200 && begun.json["request"]?.isNull == true, "\(begun.body)")
    return try #require(begun.json["address"]?.string)
  }

  /// Signs a person in, and returns whom the browser acts as.
  private static func signIn(
    _ browser: inout Browser, _ issuer: TestIssuer, _ home: TestHome, _ changes: JSONValue = [:]
  ) throws -> String {
    let back = issuer.signIn(at: try begin(&browser), home, changes)
    let done = try browser.post("/v1/auth/oidc/finish", back.answer)
    #expect(done.status == 200 && done.json["token"]?.isNull == true, "\(done.body)")
    return try #require(done.json["user"]?.string)
  }

  /// The app offers the providers by name, and nothing of how they are set up.
  @Test func theAppKnowsTheNamesOfProviders() throws {
    _ = try Self.with { home, issuer, server in
      let offered = try server.get("/v1/auth/providers")
      let rows = try #require(offered.json["providers"]?.array)
      #expect(rows.map { $0["provider"] } == ["shop"], "\(offered.body)")
      for key in ["issuer", "audiences", "keys_url", "algorithms"] { #expect(rows[0][key]?.isNull == true, "\(key)") }
      #expect(!offered.body.contains(issuer.url) && !offered.body.contains("qix-console"))
      let staff = try server.get("/v1/auth/providers", as: server.token("desk", "support"))
      #expect(staff.json["providers"]?.array?.count == 2 && staff.body.contains(issuer.url))
      // Without an address of the app nobody is sent anywhere.
      try Self.appOrigin("", in: home)
      #expect(try server.get("/v1/auth/providers").json["providers"]?.array?.isEmpty == true)
      var browser = Browser(server, Self.app)
      #expect(try browser.post("/v1/auth/oidc/begin", ["provider": "shop"]).code == "openid.no-app-origin")
    }
  }

  /// The refusal of a stream may come after another page of the browser has signed in, and leaves the new cookie.
  @Test func aStreamThatHasEndedTakesNoCookieAway() throws {
    _ = try Self.with { _, _, server in
      let ended = ["Cookie: \(Self.session)=x"]
      #expect(try server.get("/v1/wallets/me", ended).field("Set-Cookie")?.contains("Max-Age=0") == true)
      let stream = try server.get("/v1/wallets/me", ended + ["Accept: text/event-stream"])
      #expect(stream.status == 401 && stream.field("Set-Cookie") == nil)
    }
  }

  @Test func aTrialUserBecomesTheOneOfTheAccount() throws {
    let log = try Self.with { home, issuer, server in
      var phone = Browser(server, Self.app)
      let trial = try phone.post("/v1/sessions/trial", [:])
      let first = try #require(trial.json["user"]?.string)
      try home.done("coins issue --to \(first) --amount 20")
      let address = try Self.begin(&phone)
      let back = issuer.signIn(at: address, home)
      #expect(back.asked["redirect_uri"] == "https://qix/app/signed-in" && back.asked["prompt"] == nil)

      // Another browser, and one that has begun a sign-in of its own, are no help; nor are a script's own words.
      var stranger = Browser(server, Self.app)
      #expect(try stranger.post("/v1/auth/oidc/finish", back.answer).code == "openid.sign-in")
      _ = try Self.begin(&stranger)
      #expect(try stranger.post("/v1/auth/oidc/finish", back.answer).code == "openid.sign-in")
      let own: JSONValue = ["code": "x", "state": "x", "request": "qix_signin_x"]
      #expect(try stranger.post("/v1/auth/oidc/finish", own).code == "http.unknown-parameter")
      #expect(stranger.cookies[Self.session] == nil)

      let before = phone.cookies[Self.session]
      let done = try phone.post("/v1/auth/oidc/finish", back.answer)
      #expect(done.status == 200 && done.json["user"]?.string == first, "\(done.body)")
      #expect(phone.cookies.keys.sorted() == [Self.session] && phone.cookies[Self.session] != before)
      #expect(try phone.get("/v1/wallets/me").json["balance"]?.integer == 20)
      // The code was good once.
      #expect(try phone.post("/v1/auth/oidc/finish", back.answer).code == "openid.sign-in")
    }
    #expect(log.contains("POST /v1/auth/oidc/finish"))
    for secret in [Self.secret, "code-", "qix_signin_", "qix_user_"] { #expect(!log.contains(secret), "\(secret)") }
  }

  /// What was won on each of them before signing in is there on both.
  @Test func twoDevicesAreOneUser() throws {
    _ = try Self.with { home, issuer, server in
      var (phone, tablet) = (Browser(server, Self.app), Browser(server, Self.app))
      let first = try #require(phone.post("/v1/sessions/trial", [:]).json["user"]?.string)
      let second = try #require(tablet.post("/v1/sessions/trial", [:]).json["user"]?.string)
      for (user, coins) in [(first, 20), (second, 7)] { try home.done("coins issue --to \(user) --amount \(coins)") }
      #expect(try Self.signIn(&phone, issuer, home) == first)
      #expect(try Self.signIn(&tablet, issuer, home) == first)
      for browser in [phone, tablet] { #expect(try browser.get("/v1/wallets/me").json["balance"]?.integer == 27) }
      // A third comes back without anything of its own, and another person is another user.
      var other = Browser(server, Self.app)
      #expect(try Self.signIn(&other, issuer, home) == first)
      var stranger = Browser(server, Self.app)
      let user = try Self.signIn(&stranger, issuer, home, ["sub": "person-2"])
      #expect(![first, second].contains(user))
      try home.done("coins verify")
    }
  }

  /// What staff have begun signs in no customer, nor the other way round.
  @Test func eachPurposeHasItsOwnRequests() throws {
    _ = try Self.with { home, issuer, server in
      try home.done("setting set staff.origin https://qix")
      try home.done("staff provider set shop --role support=desk")
      var (customer, staff) = (Browser(server, Self.app), Browser(server, ["Qix-Face: console", Self.app[1]]))
      let back = issuer.signIn(at: try Self.begin(&customer), home, ["groups": ["desk"]])
      staff.cookies = customer.cookies
      #expect(try staff.post("/v1/staff/finish", back.answer).code == "openid.sign-in")
      let begun = try staff.post("/v1/staff/begin", ["provider": "shop"])
      let other = issuer.signIn(at: try #require(begun.json["address"]?.string), home, ["groups": ["desk"]])
      customer.cookies = staff.cookies
      #expect(try customer.post("/v1/auth/oidc/finish", other.answer).code == "openid.sign-in")
    }
  }
}
