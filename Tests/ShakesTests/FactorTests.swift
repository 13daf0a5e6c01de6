import CampaignsContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Synchronization
import Testing

@testable import Shakes

/// A multiplier is somebody else's work, and is asked no more often than it must be.
@Suite struct FactorTests {
  private static func with(_ award: Award, hundredths: Int64, _ body: (Fair) throws -> Void) throws {
    try Fair.with { fair in
      fair.tools.withLock { $0.multipliers = ["odd": OddModule.self] }
      try fair.open(types: [.use("code"), .use("steps")], award: award)
      fair.campaigns.change("summer") { $0.multiplier = "odd" }
      try OddModule.$answer.withValue(hundredths) {
        try OddModule.$questions.withValue(Questions()) { try body(fair) }
      }
    }
  }

  @Test func oneThatWouldCutAwardsIsAnErrorThatLeavesNothing() throws {
    try Self.with(.fixed(10), hundredths: 99) { fair in
      let ada = try fair.user("ada")
      for (type, evidence) in [("code", [:]), ("steps", [:]), ("steps", ["end": "good"])] as [(String, JSONValue)] {
        #expect(throws: ShakesError.malformedFactor(multiplier: "odd", hundredths: 99)) {
          try fair.shake(ada, type, with: evidence)
        }
      }
      #expect(try fair.home.count("shakes_shakes") == 0 && fair.home.count("steps_notes") == 0)
      #expect(try fair.left() == 1_000)
      try fair.verify()
    }
  }

  @Test func aProductThatNobodyCanCountIsMoreThanTheBudgetHas() throws {
    try Self.with(.fixed(10), hundredths: .max) { fair in
      let ada = try fair.user("ada")
      #expect(try fair.shake(ada).outcome.refusal == "shakes.budget-spent")
      #expect(try fair.shake(ada, "steps").outcome.refusal == "shakes.budget-spent")
      fair.campaigns.change("summer") { $0.caps.coinsPerUser = 300 }
      #expect(try fair.shake(ada).outcome.won == 300)
      try fair.verify()
    }
  }

  @Test func nobodyIsAskedWhereNothingIsWonOrNothingIsMultiplied() throws {
    try Self.with(.weighted([Award.Prize(coins: 0, weight: 1), Award.Prize(coins: 4, weight: 1)]), hundredths: 125) {
      fair in
      let ada = try fair.user("ada")
      fair.draws.prepare(0, 1)
      #expect(try fair.shake(ada).outcome == .nothing)
      #expect(OddModule.questions.count == 0)
      #expect(try fair.shake(ada).outcome.won == 5)
      #expect(OddModule.questions.count == 1)
      #expect(try fair.shake(ada, with: ["code": "wrong"]).outcome.refusal == "code.wrong")
      fair.campaigns.change("summer") { $0.multiplier = nil }
      fair.draws.prepare(1)
      #expect(try fair.shake(ada).outcome.won == 4)
      #expect(OddModule.questions.count == 1)
      try fair.verify()
    }
  }
}

/// How often a multiplier was asked.
final class Questions: Sendable {
  private let asked = Mutex(0)
  var count: Int { asked.withLock { $0 } }
  func add() { asked.withLock { $0 += 1 } }
}

/// Says what the test wants.
enum OddModule: AwardMultiplying {
  static let id = "odd"
  static let summary = "Multiplies by anything."
  static let requires: [String] = []
  static let multiplier = "odd"
  @TaskLocal static var answer: Int64 = 100
  @TaskLocal static var questions = Questions()

  static func hundredths(
    for user: UserID, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> Int64 {
    questions.add()
    return answer
  }
}
