import QixFormats
import QixKernel
import QixTesting
import Testing

/// A shake that doesn't count is one answer, by whichever address it is sent.
@Suite struct RefusedShakeTests {
  @Test func aRefusalIsTheSameByBothAddresses() throws {
    try CustomerTests.with { _, server in
      let (token, _) = try CustomerTests.trial(server)
      #expect(try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"summer\"}").status == 200)
      let special = try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"summer\"}", key: "again-1")
      let general = try server.post(
        "/v1/shakes", as: token, "{\"type\": \"tv\", \"campaign\": \"summer\"}", key: "again-2")
      #expect(special.json["refusal"] == "shakes.had-already", "\(special.body)")
      Self.expectAlike(special, general, ["outcome", "refusal", "message", "hint", "campaign"])
    }
  }

  @Test func aWrongCodeIsTheSameByBothAddresses() throws {
    try CustomerTests.with { home, server in
      let today = home.clock.now().date
      try home.done(
        "campaign create quiz --brand Acme --title Quiz --start \(today) --end 2099-01-01 --time-zone UTC --shake tv "
          + "--set tv.channels=[\"Uno\"] --set tv.code=required --award fixed:5")
      try home.done("campaign fund quiz --amount 100")
      try home.done("campaign start quiz")
      let window = try home.done("tv schedule list --quiet").split(separator: "\n")[0]
      try home.done("tv code set \(window) --random")
      let (token, _) = try CustomerTests.trial(server)
      let special = try server.post(
        "/v1/shakes/tv", as: token, "{\"campaign\": \"quiz\", \"code\": \"WRONG2\"}", key: "try-1")
      let general = try server.post(
        "/v1/shakes", as: token, "{\"type\": \"tv\", \"campaign\": \"quiz\", \"evidence\": {\"code\": \"WRONG2\"}}",
        key: "try-2")
      #expect(special.json["outcome"] == "needs-more" && special.json["step"] == "code", "\(special.body)")
      Self.expectAlike(special, general, ["outcome", "step", "until", "campaign"])
    }
  }

  private static func expectAlike(
    _ one: RunningServer.Reply, _ other: RunningServer.Reply, _ members: [String],
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(one.status == 200 && other.status == 200, "\(one.body) \(other.body)", sourceLocation: location)
    for member in members {
      #expect(
        one.json[member] != nil && one.json[member] == other.json[member], "\(member): \(one.body) \(other.body)",
        sourceLocation: location)
    }
  }
}
