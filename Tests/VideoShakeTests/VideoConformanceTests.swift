import QixShake
import QixTesting
import Testing

@testable import VideoShake

/// What holds for every type of shake holds for this one.
@Suite struct VideoConformanceTests {
  private static let conformance = ShakeConformance(
    VideoShake.self, settings: ["video": "teaser"], counts: .onceForUser, needsVault: true,
    // The session is what counts: it was watched to its end, whatever else a player says beside that.
    garbageMayCount: true,
    prepare: { home in try home.done("video add teaser --length PT4S") },
    good: { stage, user, _ in
      let started = try stage.step(user, ["step": "start"])
      stage.home.clock.advance(byMicroseconds: 4_000_000)
      return [
        "step": "finish", "session": .string(try #require(started.fields["session"])),
        "nonce": .string(try #require(started.fields["nonce"])), "sequence": 1, "position": 4, "visible": true,
        "muted": false, "rate": 1,
      ]
    },
    bad: [["step": "finish"], ["step": "finish", "session": "vse_00000000000000000000000000", "nonce": "x"]])

  @Test(arguments: ShakeConformance.Rule.allCases)
  func itKeepsTheRules(_ rule: ShakeConformance.Rule) throws { try Self.conformance.check(rule) }
}
