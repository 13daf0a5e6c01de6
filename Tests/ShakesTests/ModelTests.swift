import CampaignsContract
import CoinsContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import Shakes

/// A small model of caps, cooldown, claims and budget that knows nothing of the pipeline.
private struct Model {
  struct Person {
    var attempts: Int64 = 0
    var today: [Int64: Int64] = [:]
    var wins: Int64 = 0
    var coins: Int64 = 0
    var last: Int64 = .min / 2
    var codes: Set<String> = []
  }

  let caps: Campaign.Caps
  let cooldown: Int64
  var budget: Int64
  var people: [Int: Person] = [:]
  var coinsOfDay: [Int64: Int64] = [:]
  var wins: Int64 = 0

  /// - Returns: coins won, 0 for nothing; nil for a refusal.
  mutating func shake(_ who: Int, code: String, units: Int64, at: Int64) -> Int64? {
    // Rome in January: UTC+1.
    let day = (at + 3_600) / 86_400
    var person = people[who] ?? Person()
    if at - person.last < cooldown { return nil }
    person.last = at
    people[who] = person
    func isFull(_ most: Int64?, _ used: Int64) -> Bool { most.map { used >= $0 } ?? false }
    if isFull(caps.attemptsPerUser, person.attempts) || isFull(caps.attemptsPerUserAndDay, person.today[day] ?? 0)
      || isFull(caps.winsPerUser, person.wins) || isFull(caps.coinsPerUser, person.coins) || isFull(caps.wins, wins)
      || isFull(caps.coinsPerDay, coinsOfDay[day] ?? 0) || code == "wrong" || person.codes.contains(code)
    {
      return nil
    }
    var won = units * 3
    if let most = caps.coinsPerUser { won = min(won, most - person.coins) }
    if let most = caps.coinsPerDay { won = min(won, most - (coinsOfDay[day] ?? 0)) }
    guard won <= budget else { return nil }
    budget -= won
    person.codes.insert(code)
    person.attempts += 1
    person.today[day, default: 0] += 1
    if won > 0 {
      person.wins += 1
      wins += 1
      person.coins += won
      coinsOfDay[day, default: 0] += won
    }
    people[who] = person
    return won
  }
}

@Suite struct ModelTests {
  @Test func thePipelineDecidesAsASmallModelDoes() throws {
    let seed = Seed(for: "ModelTests.thePipelineDecidesAsASmallModelDoes")
    var numbers = SeededGenerator(seed)
    for _ in 0..<6 {
      try Fair.with { fair in
        func chance(_ range: ClosedRange<Int64>) -> Int64? {
          Bool.random(using: &numbers) ? Int64.random(in: range, using: &numbers) : nil
        }
        let caps = Campaign.Caps(
          attemptsPerUser: chance(3...12), attemptsPerUserAndDay: chance(1...4), winsPerUser: chance(2...8),
          coinsPerUser: chance(5...60), coinsPerDay: chance(20...90), wins: chance(10...40))
        let cooldown = chance(60...3_600) ?? 0
        let budget = Int64.random(in: 50...400, using: &numbers)
        try fair.open(
          types: [.use("code", ["once": "user"])], award: .perUnit(coins: 3, most: nil), caps: caps,
          pace: Campaign.Pace(cooldown: cooldown * 1_000_000), budget: budget)
        var model = Model(caps: caps, cooldown: cooldown, budget: budget)
        let users = try (0..<4).map { try fair.user("user-\($0)") }
        let service = fair.service
        defer { service.stop() }
        for _ in 0..<60 {
          fair.pass(seconds: Int64.random(in: 1...9_000, using: &numbers))
          let at = fair.home.clock.now().microseconds / 1_000_000
          // Several in one commit, as group commit has them, or one alone.
          let plan = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
            (
              who: Int.random(in: 0..<4, using: &numbers),
              code: ["a", "b", "c", "d", "e", "wrong"].randomElement(using: &numbers) ?? "a",
              units: Int64.random(in: 0...6, using: &numbers)
            )
          }
          let requests = plan.map { step in
            ShakeRequest(
              user: users[step.who], type: "code", campaign: "summer",
              evidence: Evidence(
                (["code": .string(step.code), "units": .integer(step.units)] as JSONValue).object ?? JSONObject()))
          }
          let answers =
            requests.count == 1
            ? [try service.run(requests[0], reason: nil, isDryRun: false)]
            : try service.submit(requests).map { try $0.get() }
          for (step, answer) in zip(plan, answers) {
            let expected = model.shake(step.who, code: step.code, units: step.units, at: at)
            let found = answer.outcome.refusal == nil ? answer.outcome.won ?? 0 : nil
            #expect(found == expected, "\(seed): \(step) \(answer.outcome)")
          }
        }
        #expect(try fair.left() == model.budget, "\(seed)")
        try fair.verify()
      }
    }
  }
}
