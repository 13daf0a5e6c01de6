package import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import IdentityContract
internal import QixCatalog
internal import QixCrypto
internal import QixFormats
package import QixKernel
package import QixShake
package import QixStorage
package import Shakes
internal import VaultContract

/// A home with users and one campaign with everything on, for shakes through the library.
package struct Fair: Sendable {
  package let context: Context
  package let users: [UserID]
  package let campaign: Campaign

  /// Makes a home.
  /// - Parameters:
  ///   - count: users.
  ///   - budget: coins that the campaign has.
  ///   - award: what a shake wins; nil for a weighted draw of which half the numbers win.
  package init(home path: String, users count: Int, budget: Int64 = 1_000_000_000, award: Award? = nil) throws {
    context = try Self.context(of: path)
    let (context, folder) = (context, context.home)
    let unchecked = Database(
      home: folder, engine: SQLiteEngine(path: folder.database), clock: context.clock, actor: "bench", migrator: nil)
    try unchecked.create()
    _ = try Migrator(context.registry).migrate(unchecked, clock: context.clock)
    let campaign = Self.campaign(award)
    self.campaign = campaign
    let (directory, ledger) = (try context.service(Users.directory), try context.service(Coins.ledger))
    let draws = try context.service(Draws.book)
    let now = context.clock.now()
    users = try context.database.write(Change("bench.users")) { connection, _ in
      _ = try ledger.makeBudget(campaign.budget, in: connection)
      _ = try ledger.post([.fund(budget, to: .budget(campaign.budget))], in: connection)
      try draws.commit(campaign.id, from: now, to: campaign.end, length: nil, in: connection)
      return try (0..<count).map { try directory.create(externalID: Self.name($0), in: connection) }
    }
  }

  /// Opens a home that was made.
  package init(opening path: String, users count: Int, award: Award? = nil) throws {
    context = try Self.context(of: path)
    campaign = Self.campaign(award)
    let directory = try context.service(Users.directory)
    users = try context.database.read { connection in
      try (0..<count).compactMap { try directory.find(Self.name($0), in: connection) }
    }
  }

  private static func name(_ number: Int) -> String { "user-\(1_000_000 + number)" }

  private static func context(of path: String) throws -> Context {
    let registry = try Registry(Catalog.modules + [FairModule.self])
    // The vault's own services ask for what opens it; here its keys are made up.
    var services = Services()
    for module in registry.modules where module.id != "vault" {
      (module as? any ServiceProviding.Type)?.provide(to: &services)
    }
    services.register(Secrets.store) { _ in MadeUpKeys() }
    var context = Context(clock: SystemClock(), random: SystemRandomSource(), services: services)
    let folder = HomeFolder(path: path)
    context.registry = registry
    context.home = folder
    context.migrator = Migrator(registry)
    context.database = Database(
      home: folder, engine: SQLiteEngine(path: folder.database), clock: context.clock, actor: "bench",
      migrator: context.migrator)
    return context
  }

  /// Spends so much memory on caching pages.
  package func setCache(bytes: Int) throws { try context.database.setCache(bytes: bytes) }

  /// Whether what is counted of shakes and the ledger add up.
  package func verify() throws {
    let findings = try ShakesModule.check(context.database, in: context)
    if let fault = findings.first(where: { $0.verdict != .ok }) { throw MeasuringError("\(fault.detail)") }
  }

  /// What is left of the campaign's budget, and the coins that shakes have won.
  package func coins() throws -> (left: Int64, won: Int64) {
    let (ledger, budget) = (try context.service(Coins.ledger), campaign.budget)
    return try context.database.read { connection in
      (
        try ledger.balance(of: .budget(budget), in: connection).available,
        try connection.first("SELECT coalesce(sum(coins), 0) FROM shakes_shakes") { $0.integer(0) } ?? 0
      )
    }
  }

  /// How many shakes have a key.
  package func count(ofKey key: String) throws -> Int64 {
    try context.database.read { connection in
      try connection.first("SELECT count(*) FROM shakes_shakes WHERE key = ?1", .text(key)) { $0.integer(0) } ?? 0
    }
  }

  /// Everything on: caps of every kind, cooldown and velocity that nobody reaches, a weighted draw.
  private static func campaign(_ award: Award?) -> Campaign {
    // The same in each process that opens the home.
    let start = Timestamp(microseconds: 1_700_000_000_000_000)
    return Campaign(
      id: CampaignID(high: 0x7000, low: 0x8000_0000_0000_0001), name: "fair", brand: "bench", title: "Fair",
      state: .running, start: start, end: start.advanced(byMicroseconds: 36_500 * Timestamp.day),
      timeZone: "Europe/Rome",
      types: [Campaign.ShakeUse(type: "fair", settings: JSONObject())], audience: Campaign.Audience(),
      caps: Campaign.Caps(
        attemptsPerUser: 1 << 40, attemptsPerUserAndDay: 1 << 40, winsPerUser: 1 << 40, coinsPerUser: 1 << 40,
        coinsPerDay: 1 << 50, wins: 1 << 40),
      pace: Campaign.Pace(cooldown: 1, perMinute: 1_000_000),
      award: award
        ?? .weighted([
          Award.Prize(coins: 0, weight: 50), Award.Prize(coins: 5, weight: 40), Award.Prize(coins: 50, weight: 10),
        ]), expires: .after(Period("P12M") ?? Period()), drawWindow: nil, priority: 0)
  }

  /// - Parameter winsAlways: whether each number wins, rather than half of them.
  package func service(winsAlways: Bool = false) throws -> ShakeService {
    var campaign = campaign
    if winsAlways {
      campaign.award = .weighted([Award.Prize(coins: 5, weight: 90), Award.Prize(coins: 50, weight: 10)])
    }
    // Somebody reads what becomes of shakes, as in an installation with a webhook.
    _ = try context.database.bookkeep(waits: true) { connection in
      try EventLog(connection).keep(
        for: "bench", from: EventLog.start, types: ["shake.won", "shake.nothing", "shake.refused"])
    }
    return try ShakeService(context, campaigns: OneCampaign(campaign: campaign))
  }

  /// Plain issues from the same budget, in group commits like the shakes.
  package func issuing(most: Int) throws -> GroupCommit<ShakeRequest, String> {
    let (ledger, budget, clock) = (try context.service(Coins.ledger), campaign.budget, context.clock)
    let expires = campaign.expires
    return GroupCommit(context.database, Change("bench.issue"), most: most) {
      Issuing(ledger: ledger, budget: budget, expires: expires, clock: clock)
    }
  }

  private struct OneCampaign: CampaignDirectory {
    let campaign: Campaign
    func find(_ reference: String, in connection: Connection) -> Campaign? {
      reference == campaign.name || reference == "\(campaign.id)" ? campaign : nil
    }
    func running(in connection: Connection) -> [Campaign] { [campaign] }
    func version(in connection: Connection) -> Int64 { 1 }
    func isMember(_ user: UserID, of segment: String, in connection: Connection) -> Bool { false }
  }
}

/// Keys that follow from their names; nothing else is asked of the vault here.
private struct MadeUpKeys: SecretStore {
  func key(_ name: String, of module: String, in connection: Connection) -> SecretBytes {
    var bytes = BLAKE2b.hash(Array("\(module)/\(name)".utf8), size: 32)
    return SecretBytes(wiping: &bytes)
  }

  func keyIfMade(_ name: String, of module: String, in connection: Connection) -> SecretBytes? {
    key(name, of: module, in: connection)
  }

  func secret(
    service: String, account: String, for module: String, in connection: Connection
  ) throws -> SecretBytes { throw VaultError.absent }
}

/// Issues coins for requests that are no shakes.
private final class Issuing: GroupWorker {
  private let ledger: any CoinLedger
  private let budget: String
  private let expires: Expiry?
  private let clock: any Clock
  private var session: (any LedgerSession)?
  private var count = 0

  init(ledger: any CoinLedger, budget: String, expires: Expiry?, clock: any Clock) {
    (self.ledger, self.budget, self.expires, self.clock) = (ledger, budget, expires, clock)
  }

  func begin(in connection: Connection) throws {
    if session == nil { session = try ledger.session(in: connection) }
    try session?.begin(at: clock.now())
    count = 0
  }

  func run(_ request: ShakeRequest, in connection: Connection) throws -> String? {
    var issue = Operation.issue(5, from: .budget(budget), to: .wallet(request.user), expires: expires)
    issue.key = request.key
    guard let outcome = try session?.apply(issue) else {
      throw MeasuringError("a transaction begins before its pieces")
    }
    count += 1
    return "\(outcome.transfer)"
  }

  func finish(_ change: inout Change, in connection: Connection) throws {
    try session?.seal()
    change.subject = "\(count) issues"
  }

  func forget() { session?.forget() }
}
