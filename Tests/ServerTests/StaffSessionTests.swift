import QixFormats
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Server

/// Staff at web pages: signed in by a token once, and by a cookie from then on.
@Suite struct StaffSessionTests {
  private static let console = "Qix-Face: console"
  private static let site = "Origin: https://qix"

  /// The fields of a page of staff.
  private struct Page {
    let server: RunningServer
    /// `Cookie: …`
    let cookie: String

    func get(_ path: String) throws -> RunningServer.Reply { try server.get(path, [cookie, console]) }

    func post(_ path: String, _ body: String = "{}", _ fields: [String] = [site]) throws -> RunningServer.Reply {
      try server.request("POST", path, [cookie, console] + fields, body: body)
    }
  }

  private static func signIn(_ server: RunningServer, _ token: String) throws -> RunningServer.Reply {
    try server.request("POST", "/v1/staff/sign-in", [console, site], body: #"{"token": "\#(token)"}"#)
  }

  private static func cookie(_ reply: RunningServer.Reply) throws -> String {
    "Cookie: \(try #require(reply.field("Set-Cookie"), "\(reply)").prefix { $0 != ";" })"
  }

  private static func page(_ server: RunningServer, _ token: String) throws -> Page {
    Page(server: server, cookie: try cookie(signIn(server, token)))
  }

  @Test func aTokenIsGivenOnceAndACookieStandsForIt() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let reply = try Self.signIn(server, server.token("desk", "support"))
        #expect(reply.status == 200 && reply.json["token"]?.isNull == true, "\(reply.body)")
        #expect(reply.json["name"]?.string == "token:desk" && reply.json["role"]?.string == "support")
        let set = try #require(reply.field("Set-Cookie"))
        for word in ["__Host-qix-staff=qix_staff_", "Path=/", "Secure", "HttpOnly", "SameSite=Strict"] {
          #expect(set.contains(word), "\(set)")
        }
        #expect(!set.contains("Domain") && !set.contains("Max-Age"))
        let page = Page(server: server, cookie: try Self.cookie(reply))
        let shown = try page.get("/v1/staff/session")
        #expect(shown.json["name"]?.string == "token:desk" && shown.json["by"]?.string == "token", "\(shown.body)")
        #expect(shown.field("Cache-Control") == "no-store" && shown.field("Vary")?.contains("Qix-Face") == true)
        #expect(try page.get("/v1/wallets/ada").status == 200)
        // Its rights are those of the token.
        #expect(try page.get("/v1/tokens").code == "access.role")
        let look = try page.post("/v1/staff/sign-out", #"{"dry_run": true}"#)
        #expect(look.status == 200 && look.field("Set-Cookie") == nil, "\(look)")
        let out = try page.post("/v1/staff/sign-out")
        #expect(out.status == 200, "\(out.body)")
        #expect(out.field("Set-Cookie")?.hasPrefix("__Host-qix-staff=; Max-Age=0") == true, "\(out)")
        let late = try page.get("/v1/wallets/ada")
        #expect(late.status == 401 && late.code == "staff.ended", "\(late.body)")
        #expect(late.field("Set-Cookie")?.hasPrefix("__Host-qix-staff=; Max-Age=0") == true)
      }
      let audit = try home.done("audit show --json")
      #expect(audit.contains("\"staff.sign-out\"") && audit.contains("\"token:desk\""))
    }
  }

  /// The cookie counts with the header alone, and never beside the customer's.
  @Test func theHeaderSaysWhichCookieCounts() throws {
    try TestHome.initialised { home in
      try home.done("setting set sessions.guests open")
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "support")
        let staff = try Self.cookie(Self.signIn(server, token)).dropFirst("Cookie: ".count)
        let trial = try server.request("POST", "/v1/sessions/trial", ["Prefer: session=cookie"])
        let customer = try Self.cookie(trial).dropFirst("Cookie: ".count)
        let both = "Cookie: \(customer); \(staff)"
        func name(_ fields: [String], as token: String? = nil) throws -> String? {
          try server.get("/v1/staff/session", as: token, fields).json["name"]?.string
        }
        #expect(try name([both, Self.console]) == "token:desk")
        #expect(try server.get("/v1/wallets/me", [both]).status == 200)
        // Without the header, or with an unknown word in it, staff are nobody; with it a customer is.
        for fields in [["Cookie: \(staff)"], ["Cookie: \(staff)", "Qix-Face: shop"]] {
          #expect(try server.get("/v1/staff/session", fields).code == "http.no-token", "\(fields)")
        }
        #expect(try server.get("/v1/wallets/me", ["Cookie: \(customer)", Self.console]).status == 401)
        #expect(try server.get("/v1/wallets/me", [both, Self.console]).status != 200)
        #expect(try server.get("/v1/staff/session", [both]).code == "access.role")
        #expect(try server.get("/v1/staff/session", [both, "Qix-Face: shop"]).code == "access.role")
        #expect(try server.get("/v1/staff/session", [both, Self.console, Self.console]).code == "access.role")
        // Neither text is of use in the other place.
        let texts = [staff, customer].map { String($0.split(separator: "=")[1]) }
        #expect(try server.get("/v1/staff/session", as: texts[0]).code == "http.staff-bearer")
        #expect(try server.get("/v1/wallets/me", ["Cookie: __Host-qix=\(texts[0])"]).status == 401)
        let mixed = ["Cookie: __Host-qix-staff=\(texts[1])", Self.console]
        #expect(try server.get("/v1/staff/session", mixed).code == "staff.ended")
        // A token beside them wins.
        #expect(try name([both, Self.console], as: server.token("other", "auditor")) == "token:other")
      }
    }
  }

  @Test func otherSitesCanNeitherSignInNorChange() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("setting set server.origins https://shop.example")
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "operator")
        let page = try Self.page(server, token)
        let origins = [[], ["Origin: https://evil.example"], ["Origin: null"], ["Origin: https://shop.example"]]
        for fields in origins {
          let issued = try page.post(
            "/v1/coins/issues", #"{"to": "ada", "amount": 5}"#, fields + ["Idempotency-Key: a"])
          #expect(issued.code == "http.origin", "\(fields)")
          let reply = try server.request(
            "POST", "/v1/staff/sign-in", [Self.console] + fields, body: #"{"token": "\#(token)"}"#)
          #expect(reply.code == "http.origin" && reply.field("Set-Cookie") == nil, "\(fields)")
        }
        let asked = try server.request("OPTIONS", "/v1/staff/session", ["Origin: https://shop.example"])
        #expect(asked.field("Access-Control-Allow-Headers")?.contains("Qix-Face") == false)
        let issued = try page.post(
          "/v1/coins/issues", #"{"to": "ada", "amount": 5}"#, [Self.site, "Idempotency-Key: a"])
        #expect(issued.status == 200, "\(issued.body)")
      }
    }
  }

  @Test func itEndsByDisuse() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let page = try Self.page(server, server.token("desk", "support"))
        for _ in 0..<3 {
          home.clock.advance(byMicroseconds: 29 * 60_000_000)
          #expect(try page.get("/v1/staff/session").status == 200)
        }
        home.clock.advance(byMicroseconds: 31 * 60_000_000)
        #expect(try page.get("/v1/staff/session").code == "staff.ended")
      }
    }
  }

  private static let endings = ["token revoke desk", "token rotate desk --output HOME/new.token", "staff end SESSION"]

  /// What ends elsewhere ends here, streams within a second.
  @Test(arguments: endings) func itEndsWithItsToken(_ line: String) throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let page = try Self.page(server, server.token("desk", "support"))
        let id = try #require(try page.get("/v1/staff/session").json["session"]?.string)
        let stream = try EventStream(server, "/v1/events", with: [page.cookie, Self.console])
        let followed = try EventStream(server, "/v1/staff/session", with: [page.cookie, Self.console])
        #expect(stream.all.contains("Cache-Control: no-store") && !stream.hasEnded(within: 50))
        try home.done(line.replacing("HOME", with: home.path).replacing("SESSION", with: id))
        #expect(stream.hasEnded(within: 1_000), "\(line)")
        #expect(followed.hasEnded(within: 1_000), "\(line)")
        #expect(try page.get("/v1/staff/session").status == 401)
      }
    }
  }

  @Test func scopesHoldAndLeaveTheWayOut() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let page = try Self.page(server, server.token("desk", "operator", "--scope coins --access read"))
        #expect(try page.get("/v1/wallets/ada").code == "access.scope")
        let issue = try page.post(
          "/v1/coins/issues", #"{"to": "ada", "amount": 5}"#, [Self.site, "Idempotency-Key: a"])
        #expect(issue.code == "access.read-only", "\(issue.body)")
        let shown = try page.get("/v1/staff/session")
        let commands = (shown.json["commands"]?.array ?? []).compactMap { $0["command"]?.string }
        #expect(
          commands.contains("coins show") && !commands.contains("wallet show") && !commands.contains("coins issue"))
        #expect(try page.post("/v1/staff/sign-out").status == 200)
      }
    }
  }

  /// Ten minutes after signing in, what is personal and what gives rights away needs the token once more.
  @Test func whatMattersNeedsARecentSignIn() throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("chief", "admin")
        let page = try Self.page(server, token)
        let reveal = "/v1/users/ada?reveal=true&reason=call"
        let path = "/v1/settings/coins.approval-hours", body = #"{"value": "12"}"#
        func set(_ body: String) throws -> RunningServer.Reply {
          try server.request("PATCH", path, [page.cookie, Self.console, Self.site], body: body)
        }
        #expect(try page.get(reveal).status == 200)
        #expect(try set(body).status == 200)
        home.clock.advance(byMicroseconds: 10 * 60_000_000)
        #expect(try page.get("/v1/users/ada").status == 200)
        for reply in [try page.get(reveal), try set(body)] {
          #expect(reply.status == 403 && reply.code == "staff.confirm", "\(reply.body)")
          #expect(reply.field("Set-Cookie") == nil)
        }
        // A look at what would happen needs none.
        #expect(try set(#"{"value": "13", "dry_run": true}"#).status == 200)
        // A token of the same has no need of it.
        #expect(try server.get(reveal, as: token).status == 200)
        let other = try server.token("other", "admin")
        let bad = try page.post("/v1/staff/confirm", #"{"token": "\#(other)"}"#)
        #expect(bad.status == 403 && bad.code == "staff.token" && bad.field("Set-Cookie") == nil, "\(bad.body)")
        let good = try page.post("/v1/staff/confirm", #"{"token": "\#(token)"}"#)
        #expect(good.status == 200 && !good.body.contains("qix_"), "\(good.body)")
        #expect(try page.get(reveal).status == 200)
        #expect(try set(body).status == 200)
      }
    }
  }

  @Test func whoTriesTokensIsSlowed() throws {
    try TestHome.initialised { home in
      try home.done("setting set server.guest-requests-per-minute 1000")
      try RunningServer.with(home) { server in
        let good = try server.token("desk", "support")
        for number in 0..<31 {
          let reply = try Self.signIn(server, "qix_support_x_\(number)")
          #expect(reply.code == (number < 30 ? "staff.token" : "http.too-many-attempts"), "\(number): \(reply.body)")
          #expect(reply.field("Set-Cookie") == nil)
        }
        // A good token is never kept waiting for others' bad ones.
        #expect(try Self.signIn(server, good).status == 200)
      }
    }
  }

  /// Guests sign in as staff where no customers come by themselves, and do nothing else.
  @Test func theDoorForStaffIsNoneForCustomers() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "support")
        for fields in [[], [Self.console, Self.site]] {
          #expect(try server.request("POST", "/v1/sessions/trial", fields).code == "sessions.no-guests")
        }
        #expect(try Self.signIn(server, token).status == 200)
      }
    }
  }
}
