import Foundation
import Testing

/// docs/rewards.md does what it says: its commands lead from nothing to a catalogue with prices and stock.
@Suite struct RewardGuideTests {
  @Test func itsCommandsDoWhatItSays() throws {
    try BuiltProgram.withHome { qix, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let run = try Guide.run(try Guide.script("rewards.md"), home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      // An empty shelf, faults in a file, a name that is taken.
      for code in [6, 2, 5] { #expect(run.output.contains("exit code \(code)\n"), "\(code)") }
      for place in ["/price: ", "/delivery: ", "/minimum-mode: "] { #expect(run.errors.contains(place), "\(place)") }
      let list = try JSONDecoder().decode(
        List.self, from: Data(try qix.done("reward list --for ada --json").output.utf8))
      #expect(list.rewards.first { $0.reward == "mug" }?.left == 245)
      #expect(list.rewards.first { $0.reward == "mug" }?.canRedeem == true, "700 coins for a day, and ada has 720")
      #expect(list.rewards.map(\.reward).sorted() == ["mug", "trees"])
    }
  }

  private struct List: Decodable {
    struct Reward: Decodable {
      let reward: String
      let left: Int64?
      let canRedeem: Bool

      private enum CodingKeys: String, CodingKey {
        case reward, left
        case canRedeem = "can_redeem"
      }
    }
    let rewards: [Reward]
  }
}
