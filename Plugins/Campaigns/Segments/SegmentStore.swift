internal import QixModule

/// Segments in the database.
struct SegmentStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private static let columns = "segment, name, kind, share, since, before"

  func find(_ name: String) throws -> Segment? {
    try connection.fetchOne("SELECT \(sql: Self.columns) FROM campaigns_segments WHERE name = \(name)", Self.read)
  }

  /// - Throws: `campaigns.segment-not-found`.
  func require(_ name: String) throws -> Segment {
    if let found = try find(name) { return found }
    throw SegmentError.notFound(name, near: Suggestion.best(for: name, among: try names()))
  }

  func names() throws -> [String] { try connection.fetchAll("SELECT name FROM campaigns_segments ORDER BY name") }

  func all() throws -> [Segment] {
    try connection.fetchAll("SELECT \(sql: Self.columns) FROM campaigns_segments ORDER BY name", Self.read)
  }

  /// Segments with rules.
  func ruled() throws -> [Segment] {
    try connection.fetchAll("SELECT \(sql: Self.columns) FROM campaigns_segments WHERE kind <> 1", Self.read)
  }

  func insert(_ segment: Segment, at time: Timestamp) throws {
    var (kind, share, since, before): (Int64, Int64?, Timestamp?, Timestamp?) = (1, nil, nil, nil)
    switch segment.rule {
    case .list: break
    case .share(let parts): (kind, share) = (2, parts)
    case .members(let from, let until): (kind, since, before) = (3, from, until)
    }
    try connection.execute(
      """
      INSERT INTO campaigns_segments (\(sql: Self.columns), created_at)
      VALUES (\(segment.id), \(segment.name), \(kind), \(share), \(since), \(before), \(time))
      """)
    try CampaignStore.turn(in: connection)
  }

  func remove(_ segment: Segment) throws {
    try connection.execute("DELETE FROM campaigns_members WHERE segment = \(segment.id)")
    try connection.execute("DELETE FROM campaigns_segments WHERE segment = \(segment.id)")
    try CampaignStore.turn(in: connection)
  }

  /// - Returns: whether the user wasn't in it yet.
  func add(_ user: UserID, to segment: SegmentID) throws -> Bool {
    try connection.execute(
      """
      INSERT INTO campaigns_members (segment, member) VALUES (\(segment), \(user))
      ON CONFLICT (segment, member) DO NOTHING
      """)
    return connection.changes == 1
  }

  func isMember(_ user: UserID, of segment: Segment) throws -> Bool {
    if segment.admits(user) { return true }
    return try connection.has("SELECT 1 FROM campaigns_members WHERE segment = \(segment.id) AND member = \(user)")
  }

  /// Users that are written down as members.
  func count(of segment: Segment) throws -> Int64 {
    try connection.fetchOne("SELECT count(*) FROM campaigns_members WHERE segment = \(segment.id)") ?? 0
  }

  private static func read(_ row: Row) throws -> Segment {
    let id: SegmentID = try row["segment"]
    let rule: Segment.Rule
    switch (row["kind"] as Int64, row["share"] as Int64?) {
    case (1, nil): rule = .list
    case (2, let share?): rule = .share(share)
    case (3, nil): rule = .members(since: row["since"], before: row["before"])
    default: throw StorageError.corrupt("segment \(id) is of no known kind")
    }
    return Segment(id: id, name: row["name"], rule: rule)
  }
}
