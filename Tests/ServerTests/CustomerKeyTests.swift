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
}
