import QixShake
import QixTesting
import Testing

@testable import ReadShake

/// What holds for every type of shake holds for this one.
@Suite struct ReadConformanceTests {
  private static let conformance = ShakeConformance(
    ReadShakeType.self, settings: ["text": "bees", "questionnaire": "bees", "shuffle": "none"], counts: .onceForUser,
    needsVault: true,
    prepare: { home in
      try home.done("read text add bees --file -", input: "# Bees\n\nHoney keeps for ever.\n")
      try home.done("read questions import bees --file - --format gift", input: "Honey keeps. {T}\n")
    },
    good: { stage, user, _ in
      let opened = try stage.step(user, ["step": "open"])
      let session = try #require(opened.fields["session"])
      // Four words take about a second; more are no harm.
      stage.home.clock.advance(byMicroseconds: 60_000_000)
      _ = try stage.step(
        user, ["step": "answer", "session": .string(session), "answers": [["question": 1, "answer": true]]])
      return ["step": "submit", "session": .string(session)]
    },
    bad: [["step": "submit", "session": "rds_00000000000000000000000000"]])

  @Test(arguments: ShakeConformance.Rule.allCases)
  func itKeepsTheRules(_ rule: ShakeConformance.Rule) throws { try Self.conformance.check(rule) }
}
