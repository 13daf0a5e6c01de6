import CampaignsContract
import DrawsContract
import IdentityContract
import QixKernel
import QixShake
import QixStorage

/// Stands in for the modules that run campaigns and shakes: campaigns with a name, a period and a time zone, and the
/// draws that were made.
enum StandInModule: Migrating, ServiceProviding {
  static let id = "standin"
  static let summary = "Stands in for campaigns and shakes."
  static let migrations = [
    Migration(
      "v1_create_standin",
      sql: Array(
        """
        CREATE TABLE standin_campaigns (
          id BLOB PRIMARY KEY, name TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, zone TEXT NOT NULL,
          every TEXT
        ) STRICT;
        CREATE TABLE standin_draws (
          shake BLOB PRIMARY KEY, campaign BLOB NOT NULL, window BLOB NOT NULL, bound INTEGER NOT NULL,
          value INTEGER NOT NULL, coins INTEGER NOT NULL
        ) STRICT;
        """.utf8))
  ]

  static func provide(to services: inout Services) {
    services.register(Draws.record) { _ in StandInRecord() }
    services.register(Campaigns.directory) { _ in StandInDirectory() }
  }
}

struct StandInRecord: DrawRecord {
  func forEachDraw(
    of window: DrawWindowID, in connection: Connection, _ body: (RecordedDraw) throws -> Bool
  ) throws {
    let draws = try connection.statement(
      "SELECT shake, campaign, bound, value, coins FROM standin_draws WHERE window = ?1 ORDER BY shake")
    draws.bind(window, at: 1)
    try draws.forEach { row in
      try body(
        RecordedDraw(
          shake: row.identifier(0), campaign: row.identifier(1), bound: UInt64(bitPattern: row.integer(2)),
          value: UInt64(bitPattern: row.integer(3)), coins: row.integer(4)))
    }
  }

  func draw(
    of shake: ShakeID, in window: DrawWindowID, _ connection: Connection
  ) throws -> (draw: RecordedDraw, user: UserID)? {
    var found: (draw: RecordedDraw, user: UserID)?
    try forEachDraw(of: window, in: connection) { draw in
      if draw.shake == shake { found = (draw, UserID(high: 0, low: 1)) }
      return found == nil
    }
    return found
  }

  static func insert(
    _ shake: ShakeID, _ campaign: CampaignID, _ number: DrawnNumber, coins: Int64, in connection: Connection
  ) throws {
    try connection.run(
      "INSERT INTO standin_draws VALUES (?1, ?2, ?3, ?4, ?5, ?6)", .id(shake), .id(campaign), .id(number.window),
      .integer(Int64(bitPattern: number.bound)), .integer(Int64(bitPattern: number.value)), .integer(coins))
  }
}

struct StandInDirectory: CampaignDirectory {
  func find(_ reference: String, in connection: Connection) throws -> Campaign? {
    try connection.first(
      "SELECT id, name, start, stop, zone, every FROM standin_campaigns WHERE name = ?1 OR id = ?2",
      .text(reference), CampaignID(reference).map(Value.id) ?? .null
    ) { row in
      Campaign(
        id: try row.identifier(0), name: row.text(1), brand: "Acme", title: "Summer", state: .running,
        start: row.time(2), end: row.time(3), timeZone: row.text(4), types: [], audience: Campaign.Audience(),
        caps: Campaign.Caps(), pace: Campaign.Pace(), award: .weighted([Award.Prize(coins: 1, weight: 1)]),
        expires: nil, drawWindow: row.optionalText(5).flatMap { Period(iso8601: $0) }, priority: 0)
    }
  }

  func running(in connection: Connection) throws -> [Campaign] { [] }
  func version(in connection: Connection) throws -> Int64 { 0 }
  func isMember(_ user: UserID, of segment: String, in connection: Connection) throws -> Bool { false }
}
