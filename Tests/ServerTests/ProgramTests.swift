import QixCommands
import QixFormats
import QixTerminal
import QixTesting
import Testing

/// What programs of several integrators may know and take of each other's, and what they are told of their own.
@Suite struct ProgramTests {
  private static func with(_ body: (TestHome, RunningServer) throws -> Void) throws {
    try TestHome.initialised { home in
      for user in ["ada", "bo"] { try home.done("user create --external-id \(user)") }
      try home.done("coins issue --to ada --amount 100")
      try RunningServer.with(home) { try body(home, $0) }
    }
  }

  private static let keyed = #"{"user": "ada", "amount": 5, "key": "order-2"}"# + "\n"

  /// Whoever finds out a key and what was asked for under it learns nothing that came of it.
  @Test func aKeyAnswersNobodyElse() throws {
    try Self.with { home, server in
      let (one, two) = (try server.token("one", "integrator"), try server.token("two", "integrator"))
      let body = #"{"from": "ada", "amount": 5}"#
      let first = try server.post("/v1/coins/redeem", as: one, body, key: "order-1")
      let transfer = try #require(first.json["transfer"]?.string, "\(first.body)")
      #expect(try server.post("/v1/coins/redeem", as: one, body, key: "order-1").json["transfer"]?.string == transfer)
      let other = try server.post("/v1/coins/redeem", as: two, body, key: "order-1")
      #expect(other.status == 409 && other.code == "coins.key-conflict", "\(other.body)")
      #expect(!other.body.contains("trf_"))
      // An operator may know.
      let desk = try server.token("desk", "operator")
      #expect(try server.post("/v1/coins/redeem", as: desk, body, key: "order-1").json["transfer"]?.string == transfer)

      func send(_ token: String) throws -> RunningServer.Reply {
        try server.request("POST", "/v1/coins/issues", as: token, body: Self.keyed, type: "application/x-ndjson")
      }
      #expect(try send(one).body.contains("trf_") && send(one).body.contains("replayed"))
      let line = try send(two)
      #expect(line.body.contains("coins.key-conflict") && !line.body.contains("trf_"), "\(line.body)")
      #expect(try home.count("coins_transfers") == 3)
    }
  }

  /// The same of shakes, alone and in batches.
  @Test func aShakesKeyAnswersNobodyElse() throws {
    try CustomerTests.with { home, server in
      try home.done("user create --external-id ada")
      let (one, two) = (try server.token("one", "integrator"), try server.token("two", "integrator"))
      let body = #"{"user": "ada", "campaign": "summer"}"#
      func shake(_ token: String) throws -> RunningServer.Reply {
        try server.post("/v1/shakes/tv", as: token, body, key: "tap-1")
      }
      let first = try shake(one)
      let id = try #require(first.json["shake"]?.string, "\(first.body)")
      #expect(try shake(one).json["shake"]?.string == id)
      let other = try shake(two)
      #expect(other.status == 409 && other.code == "shakes.key-conflict", "\(other.body)")
      #expect(!other.body.contains("shk_") && !other.body.contains("trf_"))
      #expect(try shake(server.token("desk", "operator")).json["shake"]?.string == id)
      func send(_ token: String) throws -> RunningServer.Reply {
        try server.request(
          "POST", "/v1/shakes", as: token,
          body: #"{"user": "ada", "type": "tv", "campaign": "summer", "key": "tap-2"}"# + "\n",
          type: "application/x-ndjson")
      }
      #expect(try send(one).body.contains("shk_") && send(one).body.contains("shk_"))
      let line = try send(two)
      #expect(line.body.contains("shakes.key-conflict") && !line.body.contains("shk_"), "\(line.body)")
    }
  }

  /// The same of entries into a raffle, alone and in files; a dry run counts as the request itself would.
  @Test func anEntrysKeyAnswersNobodyElse() throws {
    try CustomerTests.with(vault: true) { home, server in
      for user in ["ada", "bo"] { try home.done("user create --external-id \(user)") }
      try home.done("raffle create spring --winners 1")
      let (one, two) = (try server.token("one", "integrator"), try server.token("two", "integrator"))
      func enter(_ token: String, _ query: String = "") throws -> RunningServer.Reply {
        try server.post("/v1/raffles/spring/enter\(query)", as: token, #"{"user": "ada"}"#, key: "order-1")
      }
      #expect(try enter(one, "?dry_run=true").json["entered"]?.integer == 1)
      #expect(try enter(one).json["entered"]?.integer == 1)
      home.clock.advance(byMicroseconds: 1)
      for query in ["", "?dry_run=true"] {
        #expect(try enter(one, query).json["entered"]?.integer == 0)
        #expect(try enter(one, query).json["replayed"]?.integer == 1)
        let other = try enter(two, query)
        #expect(other.status == 409 && other.code == "draws.key-conflict", "\(other.body)")
      }
      #expect(try enter(server.token("desk", "operator")).json["replayed"]?.integer == 1)
      // The second line repeats the first, and the file itself.
      let line = #"{"user": "bo", "key": "order-2"}"# + "\n"
      func send(_ token: String) throws -> RunningServer.Reply {
        try server.request(
          "POST", "/v1/raffles/spring/enter", as: token, body: line + line, type: "application/x-ndjson")
      }
      for _ in 0..<2 { #expect(try send(one).status == 200) }
      home.clock.advance(byMicroseconds: 1)
      #expect(try send(two).body.contains("draws.key-conflict"))
      #expect(try home.count("draws_entries") == 2)
    }
  }

  /// Whatever moves coins takes a key over HTTP, and a budget may be made before there are coins for it.
  @Test func aBudgetWithoutCoinsIsMadeUnderAKey() throws {
    try Self.with { home, server in
      let desk = try server.token("desk", "operator")
      func make(_ key: String) throws -> Int {
        try server.post("/v1/budgets", as: desk, #"{"name": "autumn"}"#, key: key).status
      }
      #expect(try make("b-1") == 200 && make("b-1") == 200)
      try home.done("budget fund autumn --amount 5")
      #expect(try make("b-2") == 409)
      #expect(try home.qix("budget create autumn").exitCode == 5)
    }
  }

  /// A hold is of whoever was told its id.
  @Test func anothersHoldIsFoundByNobody() throws {
    try Self.with { _, server in
      let (one, two) = (try server.token("one", "integrator"), try server.token("two", "integrator"))
      let body = #"{"from": "ada", "amount": 5}"#
      let hold = try server.post("/v1/coins/hold", as: one, body, key: "table-7")
      let id = try #require(hold.json["transfer"]?.string, "\(hold.body)")
      for reply in [
        try server.post("/v1/coins/hold", as: two, body, key: "table-7"),
        try server.get("/v1/transfers/table-7", as: two), try server.get("/v1/wallets/ada", as: two),
        try server.get("/v1/wallets/ada/history", as: two), try server.get("/v1/users/ada/events", as: two),
        try server.get("/v1/events", as: two),
      ] { #expect(!reply.body.contains(id), "\(reply.body)") }
    }
  }

  @Test func aLineOfABatchTellsItsOwnKeyOrNone() throws {
    try Self.with { _, server in
      let till = try server.token("till", "integrator")
      let plain = try server.request(
        "POST", "/v1/coins/issues?batch=july", as: till, body: "user,amount\nada,9\n", type: "text/csv")
      #expect(plain.status == 200 && plain.body.contains(#""key":null"#), "\(plain.body)")
      let keyed = try server.request(
        "POST", "/v1/coins/issues", as: till, body: Self.keyed, type: "application/x-ndjson")
      #expect(keyed.body.contains(#""key":"order-2""#), "\(keyed.body)")
    }
  }

  @Test(arguments: [true, false]) func aGrantSaysWhetherItIsAWelcome(isWelcome: Bool) throws {
    try Self.with { _, server in
      let till = try server.token("till", "integrator")
      let body = "{\"to\": \"bo\", \"amount\": 20, \"welcome\": \(isWelcome)}"
      let granted = try server.post("/v1/coins/issues", as: till, body, key: "sign-up-bo")
      let transfer = try #require(granted.json["transfer"]?.string, "\(granted.body)")
      let shown = try server.get("/v1/transfers/\(transfer)", as: till)
      #expect(shown.json["welcome"] == (isWelcome ? true : nil), "\(shown.body)")
    }
  }

  /// A batch and a long body are looked at twice, and are one request.
  @Test(arguments: ["text/csv", "application/json"]) func aBadTokenCountsOnce(type: String) throws {
    try Self.with { _, server in
      let body = "user,amount\n" + String(repeating: "ada,5\n", count: 12_000)
      for _ in 0..<30 {
        let reply = try server.request("POST", "/v1/coins/issues?batch=b", as: "bad", body: body, type: type)
        #expect(reply.status == 401, "\(reply.body)")
      }
      #expect(try server.get("/v1/wallets/ada", as: "bad").status == 429)
    }
  }

  @Test func nothingAtMostIsNoPage() throws {
    try Self.with { _, server in
      let desk = try server.token("desk", "operator")
      for path in ["wallets/ada/history", "rewards", "events", "redemptions", "shakes", "users"] {
        let reply = try server.get("/v1/\(path)?limit=0", as: desk)
        #expect(reply.status == 400 && reply.body.contains("limit: the number must be from 1 to "), "\(reply.body)")
      }
    }
  }

  /// Before a stream begins its errors are those of every address.
  @Test func errorsOfAStreamAreProblems() throws {
    try Self.with { _, server in
      let (desk, till) = (try server.token("desk", "support"), try server.token("till", "integrator"))
      for (path, token, status) in [
        ("/v1/events", nil, 401), ("/v1/events", "bad", 401), ("/v1/events", till, 403), ("/v1/nothing", desk, 404),
        ("/v1/events?limit=3", desk, 400), ("/v1/events?type=none", desk, 400), ("/v1/events?after=x", desk, 400),
        ("/v1/users/none/events", desk, 404),
      ] as [(String, String?, Int)] {
        let reply = try server.get(path, as: token, ["Accept: text/event-stream"])
        #expect(reply.status == status && reply.json["status"]?.integer == Int64(status), "\(path): \(reply.body)")
        #expect(reply.field("Content-Type") == "application/problem+json", "\(path)")
      }
    }
  }
}
