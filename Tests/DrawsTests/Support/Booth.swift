import DrawsContract
import QixCatalog
import QixCommands
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Draws

/// A home with a vault, the modules that draws need, and a stand-in for campaigns and shakes.
struct Booth {
  let home: TestHome
  let registry: Registry
  let context: Context

  static func with(_ body: (Booth) throws -> Void) throws {
    try TestHome.with { home in
      let booth = try Booth(home)
      try home.unchecked.create()
      _ = try Migrator(booth.registry).migrate(home.unchecked, clock: home.clock)
      #expect(try booth.qix("vault init --key-file \(home.vaultKey) --quiet").exitCode == 0)
      try body(booth)
    }
  }

  /// Another process on the same home.
  func another() throws -> Booth { try Booth(home) }

  private init(_ home: TestHome) throws {
    self.home = home
    let needed = ["upkeep", "vault", "messages", "identity", "draws"]
    registry = try Registry(Catalog.modules.filter { needed.contains($0.id) } + [StandInModule.self])
    context = Self.context(home, registry)
  }

  private static func context(_ home: TestHome, _ registry: Registry) -> Context {
    var context = Context(clock: home.clock, random: home.random, services: Services(registry))
    context.registry = registry
    context.home = HomeFolder(path: home.path)
    context.migrator = Migrator(registry)
    context.database = Database(
      home: context.home, engine: home.engine(context.home), clock: home.clock, actor: home.actor,
      migrator: context.migrator)
    context.principal = Principal(name: home.actor, role: .admin, isOwner: true)
    context.environment = .fixed([:])
    context.readAudit = ReadAudit(context.database, home.clock)
    return context
  }

  func qix(_ line: String, input: String = "") throws -> TestTerminal.Outcome {
    try qix(line.split(separator: " ").map(String.init), input: input)
  }

  func qix(_ words: [String], input: String = "") throws -> TestTerminal.Outcome {
    let program = Program(name: "qix", version: "0", summary: "Test", registry: registry) { _ in
      Self.context(home, registry)
    }
    return TestTerminal(input: input, clock: home.clock).run(program, words)
  }

  /// Expects a failure by its code and a part of its sentence.
  static func refuses<Result>(
    _ code: String, _ part: String, _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Result
  ) {
    let failure = #expect(throws: Failure.self, sourceLocation: location) { _ = try body() }
    #expect(failure?.code == code && failure?.description.contains(part) == true, sourceLocation: location)
  }

  // MARK: Campaigns and shakes

  static let campaign = CampaignID(high: 0x0190_A1B2_C3D4_7E5F, low: 0x8091_A2B3_C4D5_E6F7)

  var now: Timestamp { home.clock.now() }

  func hours(_ count: Int64) -> Timestamp { now.advanced(byMicroseconds: count * 3_600_000_000) }

  func advance(hours: Int64) { home.clock.advance(byMicroseconds: hours * 3_600_000_000) }

  /// A campaign `summer` from now on.
  func makeCampaign(days: Int64 = 3, zone: String = "UTC", every: String? = nil) throws {
    try write { connection in
      try connection.run(
        "INSERT INTO standin_campaigns VALUES (?1, 'summer', ?2, ?3, ?4, ?5)", .id(Self.campaign), .time(now),
        .time(now.advanced(byMicroseconds: days * Timestamp.day)), .text(zone), .optional(every))
    }
  }

  func book() throws -> WindowBook { try #require(try context.service(Draws.book) as? WindowBook) }

  static func shake(_ number: UInt64) -> ShakeID {
    ShakeID(high: 0x0190_A1B2_C3D5_7000, low: 0x8000_0000_0000_0000 + number)
  }

  /// Shakes that draw now, one after another, and are recorded.
  func shake(_ numbers: Range<UInt64>, below bound: UInt64 = 100) throws {
    let book = try book()
    try write { connection in
      for number in numbers {
        let shake = Self.shake(number)
        let drawn = try book.number(below: bound, for: shake, of: Self.campaign, at: now, in: connection)
        try StandInRecord.insert(shake, Self.campaign, drawn, coins: drawn.value == 0 ? 5 : 0, in: connection)
      }
    }
  }

  @discardableResult
  func write<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try context.database.write(Change("test.write")) { connection, _ in try body(connection) }
  }

  func read<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try context.database.read(body)
  }

  /// The only window there is, or the first.
  func window() throws -> DrawWindow {
    let first = try read { connection in
      try connection.first(
        "SELECT \(DrawWindow.columns) FROM draws_windows ORDER BY opens_at LIMIT 1", read: DrawWindow.init)
    }
    return try #require(first)
  }

  /// Writes to the tables as somebody who has the file, and drops what stands in the way.
  func tamper(_ triggers: [String], _ sql: String) throws {
    try write { connection in
      for trigger in triggers { try connection.execute(script: "DROP TRIGGER \(trigger)") }
      try connection.execute(script: sql)
    }
  }

  func users(_ names: [String]) throws {
    for name in names { #expect(try qix("user create --external-id \(name)").exitCode == 0) }
  }
}
