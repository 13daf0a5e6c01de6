import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Titles and texts of the brand's own, in the language of the user who reads them.
@Suite(.serialized) struct TextsTests {
  private static func named(_ title: String, _ text: String? = nil) -> String {
    var words: JSONObject = ["title": .string(title)]
    words["text"] = text.map(JSONValue.string)
    return JSONValue.object(["it": .object(words)]).text()
  }

  /// A campaign, a reward, a tier and a badge with Italian texts.
  private static func write(_ home: TestHome) throws {
    try home.done(words: ["campaign", "rules", "summer", "--texts", named("Estate")])
    // The newest of the catalogue, in which the first comes first.
    home.clock.advance(byMicroseconds: 1_000_000)
    try home.done(words: [
      "reward", "create", "cup", "--brand", "Acme", "--title", "Cup", "--text", "Of tin.", "--texts",
      named("Tazza", "Di latta."), "--delivery", "donation:Trees", "--price", "5",
    ])
    try home.done("reward publish cup")
    try home.done(words: [
      "tier", "create", "first", "--from", "1", "--title", "First", "--benefits", "A seat", "--texts",
      named("Prima", "Un posto"),
    ])
    try home.done(words: ["badge", "create", "once", "--shakes", "1", "--title", "Once", "--texts", named("Una volta")])
  }

  /// What a customer is told at each place where a title stands, in the order of `titles`.
  private static func told(
    _ server: RunningServer, as token: String, _ language: String
  ) throws -> [String: String] {
    func get(_ path: String) throws -> JSONValue {
      let reply = try server.get(path, as: token, ["Accept-Language: \(language)"])
      #expect(reply.status == 200 && reply.field("Vary")?.contains("Accept-Language") == true, "\(path)")
      return reply.json
    }
    func first(_ path: String, _ list: String, _ key: String = "title") throws -> String? {
      try get(path)[list]?.array?.first?[key]?.string
    }
    return [
      "campaigns": try first("/v1/campaigns", "campaigns"),
      "campaign": try get("/v1/campaigns/summer")["title"]?.string,
      "here": try get("/v1/shakes/here")["title"]?.string,
      "link": try get("/v1/links?link=campaign/summer")["title"]?.string,
      "rewards": try first("/v1/rewards?limit=1", "rewards"),
      "reward": try get("/v1/rewards/cup")["title"]?.string,
      "text": try get("/v1/rewards/cup")["text"]?.string,
      "redemptions": try first("/v1/redemptions", "redemptions"),
      "tiers": try first("/v1/tiers", "tiers"),
      "benefits": try first("/v1/tiers", "tiers", "benefits"),
      "tier": try get("/v1/tiers/me/of")["title"]?.string,
      "badges": try first("/v1/badges", "badges"),
      "badge": try first("/v1/badges/me/of", "badges"),
      "movements": try get("/v1/wallets/me")["movements"]?.array?.compactMap { $0["purpose"]?.string }
        .joined(separator: ", "),
    ].compactMapValues(\.self)
  }

  @Test func aUserReadsTheirLanguageWhereverATitleStands() throws {
    try CustomerTests.with { home, server in
      try Self.write(home)
      let (token, _) = try CustomerTests.trial(server)
      let shake = try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"summer\"}", key: "k-1")
      #expect(shake.status == 200, "\(shake.body)")
      #expect(try server.post("/v1/rewards/cup/redemptions", as: token, "{}", key: "k-2").status == 200)
      let italian = try Self.told(server, as: token, "it-CH, en;q=0.5")
      #expect(
        italian == [
          "campaigns": "Estate", "campaign": "Estate", "here": "Estate", "link": "Estate", "rewards": "Tazza",
          "reward": "Tazza", "text": "Di latta.", "redemptions": "Tazza", "tiers": "Prima", "benefits": "Un posto",
          "tier": "Prima", "badges": "Una volta", "badge": "Una volta", "movements": "Tazza, Estate",
        ])
      // Who reads another language reads what all others do, as do staff.
      let catalan = try Self.told(server, as: token, "ca")
      #expect(
        catalan == [
          "campaigns": "Summer", "campaign": "Summer", "here": "Summer", "link": "Summer", "rewards": "Cup",
          "reward": "Cup", "text": "Of tin.", "redemptions": "Cup", "tiers": "First", "benefits": "A seat",
          "tier": "First", "badges": "Once", "badge": "Once", "movements": "Cup, Summer",
        ])
      let desk = try server.token("desk", "support")
      let staff = try server.get("/v1/campaigns/summer", as: desk, ["Accept-Language: it"]).json
      #expect(staff["title"] == "Summer" && staff["texts"] == [["language": "it", "title": "Estate", "text": nil]])
    }
  }

  /// An option has the same reader as a file, and names the place in what was written.
  @Test(arguments: [
    ("{", "texts"), ("{}", "no language"), ("{\"de\": {\"title\": \"Sommer\"}}", "de"),
    ("{\"it\": {\"text\": \"x\"}}", "/it/title"), ("{\"it\": {\"title\": \" \"}}", "/it/title"),
  ])
  func whatIsWrongIsNamed(texts: String, part: String) throws {
    try TestHome.initialised { home in
      for command in ["campaign rules summer", "tier create gold --from 9", "badge create once --shakes 1"] {
        let words = command.split(separator: " ").map(String.init) + ["--texts", texts]
        let outcome = try home.qix(words)
        #expect(outcome.exitCode == (command.hasPrefix("campaign") ? 3 : 2), "\(command): \(outcome.errors)")
        if outcome.exitCode == 2 { #expect(outcome.errors.contains(part), "\(command): \(outcome.errors)") }
      }
    }
  }

  @Test func anOperatorTakesThemAway() throws {
    try TestHome.initialised { home in
      try home.done(words: ["tier", "create", "gold", "--from", "9", "--texts", Self.named("Oro")])
      #expect(try home.done("tier list --json").contains("Oro"))
      try home.done("tier set gold --texts none")
      #expect(try !home.done("tier list --json").contains("Oro"))
    }
  }
}

extension TestHome {
  @discardableResult
  fileprivate func done(words: [String]) throws -> String {
    let outcome = try qix(words)
    try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    return outcome.output
  }
}
