import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

/// What a program does on its first day: looks into a wallet, grants, and meets its own mistakes.
@Suite struct FirstRequestsTests {
  @Test func theAnswerIsTheCommandLines() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 500")
      let (_, ended) = try RunningServer.with(home) { server in
        let token = try server.token("desk", "support")
        let reply = try server.get("/v1/wallets/ada?limit=1", as: token)
        #expect(reply.status == 200 && reply.field("Content-Type") == "application/json")
        #expect(reply.body == (try home.done("wallet show ada --limit 1 --json")))
        // HEAD has the head alone.
        let head = try server.request("HEAD", "/v1/wallets/ada?limit=1", as: token)
        #expect(head.status == 200 && head.body.isEmpty && head.field("ETag") == reply.field("ETag"))
        // What the client has already isn't sent again.
        let tag = try #require(reply.field("ETag"))
        let again = try server.get("/v1/wallets/ada?limit=1", as: token, ["If-None-Match: \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty)
        try home.done("coins issue --to ada --amount 1")
        let changed = try server.get("/v1/wallets/ada?limit=1", as: token, ["If-None-Match: \(tag)"])
        #expect(changed.status == 200 && changed.json["balance"]?.integer == 501)
      }
      #expect(ended.exitCode == 0, "\(ended.errors)")
    }
  }

  @Test func aKeyIsDoneOnce() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("till", "integrator")
        let grant = "{\"to\": \"ada\", \"amount\": 25, \"from\": \"issuer\"}"
        let first = try server.post("/v1/coins/issues", as: token, grant, key: "k-1")
        #expect(first.status == 200 && first.json["replayed"] == false)
        let second = try server.post("/v1/coins/issues", as: token, grant, key: "k-1")
        #expect(second.json["transfer"] == first.json["transfer"] && second.json["replayed"] == true)
        let other = try server.post(
          "/v1/coins/issues", as: token, "{\"to\": \"ada\", \"amount\": 26}", key: "k-1")
        #expect(other.status == 409 && other.code == "coins.key-conflict")
        let dry = try server.post("/v1/coins/issues?dry_run=true", as: token, grant)
        #expect(dry.json["dry_run"] == true)
        #expect(try server.get("/v1/wallets/ada", as: token).json["balance"]?.integer == 25)
      }
    }
  }

  /// What moves something and got no answer is sent again: without a key that would move it twice.
  @Test func whatMovesNeedsAKey() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("till", "integrator")
        let grant = "{\"to\": \"ada\", \"amount\": 25}"
        let without = try server.request("POST", "/v1/coins/issues", as: token, body: grant)
        #expect(without.status == 400 && without.code == "http.key-missing")
        let dry = try server.request("POST", "/v1/coins/issues?dry_run=true", as: token, body: grant)
        #expect(dry.status == 200)
        let within = "{\"to\": \"ada\", \"amount\": 25, \"idempotency_key\": \"k\"}"
        #expect(try server.request("POST", "/v1/coins/issues", as: token, body: within).status == 200)
        #expect(try home.count("coins_transfers") == 1)
      }
    }
  }

  /// Commands without a key of their own are done once as well, and answered as before.
  @Test func everyChangeIsDoneOnceUnderAKey() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let (till, other) = (try server.token("till", "integrator"), try server.token("other", "integrator"))
        let ada = "{\"external_id\": \"ada\"}"
        let first = try server.post("/v1/users", as: till, ada, key: "sign-up-1")
        #expect(first.status == 200, "\(first.body)")
        let again = try server.post("/v1/users", as: till, ada, key: "sign-up-1")
        #expect(again.body == first.body && again.field("Idempotency-Replayed") == "true")
        let changed = try server.post("/v1/users", as: till, "{\"external_id\": \"ben\"}", key: "sign-up-1")
        #expect(changed.status == 409 && changed.code == "http.key-conflict")
        // Another token's keys are its own.
        #expect(try server.post("/v1/users", as: other, "{\"external_id\": \"ben\"}", key: "sign-up-1").status == 200)
        // What was refused may be mended under the same key.
        #expect(try server.post("/v1/users", as: till, ada, key: "sign-up-2").status == 409)
        #expect(try server.post("/v1/users", as: till, "{\"external_id\": \"cem\"}", key: "sign-up-2").status == 200)
        #expect(try home.count("identity_users") == 3)
        #expect(try server.post("/v1/users", as: till, ada, key: String(repeating: "k", count: 129)).code == "http.key")
        // Many at once: one of them does it.
        let statuses = Mutex<[Int]>([])
        let done = Semaphore()
        for _ in 0..<8 {
          DetachedThread {
            let reply = try? server.post("/v1/users", as: till, "{\"external_id\": \"dora\"}", key: "sign-up-3")
            statuses.withLock { $0.append(reply?.status ?? 0) }
            done.post()
          }.start()
        }
        for _ in 0..<8 { done.wait() }
        #expect(statuses.withLock { $0 }.allSatisfy { [200, 409].contains($0) })
        #expect(try home.count("identity_users") == 4)
        // After a day the keys are free again.
        home.clock.advance(byMicroseconds: 25 * 3_600 * 1_000_000)
        _ = try server.post("/v1/users", as: till, "{\"external_id\": \"eve\"}", key: "sign-up-4")
        #expect(try home.count("server_requests") == 1)
      }
    }
  }

  /// The same code and sentence as on the command line, and the status of its category.
  @Test func refusalsAreTheCommandLines() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try RunningServer.with(home) { server in
        let token = try server.token("till", "integrator")
        let spent = try server.post("/v1/coins/redeem", as: token, "{\"from\": \"ada\", \"amount\": 5}")
        #expect(spent.status == 422 && spent.code == "coins.insufficient")
        #expect(spent.field("Content-Type") == "application/problem+json")
        #expect(try server.get("/v1/wallets/bob", as: token).status == 404)
        #expect(try server.get("/v1/nothing", as: token).code == "http.not-found")
        let method = try server.request("PUT", "/v1/wallets/ada", as: token)
        #expect(method.status == 405 && method.field("Allow") == "GET, HEAD, OPTIONS")
        let wrong: [(String, String)] = [
          ("{\"to\": \"ada\", \"amount\": \"five\"}", "usage"),
          ("{\"to\": \"ada\", \"amonut\": 5}", "http.unknown-parameter"),
          ("{\"to\": \"ada\"}", "usage"), ("[1]", "http.json"), ("{", "http.json"),
          ("{\"file\": \"/etc/passwd\"}", "http.file-by-name"), ("{\"to\": {\"a\": 1}, \"amount\": 5}", "http.value"),
          ("{\"to\": \"ada\", \"amount\": 5, \"dry_run\": 0}", "http.value"),
          ("{\"results\": \"/tmp/x\", \"to\": \"ada\", \"amount\": 5}", "http.unknown-parameter"),
        ]
        for (body, code) in wrong {
          let reply = try server.post("/v1/coins/issues", as: token, body)
          #expect(reply.status == 400 && reply.code == code, "\(body): \(reply.body)")
        }
        let type = try server.request("POST", "/v1/coins/issues", as: token, body: "a=b", type: "text/plain")
        #expect(type.status == 415)
        #expect(try home.count("coins_transfers") == 0)
      }
    }
  }

  /// A flag that may take a word takes it in a query too.
  @Test func aBatchMakesUsersByTheirExactNames() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let token = try server.token("ops", "operator")
        func send(_ value: String) throws -> (status: Int, body: String) {
          let reply = try server.request(
            "POST", "/v1/coins/issues?create_users=\(value)&batch=july", as: token, body: "user,amount\nAda,5\nada,6\n",
            type: "text/csv")
          return (Int(reply.status), reply.body)
        }
        let unknown = try send("some")
        #expect(unknown.status == 400 && unknown.body.contains("is true, false or exact"), "\(unknown)")
        #expect(try send("true").body.contains("identity.external-id-case"))
        #expect(try home.count("identity_users") == 0)
        #expect(try send("exact").status == 200)
        #expect(try home.count("coins_transfers") == 2)
      }
    }
  }

  /// Lines of any number are answered line by line, under the rights and keys of a batch.
  @Test func aBatchIsAnsweredLineByLine() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let token = try server.token("ops", "operator")
        let lines = "user,amount\n" + (0..<3_000).map { "u\($0),\($0 % 7 + 1)\n" }.joined()
        let path = "/v1/coins/issues?create_users=true&batch=july"
        let reply = try server.request("POST", path, as: token, body: lines, type: "text/csv")
        #expect(reply.status == 200 && reply.field("Content-Type") == "application/x-ndjson", "\(reply.body)")
        let answers = reply.body.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
        #expect(answers.count >= 3_000)
        #expect(try home.count("coins_transfers") == 3_000)
        // The same lines again do nothing.
        let again = try server.request("POST", path, as: token, body: lines, type: "text/csv")
        #expect(again.status == 200)
        #expect(try home.count("coins_transfers") == 3_000)
        // A line that can't be done is answered among the others, and why, however few they are.
        let some = try server.request(
          "POST", "/v1/coins/issues?batch=may&keep_going=true", as: token, body: "user,amount\nu1,5\nghost,5\nu2,5\n",
          type: "text/csv")
        let told = some.body.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
        #expect(some.status == 200 && told.count == 4, "\(some.body)")
        #expect(told.last?["problem"]?["code"]?.string == "coins.lines-refused", "\(some.body)")
        let faulty = try server.request(
          "POST", "/v1/coins/issues?batch=august", as: token, body: "user,amount\nu1,5\nu2,-5\n", type: "text/csv")
        // What can't be known again by a key or by the batch's name isn't done, and says how it could be.
        for (query, body) in [
          ("", "user,amount\nu1,5\n"), ("?keep_going=true", "user,amount,key\nu1,5,\nghost,1,k\n"),
        ] {
          let unnamed = try server.request("POST", "/v1/coins/issues\(query)", as: token, body: body, type: "text/csv")
          #expect(unnamed.body.contains("batch.unnamed"), "\(unnamed.body)")
          #expect(unnamed.status == (query.isEmpty ? 400 : 200) && unnamed.body.contains("the body, line 2"))
          #expect(!unnamed.body.contains("standard input") && !unnamed.body.contains("rejects"), "\(unnamed.body)")
        }
        let shake = try server.request(
          "POST", "/v1/shakes", as: token, body: #"{"user": "u1", "type": "tv", "campaign": "none"}"# + "\n",
          type: "application/x-ndjson")
        #expect(shake.status == 400 && shake.code == "batch.unnamed", "\(shake.body)")
        #expect(faulty.status == 400 && faulty.json["detail"]?.string?.contains("line 3") == true, "\(faulty.body)")
        #expect(try home.count("coins_transfers") == 3_002)
      }
    }
  }
}
