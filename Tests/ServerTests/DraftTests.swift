import QixFormats
import QixKernel
import QixTesting
import Testing

/// What isn't announced yet is for customers as if it weren't there, and nothing of theirs is kept with it.
@Suite struct DraftTests {
  /// Two answers that tell nothing but the name that was asked for.
  private func expectAlike(
    _ one: RunningServer.Reply, _ other: RunningServer.Reply, _ names: (String, String),
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(one.status == 404 && other.status == 404, "\(one.body)", sourceLocation: location)
    #expect(
      one.body.replacing(names.0, with: "X") == other.body.replacing(names.1, with: "X"), sourceLocation: location)
  }

  @Test func aCampaignIsNone() throws {
    try CustomerTests.with { home, server in
      let (token, _) = try CustomerTests.trial(server)
      let id = try #require(JSONValue(parsing: home.done("campaign show autumn --json"))["id"]?.string)
      for name in ["autumn", id] {
        expectAlike(
          try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"\(name)\"}"),
          try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"winter\"}"), (name, "winter"))
        expectAlike(
          try server.post("/v1/shakes", as: token, "{\"campaign\": \"\(name)\"}"),
          try server.post("/v1/shakes", as: token, "{\"campaign\": \"winter\"}"), (name, "winter"))
        // Nor which shakes it takes.
        expectAlike(
          try server.post("/v1/shakes/scan", as: token, "{\"campaign\": \"\(name)\", \"code\": \"4006381333931\"}"),
          try server.post("/v1/shakes/scan", as: token, "{\"campaign\": \"winter\", \"code\": \"4006381333931\"}"),
          (name, "winter"))
      }
      for name in ["autumn", id] {
        expectAlike(
          try server.get("/v1/shakes?campaign=\(name)", as: token),
          try server.get("/v1/shakes?campaign=winter", as: token), (name, "winter"))
      }
      #expect(try server.get("/v1/shakes?campaign=summer", as: token).status == 200)
      #expect(try JSONValue(parsing: home.done("shake list --json"))["shakes"]?.array?.isEmpty == true)
      // Operators try it, and are told that nobody has started it.
      let operators = try server.post(
        "/v1/shakes/tv", as: server.token("boss", "operator"), "{\"campaign\": \"autumn\", \"user\": \"me-1\"}")
      #expect(operators.code == "identity.user-not-found", "\(operators.body)")
      try home.done("campaign start autumn")
      #expect(try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"autumn\"}").status != 404)
    }
  }

  /// What is another's is as if it weren't there, too.
  @Test func whatIsAnothersIsNone() throws {
    try CustomerTests.with(vault: true) { home, server in
      let outbox = Outbox(home)
      try outbox.useFile()
      let ((one, _), (other, _)) = (try CustomerTests.trial(server), try CustomerTests.trial(server))
      let won = try server.post("/v1/shakes/tv", as: one, "{\"campaign\": \"summer\"}")
      let shake = try #require(won.json["shake"]?.string, "\(won.body)")
      let unknown = "shk_01h455vb4pex5vsknk084sn02q"
      expectAlike(
        try server.get("/v1/shakes?before=\(shake)", as: other),
        try server.get("/v1/shakes?before=\(unknown)", as: other), (shake, unknown))
      #expect(try server.get("/v1/shakes?before=\(shake)", as: one).status == 200)
      // A code by which another proves a number.
      let asked = try server.request("POST", "/v1/auth/otps/request", as: one, body: "{\"phone\": \"+491701234567\"}")
      let request = try #require(asked.json["request"]?.string, "\(asked.body)")
      #expect(asked.json["sender"] == nil, "\(asked.body)")
      let missing = "otp_01h455vb4pex5vsknk084sn02q"
      for (token, step) in [(other, "sign-in"), (other, "verify"), (nil, "sign-in")] as [(String?, String)] {
        func answer(_ request: String) throws -> RunningServer.Reply {
          try server.request("POST", "/v1/auth/otps/\(request)/\(step)", as: token, body: "{\"code\": \"123456\"}")
        }
        expectAlike(try answer(request), try answer(missing), (request, missing))
      }
      let own = try server.request(
        "POST", "/v1/auth/otps/\(request)/sign-in", as: one, body: "{\"code\": \"\(try outbox.lastCode())\"}")
      #expect(own.code == "identity.code-not-for-signing-in", "\(own.body)")
    }
  }

  @Test func aRewardIsNone() throws {
    try CustomerTests.with { home, server in
      let (token, _) = try CustomerTests.trial(server)
      expectAlike(
        try server.post("/v1/rewards/plate/redemptions", as: token, "{}"),
        try server.post("/v1/rewards/cup/redemptions", as: token, "{}"), ("plate", "cup"))
      expectAlike(
        try server.get("/v1/redemptions?reward=plate", as: token),
        try server.get("/v1/redemptions?reward=cup", as: token), ("plate", "cup"))
      // Of what was taken from sale a customer still finds their own.
      try home.done("reward retire mug --confirm mug")
      #expect(try server.get("/v1/redemptions?reward=mug", as: token).status == 200)
      #expect(try server.post("/v1/rewards/mug/redemptions", as: token, "{}").status == 422)
      let shop = try server.token("shop", "integrator")
      let user = try #require(CustomerTests.trial(server).user as String?)
      #expect(
        try server.post("/v1/rewards/plate/redemptions", as: shop, "{\"user\": \"\(user)\"}").code
          == "rewards.not-published")
    }
  }

  @Test func aBadgeOfItIsNone() throws {
    try CustomerTests.with { home, server in
      let (token, user) = try CustomerTests.trial(server)
      try home.done("badge create early --wins 1 --campaign autumn --title Autumn")
      try home.done("badge create sunny --wins 1 --campaign summer --title Sunny")
      func badges(_ path: String, _ token: String) throws -> [String?] {
        try server.get(path, as: token).json["badges"]?.array?.map { $0["badge"]?.string } ?? []
      }
      #expect(try badges("/v1/badges/me/of", token) == ["sunny"])
      #expect(try Set(badges("/v1/badges/\(user)/of", server.token("desk", "support"))) == ["early", "sunny"])
      try home.done("campaign start autumn")
      #expect(try Set(badges("/v1/badges/me/of", token)) == ["early", "sunny"])
    }
  }
}
