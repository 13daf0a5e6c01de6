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
      return try connection.fetchOne(
        "SELECT \(sql: Self.columns) FROM campaigns_campaigns WHERE name = \(reference)", Self.read)
    }
    return try connection.fetchOne(
      "SELECT \(sql: Self.columns) FROM campaigns_campaigns WHERE campaign = \(id)", Self.read)
  }

  /// The campaign, where a caller may see it: for customers there are no drafts.
  /// - Throws: `campaigns.not-found`.
  func require(_ reference: String, for caller: Principal) throws -> Campaign {
    let found = try require(reference)
    guard found.state != .draft || !caller.isCustomer else { throw Self.notFound(reference, near: nil) }
    return found
  }

  /// - Throws: `campaigns.not-found`.
  func require(_ reference: String) throws -> Campaign {
    if let found = try find(reference) { return found }
    let names: [String] = try connection.fetchAll(
      "SELECT name FROM campaigns_campaigns ORDER BY campaign DESC LIMIT 10000")
    let near = Suggestion.best(for: reference, among: names)
    throw Self.notFound(reference, near: near)
  }

  private static func notFound(_ reference: String, near: String?) -> Failure {
    Failure(
      "campaigns.not-found", .notFound,
      "there is no campaign '\(reference)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
      hint: "List campaigns with `qix campaign list`.")
  }

  /// Greatest priority first, then the one that ends soonest, then the older one.
  func running() throws -> [Campaign] {
    try connection.fetchAll(
      "SELECT \(sql: Self.columns) FROM campaigns_campaigns WHERE state = 2 ORDER BY priority DESC, ends_at, campaign",
      Self.read)
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
    try connection.fetchAll(
      """
      SELECT \(sql: Self.columns) FROM campaigns_campaigns
      WHERE (\(filter.state?.rawValue) IS NULL OR state = \(filter.state?.rawValue))
        AND (\(filter.brand) IS NULL OR brand = \(filter.brand))
        AND (\(filter.at) IS NULL OR (starts_at <= \(filter.at) AND ends_at > \(filter.at)))
          AND (\(filter.after) IS NULL OR campaign < \(filter.after))
      ORDER BY campaign DESC LIMIT \(limit)
      """, Self.read)
  }

  func insert(_ campaign: Campaign, at time: Timestamp) throws {
    try connection.execute(
      """
      INSERT INTO campaigns_campaigns
        (campaign, name, brand, state, starts_at, ends_at, priority, segment, definition, created_at)
      VALUES (\(campaign.id), \(campaign.name), \(campaign.brand), \(campaign.state.rawValue), \(campaign.start),
        \(campaign.end), \(campaign.priority), \(campaign.audience.segment), \(Self.definition(campaign)), \(time))
      """)
    try readBack(campaign)
    try Self.turn(in: connection)
  }

  /// Keeps what has changed of a campaign. Its id and name never do.
  func update(_ campaign: Campaign, at time: Timestamp) throws {
    let before: Int64? = try connection.fetchOne(
      "SELECT state FROM campaigns_campaigns WHERE campaign = \(campaign.id)")
    if before != campaign.state.rawValue, campaign.state != .draft {
      try connection.tell("campaign.\(campaign.state.name)", of: campaign.id)
    }
    try connection.execute(
      """
      UPDATE campaigns_campaigns
      SET brand = \(campaign.brand), state = \(campaign.state.rawValue), starts_at = \(campaign.start),
        ends_at = \(campaign.end), priority = \(campaign.priority), segment = \(campaign.audience.segment),
        definition = \(Self.definition(campaign)),
        started_at = CASE WHEN \(campaign.state.rawValue) = 2 THEN coalesce(started_at, \(time)) ELSE started_at END,
        ended_at = CASE WHEN \(campaign.state.rawValue) = 4 THEN \(time) END
      WHERE campaign = \(campaign.id)
      """)
    precondition(connection.changes == 1, "a campaign is changed that isn't there")
    try readBack(campaign)
    try Self.turn(in: connection)
  }

  /// Deletes a draft that was never started, and remembers that its budget is free.
  func delete(_ campaign: Campaign) throws {
    try connection.execute("DELETE FROM campaigns_campaigns WHERE campaign = \(campaign.id)")
    try connection.execute("INSERT INTO campaigns_deleted (name) VALUES (\(campaign.name)) ON CONFLICT DO NOTHING")
    try Self.turn(in: connection)
  }

  /// Whether there was a campaign of that name which was deleted as a draft.
  func wasDeleted(_ name: String) throws -> Bool {
    try connection.has("SELECT 1 FROM campaigns_deleted WHERE name = \(name)")
  }

  /// Names of campaigns that are for a segment, by their audience or by a condition, and have not ended.
  func using(segment: String) throws -> [String] {
    let condition = "\(CampaignsModule.segmentCondition):\(segment)"
    return try connection.fetchAll(
      "SELECT \(sql: Self.columns) FROM campaigns_campaigns WHERE state < 4 ORDER BY name", Self.read
    )
    .filter { $0.audience.segment == segment || $0.audience.conditions.contains(condition) }.map(\.name)
  }

  static func version(in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT version FROM campaigns_version") ?? 0
  }

  /// Tells callers that cache campaigns that something has changed.
  static func turn(in connection: Connection) throws {
    try connection.execute("UPDATE campaigns_version SET version = version + 1")
  }

  /// Makes sure that what was stored is what all others will read.
  private func readBack(_ campaign: Campaign) throws {
    guard let stored = try? require("\(campaign.id)"), stored.end == campaign.end, stored.start == campaign.start else {
      throw Failure(
        "campaigns.unreadable", .usage,
        "the campaign '\(campaign.name)' could not be read again after it was stored, so nothing was changed",
        hint: "Look for an extreme value, such as a time in the far future, and report it to qix's authors.")
    }
  }

  private static func definition(_ campaign: Campaign) -> String {
    CampaignWriter(zone: nil).value(campaign).text()
  }

  private static func read(_ row: Row) throws -> Campaign {
    let id: CampaignID = try row["campaign"]
    guard let state = Campaign.State(rawValue: row["state"]) else {
      throw StorageError.corrupt("campaign \(id) is in no known state")
    }
    var reader = CampaignReader()
    reader.isStored = true
    // Stored rows were read before: a fault in them now is damage, and no slip of the caller.
    guard let stored = try? JSONValue(parsing: row["definition"] as String) else {
      throw StorageError.corrupt("what campaign \(id) is can't be read")
    }
    let draft = reader.read(stored)
    guard reader.faults.all.isEmpty, let campaign = draft.campaign(id, state) else {
      throw StorageError.corrupt("what campaign \(id) is can't be read")
    }
    return campaign
  }
}
