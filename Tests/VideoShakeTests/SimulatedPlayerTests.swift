import QixKernel
import QixShake
import QixTesting
import Testing

@testable import VideoShake

/// The simulated players of `qix shake video`, against the type itself: cheats are refused, and the honest one wins.
@Suite struct SimulatedPlayerTests {
  private func play(
    _ viewer: Viewer, speed: Int64 = 1, knows: String? = nil, _ settings: JSONObject = JSONObject()
  ) throws -> (SimulatedPlayer, end: String) {
    try TestHome.initialised { home in
      let booth = try Booth(home, settings)
      var player = SimulatedPlayer(viewer, speed: speed, knows: knows, clock: home.clock) { message in
        let outcome: ShakeAnswer.Outcome =
          switch try booth.verdict(message) {
          case .accepted: .won(coins: 5, transfer: "trf_x")
          case .refused(let refusal): .refused(refusal)
          case .needsMore(let step): .needsMore(step)
          case .waits(_, let notice): .waits(notice)
          }
        return ShakeAnswer(
          shake: ShakeID(high: 1, low: 1), campaign: booth.campaign, type: "video", outcome: outcome, isReplay: false)
      }
      let end: String =
        switch try player.play().outcome {
        case .won, .wonGift: "won"
        case .nothing: "nothing"
        case .refused(let refusal): refusal.code
        case .needsMore(let step): step.name
        case .waits(let notice): notice.code
        }
      return (player, end)
    }
  }

  @Test func theHonestOneWins() throws {
    let (player, end) = try play(.honest)
    #expect(end == "won")
    #expect(player.events.last?.after == 60)
    #expect(player.events.map(\.step) == ["start"] + [String](repeating: "heartbeat", count: 11) + ["finish"])
  }

  @Test func theHonestOneAnswers() throws {
    let settings: JSONObject = ["question": "What colour?", "choices": ["green", "red"], "right": "green"]
    let (player, end) = try play(.honest, knows: "green", settings)
    #expect(end == "won")
    #expect(player.events.count { $0.step == "answer" } == 1)
    #expect(try play(.honest, knows: "red", settings).end == "videoshake.question-wrong")
  }

  @Test(arguments: Viewer.allCases.filter { $0 != .honest })
  func cheatsAreRefused(_ viewer: Viewer) throws {
    let (player, end) = try play(viewer)
    #expect(end == "videoshake.too-little-watched", "\(viewer)")
    #expect(player.events.compactMap(\.watched).max() ?? 0 < 54, "\(viewer)")
  }

  @Test(arguments: [2, 3, 10, 1_000])
  func aClockThatRunsAheadIsRefused(_ speed: Int64) throws {
    // A rate of 1 is said, and twice as fast is not what was said.
    #expect(try play(.honest, speed: speed).end == "videoshake.too-little-watched")
  }
}
