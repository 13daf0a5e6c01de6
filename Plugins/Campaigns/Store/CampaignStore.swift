internal import CampaignsContract
internal import QixDefinitions
internal import QixShake

/// Campaigns in the database.
struct CampaignStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private static let columns = "campaign, state, definition"

  /// - Parameter reference: `cmp_…`, or a name.
  func find(_ reference: String) throws -> Campaign? {
    guard let id = CampaignID(reference) else {
      return try connection.first(
        "SELECT \(Self.columns) FROM campaigns_campaigns WHERE name = ?1", .text(reference), read: Self.read)
    }
    return try connection.first(
      "SELECT \(Self.columns) FROM campaigns_campaigns WHERE campaign = ?1", .id(id), read: Self.read)
  }

  /// - Throws: `CampaignError.notFound`.
  func require(_ reference: String) throws -> Campaign {
    if let found = try find(reference) { return found }
    let names = try connection.rows("SELECT name FROM campaigns_campaigns ORDER BY campaign DESC LIMIT 10000") {
      $0.text(0)
    }
    throw CampaignError.notFound(reference, near: Suggestion.best(for: reference, among: names))
  }

  /// Greatest priority first, then the one that ends soonest, then the older one.
  func running() throws -> [Campaign] {
    try connection.rows(
      """
      SELECT \(Self.columns) FROM campaigns_campaigns WHERE state = 2 ORDER BY priority DESC, ends_at, campaign
      """, read: Self.read)
  }

  /// A filter for lists; nil leaves a part open.
  struct Filter: Sendable {
    var state: Campaign.State?
    var brand: String?
    /// A moment that the period must contain.
    var at: Timestamp?
    /// Newer ones than this are left out.
    var after: CampaignID?
  }

  /// The newest first.
  func list(_ filter: Filter, limit: Int64) throws -> [Campaign] {
    try connection.rows(
      """
      SELECT \(Self.columns) FROM campaigns_campaigns
      WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR brand = ?2)
        AND (?3 IS NULL OR (starts_at <= ?3 AND ends_at > ?3)) AND (?4 IS NULL OR campaign < ?4)
      ORDER BY campaign DESC LIMIT ?5
      """, .optional(filter.state?.rawValue), .optional(filter.brand), .optional(filter.at?.microseconds),
      filter.after.map(Value.id) ?? .null, .integer(limit), read: Self.read)
  }

  func insert(_ campaign: Campaign, at time: Timestamp) throws {
    try connection.run(
      """
      INSERT INTO campaigns_campaigns
        (campaign, name, brand, state, starts_at, ends_at, priority, segment, definition, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """, .id(campaign.id), .text(campaign.name), .text(campaign.brand), .integer(campaign.state.rawValue),
      .time(campaign.start), .time(campaign.end), .integer(campaign.priority), .optional(campaign.audience.segment),
      .text(Self.definition(campaign)), .time(time))
    try Self.turn(in: connection)
  }

  /// Keeps what has changed of a campaign. Its id and name never do.
  func update(_ campaign: Campaign, at time: Timestamp) throws {
    let before = try connection.first("SELECT state FROM campaigns_campaigns WHERE campaign = ?1", .id(campaign.id)) {
      $0.integer(0)
    }
    if before != campaign.state.rawValue, campaign.state != .draft {
      try connection.tell("campaign.\(campaign.state.name)", of: campaign.id)
    }
    try connection.run(
      """
      UPDATE campaigns_campaigns
      SET brand = ?2, state = ?3, starts_at = ?4, ends_at = ?5, priority = ?6, segment = ?7, definition = ?8,
        started_at = CASE WHEN ?3 = 2 THEN coalesce(started_at, ?9) ELSE started_at END,
        ended_at = CASE WHEN ?3 = 4 THEN ?9 END
      WHERE campaign = ?1
      """, .id(campaign.id), .text(campaign.brand), .integer(campaign.state.rawValue), .time(campaign.start),
      .time(campaign.end), .integer(campaign.priority), .optional(campaign.audience.segment),
      .text(Self.definition(campaign)), .time(time))
    precondition(connection.changes == 1, "a campaign is changed that isn't there")
    try Self.turn(in: connection)
  }

  /// Deletes a draft that was never started, and remembers that its budget is free.
  func delete(_ campaign: Campaign) throws {
    try connection.run("DELETE FROM campaigns_campaigns WHERE campaign = ?1", .id(campaign.id))
    try connection.run(
      "INSERT INTO campaigns_deleted (name) VALUES (?1) ON CONFLICT DO NOTHING", .text(campaign.name))
    try Self.turn(in: connection)
  }

  /// Whether there was a campaign of that name which was deleted as a draft.
  func wasDeleted(_ name: String) throws -> Bool {
    try connection.first("SELECT 1 FROM campaigns_deleted WHERE name = ?1", .text(name)) { _ in true } ?? false
  }

  /// Names of campaigns that are for a segment, by their audience or by a condition, and have not ended.
  func using(segment: String) throws -> [String] {
    let condition = "\(CampaignsModule.segmentCondition):\(segment)"
    return try connection.rows(
      "SELECT \(Self.columns) FROM campaigns_campaigns WHERE state < 4 ORDER BY name", read: Self.read
    )
    .filter { $0.audience.segment == segment || $0.audience.conditions.contains(condition) }.map(\.name)
  }

  static func version(in connection: Connection) throws -> Int64 {
    try connection.first("SELECT version FROM campaigns_version") { $0.integer(0) } ?? 0
  }

  /// Tells callers that cache campaigns that something has changed.
  static func turn(in connection: Connection) throws {
    try connection.run("UPDATE campaigns_version SET version = version + 1")
  }

  private static func definition(_ campaign: Campaign) -> String {
    CampaignWriter(zone: nil).value(campaign).text()
  }

  private static func read(_ row: Row) throws -> Campaign {
    let id: CampaignID = try row.identifier(0)
    guard let state = Campaign.State(rawValue: row.integer(1)) else {
      throw StorageError.corrupt("campaign \(id) is in no known state")
    }
    var reader = CampaignReader()
    reader.isStored = true
    // Stored rows were read before: a fault in them now is damage, and no slip of the caller.
    guard let stored = try? JSONValue(parsing: row.text(2)) else {
      throw StorageError.corrupt("what campaign \(id) is can't be read")
    }
    let draft = reader.read(stored)
    guard reader.faults.all.isEmpty, let campaign = draft.campaign(id, state) else {
      throw StorageError.corrupt("what campaign \(id) is can't be read")
    }
    return campaign
  }
}
