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

  /// A shake waits with others before it is written; whoever sends its key again meanwhile gets what was answered.
  @Test func aKeyIsKnownBeforeItsShakeIsWritten() throws {
    try Fair.with { fair in
      try fair.open(types: [.use("code", ["once": "user"])], award: .fixed(10))
      let users = try (0..<40).map { try fair.user("user-\($0)") }
      func request(_ user: Int, _ code: String, _ key: String) -> ShakeRequest {
        var values = JSONObject()
        values["code"] = .string(code)
        return ShakeRequest(
          user: users[user], type: "code", campaign: "summer", evidence: Evidence(values), key: key)
      }
      var requests: [ShakeRequest] = []
      for index in 0..<40 {
        requests.append(request(index, index % 3 == 0 ? "wrong" : "right", "k-\(index)"))
        requests.append(request(index, index % 3 == 0 ? "wrong" : "right", "k-\(index)"))
        requests.append(request(index, "other", "k-\(index)"))
      }
      // The same letters for Unicode, and other bytes: no key to be made anew, and none that the first answers.
      requests.append(request(0, "wrong", "caf\u{E9}"))
      requests.append(request(0, "right", "cafe\u{301}"))
      let service = fair.service
      let answers = service.submit(requests)
      let later = service.submit(requests)
      service.stop()
      for index in 0..<40 {
        let (first, second) = (try answers[3 * index].get(), try answers[3 * index + 1].get())
        #expect(!first.isReplay && second.isReplay)
        #expect(second.shake == first.shake && second.outcome == first.outcome)
        #expect(first.outcome.won == (index % 3 == 0 ? nil : 10))
        #expect(throws: ShakesError.keyConflict("k-\(index)")) { try answers[3 * index + 2].get() }
        // Out of the table it is the same answer.
        #expect(try later[3 * index].get().outcome == first.outcome)
      }
      #expect(try answers[120].get().outcome.refusal == "code.wrong")
      #expect(throws: KeyNotPlain.self) { try answers[121].get() }
      #expect(try fair.home.count("shakes_shakes") == 41)
      try fair.verify()
    }
  }

  /// Throws without having written anything.
  private enum Grumpy: ShakeObserving {
    static let id = "grumpy"
    static let summary = "Doesn't take refusals"

    static func observe(_ event: ShakeEvent, in connection: Connection, context: Context) throws {
      if case .refused = event.answer.outcome { throw ShakesError.malformedLink }
    }
  }

  @Test func aRefusalThatAnObserverDoesNotTakeLeavesNothing() throws {
    try Fair.with { fair in
      try fair.open(caps: Campaign.Caps(attemptsPerUser: 1))
      let users = try (0..<20).map { try fair.user("user-\($0)") }
      fair.tools.withLock { $0.observers = [Grumpy.self] }
      let service = fair.service
      let requests = (0..<40).map {
        ShakeRequest(user: users[$0 % 20], type: "code", campaign: "summer", key: "k-\($0)")
      }
      let answers = service.submit(requests)
      #expect(answers.prefix(20).allSatisfy { (try? $0.get().outcome.won) == 10 })
      #expect(answers.suffix(20).allSatisfy { (try? $0.get()) == nil })
      #expect(try fair.home.count("shakes_shakes") == 20)
      // Nor does it stay under its key.
      #expect(service.submit(requests.suffix(20)).allSatisfy { (try? $0.get()) == nil })
      service.stop()
      #expect(try fair.home.count("shakes_refusals") == 0)
      try fair.verify()
    }
  }

  @Test func everyDecidedShakeIsToldWhileSomebodyListens() throws {
    try Fair.with { fair in
      try fair.open(types: [.use("code"), .use("steps")])
      let ada = try fair.user("ada")
      _ = try fair.shake(ada)
      try fair.database.write(Change("test.listen")) { connection, _ in
        try EventLog(connection).keep(for: "test", from: EventLog.start)
      }
      func heard() throws -> [KeptEvent] {
        try fair.database.read { try EventLog($0).page(after: EventLog.start, limit: 1_000) }
          .filter { $0.type.hasPrefix("shake.") }
      }
      let told = try [
        fair.shake(ada), fair.shake(ada, with: ["code": "wrong"]),
      ].map(\.shake)
      _ = try fair.shake(ada, "steps")
      #expect(try heard().map { $0.subject() } == told)
      // Those of a transaction at once, in their order.
      let service = fair.service
      let many = try service.submit(
        (0..<40).map { _ in ShakeRequest(user: ada, type: "code", campaign: "summer") }
      ).map { try $0.get().shake }
      service.stop()
      let all = try heard()
      #expect(all.map { $0.subject() } == told + many && all.allSatisfy { $0.user == ada })
      #expect(all[1].type == "shake.refused")
      let details = try fair.database.read { try ShakesModule.details(of: all[1], in: $0) }
      #expect(details?.fields.contains(CellMember("refusal", .text("code.wrong"))) ?? false)
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
