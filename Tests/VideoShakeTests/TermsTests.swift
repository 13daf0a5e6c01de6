import QixShake
import QixTesting
import Testing

@testable import VideoShake

/// What a campaign may set.
@Suite struct TermsTests {
  private func faults(_ settings: JSONObject) throws -> [String] {
    try TestHome.initialised { home in
      _ = try home.qix("video add teaser --length PT60S")
      let type = try Booth.type(home, settings)
      return try home.database.read { try type.faults(in: $0) }
    }
  }

  @Test func theDefaultsAreFine() throws {
    #expect(try faults(JSONObject()).isEmpty)
    #expect(
      try faults(["question": "What colour?", "choices": ["green", "red"], "right": "green", "limit": "PT1M"]).isEmpty)
  }

  @Test func contradictionsAreNamed() throws {
    #expect(try faults(["video": "nowhere"]).count == 1)
    #expect(try faults(["choices": ["a", "b"]]).count == 1)
    #expect(try faults(["right": "a"]).count == 1)
    #expect(try faults(["question": "?"]).count == 2)
    #expect(try faults(["question": "?", "choices": ["a", "a"], "right": "a"]).count == 1)
    #expect(try faults(["question": "?", "choices": ["a", "b"], "right": "c"]).count == 1)
    // 54 seconds have to be watched, at twice the speed at most.
    #expect(try faults(["limit": "PT26S"]).count == 1)
    #expect(try faults(["limit": "PT27S"]).isEmpty)
  }

  @Test(
    arguments: [
      ("coverage", 0), ("coverage", 1.5), ("coverage", "all"), ("slowest", 2), ("fastest", 0.5), ("hidden", -1),
      ("heartbeat", 0), ("heartbeat", 0.5), ("patience", 1), ("limit", "soon"), ("muted", "no"), ("video", ""),
      ("choices", "a"), ("colour", "red"),
    ] as [(String, JSONValue)])
  func valuesThatDontFitAreFaults(_ name: String, _ value: JSONValue) {
    var faults: [(name: String, problem: String)] = []
    var given: JSONObject = ["video": "teaser"]
    given[name] = value
    _ = ShakeSettings(given, for: VideoShake.settings, faults: &faults)
    #expect(faults.map(\.name) == [name])
  }

  /// A default that its own kind refuses would be found by nobody else.
  @Test func defaultsFitTheirKinds() {
    for setting in VideoShake.settings where !setting.standard.isNull {
      #expect(setting.kind.problem(with: setting.standard) == nil, "\(setting.name)")
    }
  }
}
