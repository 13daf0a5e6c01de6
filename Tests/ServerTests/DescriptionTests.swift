import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// What the server says of itself.
@Suite struct DescriptionTests {
  @Test func everyReferenceLeadsSomewhere() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let reply = try server.get("/v1/openapi.json")
        #expect(reply.status == 200)
        let description = try JSONValue(parsing: reply.body)
        #expect(description["openapi"] == "3.1.0")
        let schemas = try #require(description["components"]?["schemas"]?.object)
        let text = reply.body
        for piece in text.split(separator: "\"#/components/schemas/").dropFirst() {
          let name = String(piece.prefix { $0 != "\"" })
          #expect(schemas[name] != nil, "\(name)")
        }
        let paths = try #require(description["paths"]?.object)
        #expect(paths.members.count > 150)
        var ids: Set<String> = []
        for path in paths.members {
          for operation in path.value.object?.members ?? [] {
            let id = try #require(operation.value["operationId"]?.string)
            #expect(ids.insert(id).inserted, "\(id)")
          }
        }
        func operation(_ method: String, _ path: String) throws -> JSONValue {
          try #require(paths[path]?[method], "\(method) \(path)")
        }
        // Pictures come as parts of a form, events as a stream, and customers by their cookie, or before they have one.
        let scan = try operation("post", "/v1/shakes/scan")
        #expect(
          scan["requestBody"]?["content"]?["multipart/form-data"]?["schema"]?["properties"]?["image"]?["type"]
            == "string")
        #expect(scan["security"] == [["token": []], ["session": []]])
        let events = try operation("get", "/v1/events")
        #expect(events["responses"]?["200"]?["content"]?["text/event-stream"] != nil)
        #expect(events["parameters"]?.array?.contains { $0["name"] == "Last-Event-ID" } == true)
        #expect(try operation("post", "/v1/sessions/trial")["security"]?.array?.contains([:]) == true)
        // What names a customer is needed of staff alone, which a schema can't say: it is left open, and said in words.
        let shake = try operation("post", "/v1/shakes/tv")
        #expect(
          shake["requestBody"]?["content"]?["application/json"]?["schema"]?["required"]?.array?.contains("user") != true
        )
        #expect(shake["x-given-by-customers"]?.array?.contains("campaign") == true)
        // A batch is lines: JSON that stands in a file of the command line is none.
        for (method, path, isBatch) in [
          ("post", "/v1/coins/issues", true), ("patch", "/v1/users/{user}", false), ("post", "/v1/campaigns", false),
        ] {
          let content = try operation(method, path)["requestBody"]?["content"]
          #expect((content?["text/csv"] != nil) == isBatch, "\(method) \(path)")
        }
        let page = try server.get("/reference")
        #expect(page.status == 200 && page.body.contains("GET /v1/wallets/{user}"))
        // Nothing from elsewhere.
        for word in ["src=", "<script", "@import", "<link", "url("] { #expect(!page.body.contains(word)) }
      }
    }
  }

  /// An example is a request that the interface takes: sent as it stands it may be refused, and is never misunderstood.
  @Test func examplesAreRequests() throws {
    try TestHome.initialised(vault: true) { home in
      try RunningServer.with(home) { server in
        let token = try server.token("desk", "admin")
        let description = try JSONValue(parsing: server.get("/v1/openapi.json").body)
        var sent = 0
        for path in try #require(description["paths"]?.object).members {
          for operation in path.value.object?.members ?? [] {
            var target = path.key
            for parameter in operation.value["parameters"]?.array ?? [] where parameter["in"] == "path" {
              let name = try #require(parameter["name"]?.string)
              target = target.replacing("{\(name)}", with: parameter["example"]?.string ?? "none")
            }
            let json = operation.value["requestBody"]?["content"]?["application/json"]
            for example in json?["examples"]?.object?.members ?? [] {
              let value = try #require(example.value["value"])
              guard let members = json?["schema"]?["properties"]?.object else { continue }
              for member in value.object?.members ?? [] {
                #expect(members[member.key] != nil, "\(path.key) \(member.key)")
              }
              var body = try #require(value.object)
              if members["dry_run"] != nil { body["dry_run"] = true }
              let reply = try server.request(
                operation.key.uppercased(), target, as: token,
                body["idempotency_key"] == nil ? ["Idempotency-Key: e-\(sent)"] : [],
                body: JSONValue.object(body).text())
              sent += 1
              #expect(reply.status < 500, "\(operation.key) \(target): \(reply.body)")
              #expect(!(reply.code ?? "").hasPrefix("http."), "\(operation.key) \(target): \(reply.body)")
            }
          }
        }
        #expect(sent > 120, "\(sent)")
      }
    }
  }

  @Test func figuresAreForStaff() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        #expect(try server.get("/metrics").status == 401)
        #expect(try server.get("/metrics", as: server.token("till", "integrator")).status == 403)
        let auditor = try server.token("auditor", "auditor")
        _ = try server.get("/v1/wallets", as: auditor)
        let reply = try server.get("/metrics", as: auditor)
        #expect(reply.body.contains("qix_http_requests_total{route=\"GET /v1/wallets\",status=\""))
        #expect(try server.get("/readyz").body == "ready\n")
      }
    }
  }

  /// Who was refused stands in the access log like who was not, and nothing of what they sent.
  @Test func theAccessLogNamesWhoAsked() throws {
    try TestHome.initialised { home in
      let (_, ended) = try RunningServer.with(home, ["--access-log", "-"]) { server in
        let token = try server.token("desk", "support")
        #expect(try server.post("/v1/coins/issues", as: token, "{\"to\": \"canary\", \"amount\": 1}").status == 403)
        #expect(try server.get("/v1/wallets/canary?colour=canary", as: token).status == 400)
        #expect(try server.get("/v1/wallets/canary").status == 401)
      }
      let lines = try ended.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      let told = lines.map { "\($0["status"]?.integer ?? 0) \($0["actor"]?.string ?? "-")" }
      #expect(told.contains("403 token:desk") && told.contains("400 token:desk") && told.contains("401 -"), "\(told)")
      #expect(!ended.output.contains("canary"))
    }
  }

  @Test func sitesThatMayReadAnswers() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("setting set server.origins https://shop.example")
      try RunningServer.with(home, ["--access-log", "-"]) { server in
        let token = try server.token("desk", "support")
        let ours = try server.get("/v1/wallets/ada", as: token, ["Origin: https://shop.example"])
        #expect(ours.field("Access-Control-Allow-Origin") == "https://shop.example")
        let other = try server.get("/v1/wallets/ada", as: token, ["Origin: https://evil.example"])
        #expect(other.status == 200 && other.field("Access-Control-Allow-Origin") == nil)
        // A cache may hand no site the answer of another, or of none; of an error as little.
        #expect(ours.head.filter { $0.hasPrefix("Vary:") } == ["Vary: Accept-Encoding, Origin"], "\(ours.head)")
        #expect(other.field("Vary") == "Accept-Encoding, Origin")
        #expect(try server.get("/v1/wallets/ada", as: token).field("Vary") == "Accept-Encoding, Origin")
        for path in ["/v1/wallets/nobody", "/v1/nothing", "/v1/coins/issues"] {
          let problem = try server.get(path, as: token, ["Origin: https://shop.example"])
          #expect(problem.status >= 400 && problem.field("Vary") == "Origin", "\(path): \(problem)")
          #expect(problem.field("Access-Control-Allow-Origin") == "https://shop.example")
        }
        let asked = try server.request("OPTIONS", "/v1/wallets/ada", ["Origin: https://shop.example"])
        #expect(asked.status == 204 && asked.field("Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS")
        #expect(try server.request("OPTIONS", "/v1/wallets/ada").field("Access-Control-Allow-Methods") == nil)
      }
      for origin in [
        "shop.example", "https://*.example", "https://Shop.example", "https://shop.example:443", "https://a@b.example",
        "http://shop.example:80", "https://shop.example/", "https://", "https://:", "https://shop.example:",
      ] {
        let refused = try home.qix(["setting", "set", "server.origins", origin])
        #expect(refused.exitCode == 2, "\(origin)")
        #expect(!origin.contains("*") || refused.errors.contains("is a pattern"), "\(refused.errors)")
      }
      try home.done("setting set server.origins https://my_shop.example:8443,http://[::1]:3000,http://127.0.0.1")
    }
  }

  /// A line for each request, without a value of it.
  @Test func theAccessLogNamesNobody() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada-4711")
      try home.done("setting set sessions.guests open")
      let (user, ended) = try RunningServer.with(home, ["--access-log", "-"]) { server in
        let token = try server.token("desk", "support")
        _ = try server.get("/v1/wallets/ada-4711?limit=3", as: token)
        let trial = try CustomerTests.trial(server)
        #expect(try server.get("/v1/wallets/me", as: trial.token).status == 200)
        return trial.user
      }
      let lines = ended.output.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
      let line = try #require(lines.first { $0["route"] == "GET /v1/wallets/{user}" })
      #expect(line["status"]?.integer == 200 && line["actor"] == "token:desk")
      // No customer is told from another.
      #expect(lines.contains { $0["actor"] == "user" } && lines.contains { $0["actor"] == "guest" })
      #expect(!ended.output.contains(user))
      #expect(!ended.output.contains("4711"))
    }
  }
}
