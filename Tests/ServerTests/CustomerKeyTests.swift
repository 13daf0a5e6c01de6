import Dispatch
import QixFormats
import QixTesting
import Synchronization
import Testing

/// Customers' idempotency keys: their own, one to a request.
@Suite struct CustomerKeyTests {
  /// A program may send what it likes in a batch: a customer's next key is not its own to take.
  @Test func aBatchTakesNoKeyOfACustomers() throws {
    try CustomerTests.with { home, server in
      let (session, user) = try CustomerTests.trial(server)
      let token = try server.token("shop", "integrator")
      try home.done("user create --external-id desk")
      let before = try home.count("coins_transfers")
      for prefix in ["me:", "ME:"] {
        let lines = try server.request(
          "POST", "/v1/shakes", as: token,
          body:
            "{\"user\": \"desk\", \"type\": \"tv\", \"campaign\": \"summer\", \"key\": \"\(prefix)\(user):tap-1\"}\n",
          type: "application/x-ndjson")
        #expect(lines.body.contains("are reserved for customers"), "\(lines.body)")
        let grants = try server.request(
          "POST", "/v1/coins/issues", as: token, body: "user,amount,key\ndesk,4,\(prefix)\(user):tap-1\n",
          type: "text/csv")
        #expect(grants.body.contains("coins.key-reserved"), "\(grants.body)")
      }
      #expect(try home.count("coins_transfers") == before && home.count("shakes_shakes") == 0)
      #expect(try server.post("/v1/shakes/tv", as: session, "{\"campaign\": \"summer\"}", key: "tap-1").status == 200)
    }
  }

  /// The same request many times at once is done once: the others hear that it is being done, or what came of it.
  @Test func theSameRequestAtOnceIsDoneOnce() throws {
    try CustomerTests.with { home, server in
      let (session, _) = try CustomerTests.trial(server)
      let told = Mutex<[String: Int]>([:])
      for round in 0..<6 {
        DispatchQueue.concurrentPerform(iterations: 12) { _ in
          let reply = try? server.request(
            "PATCH", "/v1/users/me", as: session, ["Idempotency-Key: once-\(round)"],
            body: "{\"username\": \"ada-\(round)\"}")
          told.withLock {
            $0[reply.map { $0.status == 200 ? "200" : $0.code ?? "\($0.status)" } ?? "none", default: 0] += 1
          }
        }
      }
      let counts = told.withLock(\.self)
      #expect(counts["200"] ?? 0 >= 6 && Set(counts.keys).isSubset(of: ["200", "http.key-busy"]), "\(counts)")
    }
  }

  /// A refusal is an answer, and has used its key: who mends the evidence is told what to do.
  @Test func mendedEvidenceTakesANewKey() throws {
    try CustomerTests.with { home, server in
      let (session, _) = try CustomerTests.trial(server)
      let refused = try server.post(
        "/v1/shakes", as: session, #"{"type": "tv", "campaign": "summer", "evidence": {"x": 1}}"#, key: "tap-1")
      #expect(refused.status == 200 && refused.body.contains("shakes.evidence-unknown"), "\(refused.body)")
      let mended = #"{"type": "tv", "campaign": "summer"}"#
      let conflict = try server.post("/v1/shakes", as: session, mended, key: "tap-1")
      #expect(conflict.status == 409 && conflict.code == "shakes.key-conflict", "\(conflict.body)")
      #expect(conflict.json["detail"]?.string?.contains("with a new key") == true, "\(conflict.body)")
      #expect(try server.post("/v1/shakes", as: session, mended, key: "tap-2").json["coins"]?.integer == 20)
    }
  }

  /// Two keys are no third one, and strangers have none of each other's.
  @Test func aRequestHasOneKey() throws {
    try CustomerTests.with { home, server in
      let (session, _) = try CustomerTests.trial(server)
      let two = try server.request(
        "POST", "/v1/shakes/tv", as: session, ["Idempotency-Key: aa", "Idempotency-Key: bb"],
        body: "{\"campaign\": \"summer\"}")
      #expect(two.status == 400 && two.code == "http.given-twice", "\(two.body)")
      #expect(try home.count("shakes_shakes") == 0)
    }
  }

  /// What says two things at once, or can't be read as it came, does nothing.
  @Test func whatIsSaidTwiceIsRefused() throws {
    try CustomerTests.with { home, server in
      let (session, _) = try CustomerTests.trial(server)
      func shake(_ query: String, _ fields: [String], _ body: String) throws -> RunningServer.Reply {
        try server.request("POST", "/v1/shakes/tv\(query)", as: session, fields + ["Idempotency-Key: k"], body: body)
      }
      let body = "{\"campaign\": \"summer\"}"
      let both = try shake("?channel=Uno&channel=Due", [], body)
      #expect(both.status == 400 && both.code == "http.given-twice", "\(both.body)")
      let apart = try shake("?campaign=summer", [], body)
      #expect(apart.status == 400 && apart.code == "http.given-twice", "\(apart.body)")
      let packed = try shake("", ["Content-Encoding: gzip"], body)
      #expect(packed.status == 415 && packed.code == "http.content-encoding", "\(packed.body)")
      #expect(packed.field("Accept-Encoding") == "identity")
      #expect(try home.count("shakes_shakes") == 0)
      #expect(try shake("", ["Content-Encoding: identity"], body).status == 200)
    }
  }

  /// A renewal is an exchange: of five at once one brings a session.
  @Test func aSessionIsRenewedOnce() throws {
    try CustomerTests.with { home, server in
      let (session, user) = try CustomerTests.trial(server)
      let replies = Mutex<[RunningServer.Reply]>([])
      DispatchQueue.concurrentPerform(iterations: 5) { _ in
        guard let reply = try? server.request("POST", "/v1/sessions/renew", as: session, body: "{}") else { return }
        replies.withLock { $0.append(reply) }
      }
      let all = replies.withLock { $0 }
      #expect(all.count == 5 && all.count { $0.status == 200 } == 1, "\(all.map(\.status))")
      #expect(all.allSatisfy { $0.status == 200 || $0.status == 401 })
      #expect(try home.done("session list --user \(user) --quiet").split(separator: "\n").count == 1)
      let next = try #require(all.first { $0.status == 200 }?.json["token"]?.string)
      #expect(try server.get("/v1/wallets/me", as: next).status == 200)
    }
  }

  /// Whoever has no session is told apart by the address: one stranger's simple key keeps no other from signing in.
  @Test func strangersHaveKeysOfTheirOwnAddress() throws {
    try TestHome.initialised(vault: true) { home in
      try Outbox(home).useFile()
      try home.done("setting set sessions.guests open")
      try home.done("setting set server.proxies unix")
      try RunningServer.with(home) { server in
        func ask(_ address: String, _ phone: String) throws -> RunningServer.Reply {
          try server.request(
            "POST", "/v1/auth/otps/request", ["Idempotency-Key: 1", "X-Forwarded-For: \(address)"],
            body: "{\"phone\": \"\(phone)\"}")
        }
        let first = try ask("192.0.2.1", "+491701234567")
        #expect(first.status == 200, "\(first.body)")
        let same = try ask("192.0.2.1", "+491701234567")
        #expect(same.field("Idempotency-Replayed") == "true" && same.body == first.body)
        let other = try ask("192.0.2.2", "+491701234568")
        #expect(other.status == 200 && other.field("Idempotency-Replayed") == nil, "\(other.body)")
      }
    }
  }
}
