import CampaignsContract
import CoinsContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import ShakesContract
import Synchronization
import Testing

@testable import Shakes

@Suite struct GroupRunTests {
  @Test func manyAtOnceAreAnsweredLikeOneByOne() throws {
    try Fair.with { fair in
      try fair.open(award: .fixed(10), caps: Campaign.Caps(attemptsPerUser: 3), budget: 100)
      let users = try (0..<5).map { try fair.user("user-\($0)") }
      var requests = (0..<20).map { index in
        ShakeRequest(user: users[index % 5], type: "code", campaign: "summer", key: "k-\(index % 18)")
      }
      requests.insert(ShakeRequest(user: users[0], type: "code", campaign: "nowhere"), at: 7)
      let service = fair.service
      let answers = service.submit(requests)
      let again = service.submit(requests)
      service.stop()
      #expect(answers.count == 21)
      #expect(throws: ShakesError.noCampaign("nowhere")) { try answers[7].get() }
      let outcomes = answers.compactMap { try? $0.get() }
      #expect(outcomes.count { $0.outcome.won == 10 && !$0.isReplay } == 10, "the budget pays ten")
      // The keys of the last two differ from those of the first two in their user.
      #expect(answers.suffix(2).allSatisfy { (try? $0.get()) == nil })
      let repeated = again.compactMap { try? $0.get() }
      #expect(repeated.count { !$0.isReplay } == 0)
      #expect(try fair.left() == 0)
      try fair.verify()
    }
  }

  /// Throws for one user, behind everything that the shake wrote.
  private enum Picky: ShakeObserving {
    static let id = "picky"
    static let summary = "Doesn't take everybody"
    static let unwanted = Mutex<UserID?>(nil)

    static func observe(_ event: ShakeEvent, in connection: Connection, context: Context) throws {
      guard unwanted.withLock({ $0 }) != event.user else { throw ShakesError.malformedLink }
      try connection.run("INSERT INTO steps_notes (shake, end) VALUES (?1, 'seen')", .id(event.answer.shake))
    }
  }

  @Test func anObserverThatThrowsUndoesThatShakeAlone() throws {
    try Fair.with { fair in
      try fair.open()
      let users = try (0..<6).map { try fair.user("user-\($0)") }
      Picky.unwanted.withLock { $0 = users[3] }
      fair.tools.withLock { $0.observers = [Picky.self] }
      let service = fair.service
      let answers = service.submit(
        users.map { ShakeRequest(user: $0, type: "code", campaign: "summer") })
      service.stop()
      #expect(answers.map { (try? $0.get().outcome.won) == 10 } == [true, true, true, false, true, true])
      #expect(try fair.coins(users[3]) == 0)
      #expect(try fair.home.count("shakes_shakes") == 5)
      #expect(try fair.home.count("steps_notes") == 5)
      try fair.verify()
    }
  }

  @Test func whatIsRememberedIsForgottenWhenOthersWrite() throws {
    try Fair.with { fair in
      try fair.open(award: .fixed(10), caps: Campaign.Caps(attemptsPerUser: 4))
      let ada = try fair.user("ada")
      let request = ShakeRequest(user: ada, type: "code", campaign: "summer")
      let service = fair.service
      #expect(try service.submit([request])[0].get().outcome.won == 10)
      // The same connection, and another one.
      #expect(try fair.shake(ada).outcome.won == 10)
      var context = fair.context
      context.database = fair.home.database
      var tools = try PipelineTools(context, campaigns: fair.campaigns)
      tools.types = ["code": CodeShake.self]
      #expect(try ShakeService(tools).run(request, reason: nil, isDryRun: false).outcome.won == 10)
      #expect(try service.submit([request])[0].get().outcome.won == 10)
      #expect(try service.submit([request])[0].get().outcome.refusal == "campaigns.attempts-per-user")
      #expect(try fair.home.qix("user suspend ada --reason test").exitCode == 0)
      #expect(try service.submit([request])[0].get().outcome.refusal == "identity.suspended")
      service.stop()
      try fair.verify()
    }
  }

  private struct Always: OutboxListening {
    func isAnybodyListening(in connection: Connection) -> Bool { true }
  }

  @Test func theOutboxGetsEveryDecidedShakeWhileSomebodyListens() throws {
    try Fair.with { fair in
      try fair.open(types: [.use("code"), .use("steps")])
      let ada = try fair.user("ada")
      _ = try fair.shake(ada)
      #expect(try fair.home.count("shakes_outbox") == 0)
      fair.tools.withLock { $0.listeners = Always() }
      let told = try [
        fair.shake(ada), fair.shake(ada, with: ["code": "wrong"]),
      ].map(\.shake)
      _ = try fair.shake(ada, "steps")
      let rows = try fair.database.read { connection in
        try connection.rows("SELECT shake FROM shakes_outbox ORDER BY number") { try $0.identifier(0, ShakeTag.self) }
      }
      #expect(rows == told)
    }
  }

  @Test func whatABudgetHoldsIsWonExactly() throws {
    try Fair.with { fair in
      try fair.open(award: .fixed(1), budget: 100)
      let users = try (0..<8).map { try fair.user("user-\($0)") }
      let won = try inParallel(8) { index in
        var context = fair.context
        context.database = fair.home.database
        var tools = try PipelineTools(context, campaigns: fair.campaigns)
        tools.types = ["code": CodeShake.self]
        let service = ShakeService(tools)
        var won: Int64 = 0
        for _ in 0..<4 {
          let answers = service.submit(
            (0..<10).map { _ in ShakeRequest(user: users[index], type: "code", campaign: "summer") })
          for answer in answers { won += try answer.get().outcome.won ?? 0 }
        }
        service.stop()
        return won
      }
      #expect(won.reduce(0, +) == 100)
      #expect(try fair.left() == 0)
      try fair.verify()
    }
  }
}
