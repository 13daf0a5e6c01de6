import CampaignsContract
import QixCatalog
import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Campaigns

/// A home with types of shake to make campaigns of, in January 2027.
struct Stage {
  var home: TestHome

  /// - Parameter extra: modules in place of those that draw and that run shakes.
  static func with(_ extra: [any Module.Type] = [], _ body: (Stage) throws -> Void) throws {
    try TestHome.with { home in
      var home = home
      home.modules = house + [BellModule.self] + extra
      // With the tables of these modules alone: those that are left out are not switched off, they aren't there.
      try home.unchecked.create()
      _ = try Migrator(Registry(house)).migrate(home.unchecked, clock: home.clock)
      try body(Stage(home: home))
    }
  }

  /// The catalogue without what these tests stand in for, and without what needs that.
  private static let house: [any Module.Type] = {
    var left: Set<String> = ["draws", "shakes"]
    while let more = Catalog.modules.first(where: { !left.contains($0.id) && !left.isDisjoint(with: $0.requires) }) {
      left.insert(more.id)
    }
    return Catalog.modules.filter { !left.contains($0.id) }
  }()

  /// The moment at which each test begins.
  static let now = Timestamp(microseconds: 1_800_000_000_000_000)

  @discardableResult
  func done(_ words: [String], input: String = "", location: SourceLocation = #_sourceLocation) throws
    -> TestTerminal.Outcome
  {
    let outcome = try home.qix(words, input: input)
    try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)", sourceLocation: location)
    return outcome
  }

  @discardableResult
  func done(_ line: String, location: SourceLocation = #_sourceLocation) throws -> TestTerminal.Outcome {
    try done(line.split(separator: " ").map(String.init), location: location)
  }

  /// Runs what must be refused.
  /// - Returns: the error's code.
  func refused(
    _ line: String, _ exitCode: Int32, _ code: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try home.contents()
    let outcome = try home.qix("\(line) --json")
    #expect(outcome.exitCode == exitCode, "\(line): \(outcome)", sourceLocation: location)
    #expect(outcome.errors.contains("\"\(code)\""), "\(line): \(outcome.errors)", sourceLocation: location)
    #expect(try home.contents() == before, "\(line) has changed something", sourceLocation: location)
  }

  /// Makes a campaign of the bell.
  func make(_ name: String = "spring", _ options: String = "") throws {
    try done(
      "campaign create \(name) --brand Alba --title Spring --start 2027-01-10 --end 2027-02-10 --time-zone Europe/Rome "
        + "--shake bell " + (options.contains("--award") ? options : "--award fixed:10 \(options)"))
  }

  func campaign(_ name: String = "spring") throws -> Campaign {
    try home.unchecked.read { try CampaignStore($0).require(name) }
  }

  func available(_ name: String = "spring") throws -> Int64 {
    try JSONValue(parsing: try done("campaign show \(name) --json").output)["budget"]?["available"]?.integer ?? -1
  }

  /// The last action and subject in the audit log.
  func lastEntry() throws -> (action: String, subject: String, reason: String?)? {
    try home.unchecked.read { try AuditLog.entries(limit: 1, in: $0) }.first.map { ($0.action, $0.subject, $0.reason) }
  }

  /// A description without faults.
  static let description: JSONValue = [
    "name": "spring", "brand": "Alba", "title": "Spring is here", "note": "any words", "start": "2027-03-01",
    "end": "2027-03-31", "time-zone": "Europe/Rome",
    "shakes": ["bell": ["tone": "low", "note": "the big one"], "note": "two of them", "fussy": ["schedule": "here"]],
    "audience": ["minimum-mode": "signed", "segment": "loyal", "conditions": ["segment:loyal"]],
    "caps": [
      "attempts-per-user": 20, "attempts-per-user-and-day": 2, "wins-per-user": 5, "coins-per-user": 5_000,
      "coins-per-day": 9_000, "wins": 700,
    ],
    "pace": ["cooldown": "PT30S", "per-minute": 6, "users-per-device": 3],
    "award": ["weighted": [["coins": 0, "weight": 90], ["coins": 10, "weight": 9], ["coins": 1_000, "weight": 1]]],
    "multiplier": "tier", "expires": "P12M", "draw-window": "P1D", "priority": 3,
  ]

  /// The pointers of what is wrong with a description, in order.
  func faults(of value: JSONValue) throws -> [String] {
    var context = Context.unprepared
    context.registry = try Registry(home.modules)
    let rules = RuleBook(context)
    return try home.unchecked.write(Change("test"), isDryRun: true) { connection, _ in
      if try SegmentStore(connection).find("loyal") == nil {
        try SegmentStore(connection).insert(
          Segment(id: SegmentID(high: 1, low: 1), name: "loyal", rule: .list), at: Self.now)
      }
      var reader = CampaignReader()
      let draft = reader.read(value)
      let types = ["bell": BellShake.self, "fussy": FussyShake.self] as [String: any ShakeType.Type]
      try CampaignCheck(types: types, rules: rules, connection: connection).run(draft, isNew: true, &reader.faults)
      for fault in reader.faults.all { #expect(!fault.problem.isEmpty && !fault.remedy.isEmpty) }
      return reader.faults.all.map(\.pointer.description)
    }
  }
}

extension JSONValue {
  /// The same with another value somewhere; nil takes it away.
  func setting(_ path: [String], to value: JSONValue?) -> JSONValue {
    guard let key = path.first else { return value ?? .null }
    let rest = Array(path.dropFirst())
    if var object {
      object[key] = rest.isEmpty ? value : (object[key] ?? .object(JSONObject())).setting(rest, to: value)
      return .object(object)
    }
    guard var array, let index = Int(key) else { return self }
    if let value, rest.isEmpty {
      array[index] = value
    } else {
      array[index] = array[index].setting(rest, to: value)
    }
    return .array(array)
  }
}
