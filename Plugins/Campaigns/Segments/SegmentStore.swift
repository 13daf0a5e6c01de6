internal import QixModule

/// Segments in the database.
struct SegmentStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private static let columns = "segment, name, kind, share, since, before"

  func find(_ name: String) throws -> Segment? {
    try connection.first("SELECT \(Self.columns) FROM campaigns_segments WHERE name = ?1", .text(name), read: Self.read)
  }

  /// - Throws: `SegmentError.notFound`.
  func require(_ name: String) throws -> Segment {
    if let found = try find(name) { return found }
    throw SegmentError.notFound(name, near: Suggestion.best(for: name, among: try names()))
  }

  func names() throws -> [String] {
    try connection.rows("SELECT name FROM campaigns_segments ORDER BY name") { $0.text(0) }
  }

  func all() throws -> [Segment] {
    try connection.rows("SELECT \(Self.columns) FROM campaigns_segments ORDER BY name", read: Self.read)
  }

  /// Segments with rules.
  func ruled() throws -> [Segment] {
    try connection.rows("SELECT \(Self.columns) FROM campaigns_segments WHERE kind <> 1", read: Self.read)
  }

  func insert(_ segment: Segment, at time: Timestamp) throws {
    var (kind, share, since, before): (Int64, Int64?, Timestamp?, Timestamp?) = (1, nil, nil, nil)
    switch segment.rule {
    case .list: break
    case .share(let parts): (kind, share) = (2, parts)
    case .members(let from, let until): (kind, since, before) = (3, from, until)
    }
    try connection.run(
      "INSERT INTO campaigns_segments (\(Self.columns), created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      .id(segment.id), .text(segment.name), .integer(kind), .optional(share), .optional(since?.microseconds),
      .optional(before?.microseconds), .time(time))
    try CampaignStore.turn(in: connection)
  }

  func remove(_ segment: Segment) throws {
    try connection.run("DELETE FROM campaigns_members WHERE segment = ?1", .id(segment.id))
    try connection.run("DELETE FROM campaigns_segments WHERE segment = ?1", .id(segment.id))
    try CampaignStore.turn(in: connection)
  }

  /// - Returns: whether the user wasn't in it yet.
  func add(_ user: UserID, to segment: SegmentID) throws -> Bool {
    try connection.run(
      "INSERT INTO campaigns_members (segment, member) VALUES (?1, ?2) ON CONFLICT (segment, member) DO NOTHING",
      .id(segment), .id(user))
    return connection.changes == 1
  }

  func isMember(_ user: UserID, of segment: Segment) throws -> Bool {
    if segment.admits(user) { return true }
    return try connection.first(
      "SELECT 1 FROM campaigns_members WHERE segment = ?1 AND member = ?2", .id(segment.id), .id(user)
    ) { _ in true }
      ?? false
  }

  /// Users that are written down as members.
  func count(of segment: Segment) throws -> Int64 {
    try connection.first("SELECT count(*) FROM campaigns_members WHERE segment = ?1", .id(segment.id)) {
      $0.integer(0)
    } ?? 0
  }

  private static func read(_ row: Row) throws -> Segment {
    let id: SegmentID = try row.identifier(0)
    let rule: Segment.Rule
    switch (row.integer(2), row.optionalInteger(3)) {
    case (1, nil): rule = .list
    case (2, let share?): rule = .share(share)
    case (3, nil): rule = .members(since: row.optionalTime(4), before: row.optionalTime(5))
    default: throw StorageError.corrupt("segment \(id) is of no known kind")
    }
    return Segment(id: id, name: row.text(1), rule: rule)
  }
}
