import QixCatalog
import QixCommands
import QixFormats
import QixHTTP
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// Who may ask for what.
@Suite struct RightsTests {
  @Test func withoutAGoodTokenThereIsNothing() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "support")
        let path = "/v1/wallets/ada"
        #expect(try server.get(path).code == "http.no-token")
        #expect(try server.get(path).field("WWW-Authenticate") == "Bearer")
        for field in [
          "Basic YTpi", "Bearer", "Bearer ", "Bearer x", "Bearer \(token)x", "Bearer \(token.uppercased())",
        ] {
          let reply = try server.get(path, ["Authorization: \(field)"])
          #expect(reply.status == 401, "\(field)")
          #expect(!reply.body.contains(token.suffix(20)))
        }
        #expect(try server.get(path, as: token, ["Authorization: Bearer \(token)"]).status == 401)
        #expect(try server.get(path, as: token).status == 200)
        // A token that was taken back is refused by the next request.
        try home.done("token revoke desk")
        let revoked = try server.get(path, as: token)
        #expect(revoked.status == 401 && revoked.code == "access.token-revoked")
      }
    }
  }

  @Test func whatARoleMayIsWhatTheDeclarationsSay() throws {
    try TestHome.initialised { home in
      let table = try RouteTable(try Qix.program(home: home.path, actor: "tester").tree)
      try RunningServer.with(home) { server in
        for role in Role.ofTokens {
          let token = try server.token("t-\(role)", "\(role)")
          for offer in table.offers {
            // Values that name nothing: what may be run ends at them, or reads an empty home.
            let path = offer.address.path.split(separator: "/").map { $0.hasPrefix("{") ? "none" : String($0) }
            let hasBody = !["GET", "DELETE"].contains(offer.address.method)
            let reply = try server.request(
              offer.address.method, "/" + path.joined(separator: "/"), as: token,
              body: hasBody ? "{\"dry_run\": true}" : nil)
            let isOpen = offer.place.isOpen(to: role)
            #expect(
              (reply.code == "access.role") == !isOpen,
              "\(role) \(offer.address): \(reply.status) \(reply.body.prefix(200))")
            #expect(isOpen || reply.status == 403, "\(role) \(offer.address)")
            #expect(reply.status != 500 || reply.code != "failed", "\(role) \(offer.address): \(reply.body)")
          }
        }
      }
    }
  }

  @Test func scopesAndReadingOnly() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let scoped = try server.token("wallets", "operator", "--scope wallet")
        #expect(try server.get("/v1/wallets/ada", as: scoped).status == 200)
        #expect(try server.get("/v1/users/ada", as: scoped).code == "access.scope")
        let reading = try server.token("reader", "operator", "--access read")
        #expect(
          try server.post("/v1/coins/issues", as: reading, "{\"to\": \"ada\", \"amount\": 5}").code
            == "access.read-only")
      }
    }
  }

  /// Behind a proxy all have one address: who has a good token isn't kept waiting for others' bad ones.
  @Test func badTokensKeepNobodyElseWaiting() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "support")
        for _ in 0..<30 { #expect(try server.get("/v1/wallets/ada", as: "bad").status == 401) }
        #expect(try server.get("/v1/wallets/ada", as: "bad").status == 429)
        #expect(try server.get("/v1/wallets/ada", as: token).status == 200)
      }
    }
  }

  @Test func manyBadTokensHaveToWait() {
    let attempts = Attempts("tokens", most: 30)
    for _ in 0..<30 { #expect(attempts.next("192.0.2.1") == nil) }
    #expect(attempts.next("192.0.2.1").map { (1...60).contains($0) } == true)
    #expect(attempts.next("192.0.2.2") == nil)
    #expect(attempts.fields(of: "192.0.2.2")["RateLimit-Policy"] == "\"tokens\";q=30;w=60")
    #expect(attempts.fields(of: "192.0.2.2")["RateLimit"].map { $0.hasPrefix("\"tokens\";r=29;t=") } == true)
    #expect(attempts.fields(of: "192.0.2.1", wait: 7)["Retry-After"] == "7")
  }
}

/// Secrets come in the body, and from nowhere else.
@Suite struct SecretTests {
  @Test func noDescriptorAndNoFileIsNamed() throws {
    let table = try RouteTable(try Qix.program(home: "/nonexistent", actor: "tester").tree)
    for offer in table.offers {
      for form in offer.place.forms {
        let name = RequestValues.name(of: form)
        #expect(
          !name.hasSuffix("_fd") || RequestValues.form(name, among: offer.place.forms) == nil, "\(offer.place.text)")
        #expect(form.output == nil || RequestValues.form(name, among: offer.place.forms) == nil, "\(offer.place.text)")
      }
    }
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "support")
        let path = "/v1/auth/otps/otp_01h455vb4pex5vsknk084sn02q/verify"
        for body in ["{\"code_fd\": 3}", "{\"code_file\": \"/etc/passwd\"}"] {
          #expect(try server.post(path, as: token, body).code == "http.unknown-parameter", "\(body)")
        }
        #expect(try server.post(path + "?code=123456", as: token, "{}").code == "http.file-by-name")
        // A code that was not sent is not found, which is as far as it comes.
        let reply = try server.post(path, as: token, "{\"code\": \"123456\"}")
        #expect(reply.status == 404, "\(reply.body)")
      }
    }
  }
}
