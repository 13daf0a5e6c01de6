import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// Staff who sign in at a provider, as their browser and the pages do it.
@Suite struct StaffAccountTests {
  private static let face = ["Qix-Face: console", "Origin: https://qix"]
  private static let secret = "pass-word-of-qix"
  private static let desk: JSONValue = ["groups": ["desk"], "preferred_username": "ada"]

  private static func with(
    _ options: [String] = [], _ body: (TestHome, TestIssuer, RunningServer) throws -> Void
  ) throws -> String {
    try TestHome.initialised(vault: true) { home in
      let issuer = try TestIssuer()
      issuer.change { $0.client = "cWl4LWNvbnNvbGU6cGFzcy13b3JkLW9mLXFpeA==" }
      try #require(issuer.add(to: home) == 0)
      try home.done("vault set shop console --reader openid", input: secret)
      try home.done("setting set staff.origin https://qix")
      try home.done("auth provider client shop --client-id qix-console --secret shop/console")
      try home.done("staff provider set shop --role support=desk")
      try home.done("user create --external-id ada")
      let (_, ended) = try RunningServer.with(home, options) { try body(home, issuer, $0) }
      return ended.output + ended.errors
    }
  }

  @Test func aBrowserComesBackSignedIn() throws {
    let log = try Self.with(["--access-log", "-"]) { home, issuer, server in
      let offered = try server.get("/v1/staff/providers", [Self.face[0]])
      #expect(offered.json["providers"]?.array?.first?["provider"] == "shop", "\(offered.body)")
      #expect(!offered.body.contains("support=desk"))
      var browser = Browser(server, Self.face)
      let begun = try browser.post("/v1/staff/begin", ["provider": "shop"])
      #expect(begun.status == 200 && begun.json["request"]?.isNull == true, "\(begun.body)")
      let set = try #require(begun.field("Set-Cookie"))
      for word in [
        "__Host-qix-signin=qix_signin_", "Max-Age=600", "Path=/", "Secure", "HttpOnly", "SameSite=Lax",
      ] { #expect(set.contains(word), "\(set)") }
      let back = issuer.signIn(at: try #require(begun.json["address"]?.string), home, Self.desk)

      // Another browser, and words of a script's own, are no help.
      var stranger = Browser(server, Self.face)
      #expect(try stranger.post("/v1/staff/finish", back.answer).code == "openid.sign-in")
      _ = try stranger.post("/v1/staff/begin", ["provider": "shop"])
      #expect(try stranger.post("/v1/staff/finish", back.answer).code == "openid.sign-in")
      let own: JSONValue = ["code": "x", "state": "x", "request": "qix_signin_x"]
      #expect(try stranger.post("/v1/staff/finish", own).code == "http.unknown-parameter")
      #expect(stranger.cookies["__Host-qix-staff"] == nil)

      let done = try browser.post("/v1/staff/finish", back.answer)
      #expect(done.status == 200 && done.json["token"]?.isNull == true, "\(done.body)")
      #expect(done.json["name"] == "oidc:shop/ada")
      #expect(browser.cookies.keys.sorted() == ["__Host-qix-staff"])
      let shown = try browser.get("/v1/staff/session")
      #expect(shown.json["role"] == "support" && shown.json["by"] == "shop", "\(shown.body)")
      #expect(try browser.get("/v1/wallets/ada").status == 200)
      #expect(try browser.get("/v1/tokens").code == "access.role")
      // The code was good once.
      var again = browser
      again.cookies["__Host-qix-signin"] = String(set.dropFirst("__Host-qix-signin=".count).prefix { $0 != ";" })
      #expect(try again.post("/v1/staff/finish", back.answer).code == "openid.sign-in")
    }
    #expect(log.contains("POST /v1/staff/finish") && log.contains("oidc:shop/ada"))
    for secret in [Self.secret, "code-", "qix_signin_", "qix_staff_"] { #expect(!log.contains(secret), "\(secret)") }
  }

  /// To confirm, the person signs in at the provider once more, whoever is signed in there.
  @Test func confirmingAsksTheProviderAgain() throws {
    _ = try Self.with { home, issuer, server in
      func reveal(_ browser: Browser) throws -> RunningServer.Reply {
        try browser.get("/v1/users/ada?reveal=true&reason=call")
      }
      func confirm(_ browser: inout Browser, _ changes: JSONValue) throws -> RunningServer.Reply {
        let begun = try browser.post("/v1/staff/begin", ["provider": "shop", "again": true])
        let back = issuer.signIn(at: try #require(begun.json["address"]?.string, "\(begun.body)"), home, changes)
        #expect(back.asked["prompt"] == "login" && back.asked["max_age"] == "0")
        return try browser.post("/v1/staff/finish", back.answer)
      }
      var browser = Browser(server, Self.face)
      let begun = try browser.post("/v1/staff/begin", ["provider": "shop"])
      let back = issuer.signIn(at: try #require(begun.json["address"]?.string), home, Self.desk)
      #expect(try browser.post("/v1/staff/finish", back.answer).status == 200)
      #expect(try reveal(browser).code != "staff.confirm")
      home.clock.advance(byMicroseconds: 11 * 60_000_000)
      #expect(try reveal(browser).code == "staff.confirm")
      let now = home.clock.now().microseconds / 1_000_000
      let groups: JSONValue = ["desk"]
      for changes: JSONValue in [
        ["groups": groups, "auth_time": nil], ["groups": groups, "auth_time": .integer(now - 600)],
      ] {
        #expect(try confirm(&browser, changes).code == "openid.sign-in", "\(changes.text())")
      }
      #expect(try confirm(&browser, ["groups": groups, "sub": "person-2"]).code == "staff.other-account")
      #expect(try reveal(browser).code == "staff.confirm")
      let good = try confirm(&browser, Self.desk)
      #expect(good.status == 200 && good.json["token"]?.isNull == true, "\(good.body)")
      #expect(try reveal(browser).code != "staff.confirm")
      // Who isn't signed in has nothing to confirm.
      var stranger = Browser(server, Self.face)
      #expect(try stranger.post("/v1/staff/begin", ["provider": "shop", "again": true]).status >= 400)
    }
  }
}
