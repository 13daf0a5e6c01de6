import Foundation
import QixFormats
import QixTesting
import Testing

/// Tokens that are made over HTTP: for admins without a shell.
@Suite struct TokenRequestTests {
  private static func with(_ body: (RunningServer, _ admin: String) throws -> Void) throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in try body(server, server.token("root", "admin")) }
    }
  }

  @Test func secretIsAnsweredOnceAndKeptNowhere() throws {
    try Self.with { server, admin in
      let body = #"{"name":"till-9","role":"integrator","most":50,"from":"budget:till"}"#
      let made = try server.post("/v1/tokens", as: admin, body, key: "k1")
      let secret = try #require(made.json["secret"]?.string)
      #expect(made.status == 200 && made.json["file"] == .null && made.json["role"]?.string == "integrator")
      #expect(made.field("Cache-Control")?.contains("no-store") ?? false)
      #expect(try server.get("/v1/routes", as: secret).status == 200)
      // The same request again doesn't make another, and no copy of the secret was kept to answer with.
      let again = try server.post("/v1/tokens", as: admin, body, key: "k1")
      #expect(again.status == 409 && again.code == "http.answer-lost" && !again.body.contains("qix_integrator"))
      for name in try FileManager.default.subpathsOfDirectory(atPath: server.home.path) {
        let content = FileManager.default.contents(atPath: "\(server.home.path)/\(name)") ?? Data()
        #expect(content.firstRange(of: Data(secret.utf8)) == nil, "\(name) holds the secret")
      }
      let list = try server.get("/v1/tokens", as: admin)
      #expect(list.json["tokens"]?.array?.count == 2 && !list.body.contains(secret))
      // Its secret can be exchanged, and the old one has ended.
      let rotated = try server.post("/v1/tokens/till-9/rotate", as: admin, "{}")
      #expect(rotated.json["secret"]?.string != secret && rotated.json["secret"]?.string != nil)
      #expect(try server.get("/v1/routes", as: secret).status == 401)
    }
  }

  /// A dry run says what would be made, and makes nothing.
  @Test func dryRunMakesNothing() throws {
    try Self.with { server, admin in
      let reply = try server.post("/v1/tokens", as: admin, #"{"name":"desk","role":"support","dry_run":true}"#)
      #expect(reply.status == 200 && reply.json["secret"] == nil)
      #expect(try server.get("/v1/tokens", as: admin).json["tokens"]?.array?.count == 1)
    }
  }

  @Test(arguments: ["operator", "integrator", "support", "auditor"])
  func onlyAdminsMayMakeThem(role: String) throws {
    try Self.with { server, _ in
      let reply = try server.post("/v1/tokens", as: server.token("who", role), #"{"name":"x","role":"admin"}"#)
      #expect(reply.status == 403 && reply.code == "access.role")
    }
  }
}

/// What forms of pages are made of.
@Suite struct CommandFormsTests {
  @Test func everyCommandIsThereWithWhatItTakes() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let reply = try server.get("/v1/commands.json")
        let all = try #require(reply.json["commands"]?.array)
        func command(_ words: String) -> JSONValue { all.first { $0["command"]?.string == words } ?? .null }
        let issue = command("coins issue")
        #expect(issue["method"]?.string == "POST" && issue["effect"]?.string == "changes")
        let parameters = try #require(issue["parameters"]?.array)
        func parameter(_ name: String) -> JSONValue { parameters.first { $0["name"]?.string == name } ?? .null }
        #expect(parameter("to")["label"]?.string == "--to" && parameter("to")["in"]?.string == "body")
        #expect(parameter("dry_run")["purpose"]?.string == "dry-run" && parameter("dry_run")["kind"]?.string == "flag")
        #expect(parameter("idempotency_key")["purpose"]?.string == "key")
        #expect(parameter("file")["kind"]?.string == "lines")
        #expect(parameter("format")["choices"]?.array?.count == 2)
        #expect(command("wallet show")["parameters"]?.array?.first?["in"]?.string == "path")
        #expect(command("vault get")["path"] == nil && command("vault get")["reason"]?.string != nil)
        // Every route is there once, and no parameter is told that requests can't give.
        let routes = try #require(server.get("/v1/routes", as: server.token("a", "auditor")).json["routes"]?.array)
        #expect(all.count == routes.count)
        #expect(!reply.body.contains("_fd\"") && !reply.body.contains("\"output\""))
      }
    }
  }
}
