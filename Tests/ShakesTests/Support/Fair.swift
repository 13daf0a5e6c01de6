import CampaignsContract
import CoinsContract
import IdentityContract
import QixCatalog
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import ShakesContract
import Synchronization
import Testing

@testable import Shakes

/// A home with a campaign, users, and the pipeline over them.
final class Fair: Sendable {
  let home: TestHome
  let database: Database
  let context: Context
  let campaigns = FixedCampaigns()
  let draws = TestDraws()
  let tools: Mutex<PipelineTools>

  static let start = Timestamp(microseconds: 1_800_000_000_000_000)

  init(_ home: TestHome) throws {
    self.home = home
    database = home.database
    let registry = try Registry(Catalog.modules)
    var context = Context(clock: home.clock, random: home.random, services: Services(registry))
    context.registry = registry
    context.home = HomeFolder(path: home.path)
    context.database = database
    self.context = context
    var tools = try PipelineTools(context, campaigns: campaigns)
    tools.types = ["code": CodeShake.self, "steps": StepShake.self, "liar": LiarShake.self, "broken": BrokenShake.self]
    tools.draws = draws
    tools.observers = []
    tools.directives = nil
    self.tools = Mutex(tools)
    _ = try database.exclusively { try $0.execute(script: "CREATE TABLE steps_notes (shake BLOB, end TEXT) STRICT") }
  }

  static func with(_ body: (Fair) throws -> Void) throws {
    try TestHome.initialised { try body(Fair($0)) }
  }

  /// Makes a running campaign with coins in its budget.
  @discardableResult
  func open(
    _ name: String = "summer", types: [Campaign.ShakeUse] = [.use("code")],
    award: Award = .fixed(10), caps: Campaign.Caps = Campaign.Caps(), pace: Campaign.Pace = Campaign.Pace(),
    budget: Int64 = 1_000, priority: Int64 = 0
  ) throws -> Campaign {
    let campaign = Campaign(
      id: CampaignID(high: 0x7000, low: UInt64(name.utf8.reduce(0) { $0 &* 31 &+ Int($1) })), name: name,
      brand: "acme", title: name, state: .running, start: Self.start,
      end: Self.start.advanced(byMicroseconds: 30 * Timestamp.day), timeZone: "Europe/Rome", types: types,
      audience: Campaign.Audience(), caps: caps, pace: pace, award: award, expires: nil, drawWindow: nil,
      priority: priority)
    campaigns.save(campaign)
    let ledger = try context.service(Coins.ledger)
    try write { connection in
      _ = try ledger.makeBudget(campaign.budget, in: connection)
      if budget > 0 { _ = try ledger.post([.fund(budget, to: .budget(campaign.budget))], in: connection) }
    }
    return campaign
  }

  func user(_ name: String) throws -> UserID {
    let users = try context.service(Users.directory)
    return try write { connection in
      try users.find(name, in: connection) ?? users.create(externalID: name, in: connection)
    }
  }

  func write<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try database.write(Change("test.write")) { connection, _ in try body(connection) }
  }

  var service: ShakeService { ShakeService(tools.withLock { $0 }) }

  @discardableResult
  func shake(
    _ user: UserID, _ type: String? = "code", in campaign: String? = "summer", with evidence: JSONValue = [:],
    key: String? = nil, context: ShakeContext = ShakeContext(), isDryRun: Bool = false
  ) throws -> ShakeAnswer {
    try service.run(
      ShakeRequest(
        user: user, type: type, campaign: campaign, context: context,
        evidence: Evidence(evidence.object ?? JSONObject()), key: key),
      reason: nil, isDryRun: isDryRun)
  }

  func balance(_ account: AccountReference) throws -> Balance {
    let ledger = try context.service(Coins.ledger)
    return try database.read { try ledger.balance(of: account, in: $0) }
  }

  func coins(_ user: UserID) throws -> Int64 { try balance(.wallet(user)).posted }
  func left(_ name: String = "summer") throws -> Int64 { try balance(.budget("campaign-\(name)")).available }

  func record(_ answer: ShakeAnswer) throws -> ShakeRecord? {
    try database.read { try ShakeRecord.find(answer.shake, in: $0) }
  }

  /// Everything adds up, here and in the ledger.
  func verify(location: SourceLocation = #_sourceLocation) throws {
    let ledger = try context.service(Coins.ledger)
    let users = try context.service(Users.directory)
    let faults = try database.read {
      try ShakeCheck(ledger: ledger, campaigns: campaigns, users: users, connection: $0).faults()
    }
    #expect(faults == [], sourceLocation: location)
    let outcome = try home.qix("coins verify")
    #expect(outcome.exitCode == 0, "\(outcome.errors)", sourceLocation: location)
  }

  func pass(seconds: Int64) { home.clock.advance(byMicroseconds: seconds * 1_000_000) }
}

extension Campaign.ShakeUse {
  static func use(_ type: String, _ settings: JSONValue = [:]) -> Campaign.ShakeUse {
    Campaign.ShakeUse(type: type, settings: settings.object ?? JSONObject())
  }
}

extension ShakeAnswer.Outcome {
  /// The code of a refusal; nil of anything else.
  var refusal: String? { if case .refused(let refusal) = self { refusal.code } else { nil } }
  /// What was won; nil of anything but a win.
  var won: Int64? { if case .won(let coins, _) = self { coins } else { nil } }
  var step: String? { if case .needsMore(let step) = self { step.name } else { nil } }
}
