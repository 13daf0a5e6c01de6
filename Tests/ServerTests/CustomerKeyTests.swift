import QixFormats
import QixTesting
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
        #expect(lines.body.contains("are those of customers"), "\(lines.body)")
        let grants = try server.request(
          "POST", "/v1/coins/issues", as: token, body: "user,amount,key\ndesk,4,\(prefix)\(user):tap-1\n",
          type: "text/csv")
        #expect(grants.body.contains("coins.key-reserved"), "\(grants.body)")
      }
      #expect(try home.count("coins_transfers") == before && home.count("shakes_shakes") == 0)
      #expect(try server.post("/v1/shakes/tv", as: session, "{\"campaign\": \"summer\"}", key: "tap-1").status == 200)
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
