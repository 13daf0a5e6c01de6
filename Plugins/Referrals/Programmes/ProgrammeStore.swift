internal import CoinsContract
internal import IdentityContract
internal import QixShake

/// Programmes in the database.
struct ProgrammeStore {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  typealias Kept = (number: Int64, programme: Programme)

  private static let columns = """
    programme, name, title, referrer_coins, referee_coins, shakes, campaign, type, minimum_mode, newcomer, within, wait,
    per_referrer, total, expires, starts_at, ends_at
    """

  /// In the order in which they were made.
  func all() throws -> [Kept] {
    try connection.rows("SELECT \(Self.columns) FROM referrals_programmes ORDER BY programme", read: Self.read)
  }

  func find(_ name: String) throws -> Kept? {
    try connection.first(
      "SELECT \(Self.columns) FROM referrals_programmes WHERE name = ?1", .text(name), read: Self.read)
  }

  func find(_ number: Int64) throws -> Programme? {
    try connection.first(
      "SELECT \(Self.columns) FROM referrals_programmes WHERE programme = ?1", .integer(number), read: Self.read)?
      .programme
  }

  /// - Throws: `ReferralError.noProgramme`.
  func require(_ name: String) throws -> Kept {
    if let found = try find(name) { return found }
    throw ReferralError.noProgramme(
      name, near: Suggestion.best(for: name, among: try all().map(\.programme.name)))
  }

  /// - Throws: `ReferralError.exists`.
  func insert(_ programme: Programme) throws {
    guard try find(programme.name) == nil else { throw ReferralError.exists(programme.name) }
    try connection.run(
      """
      INSERT INTO referrals_programmes (\(Self.columns))
      VALUES ((SELECT coalesce(max(programme), 0) + 1 FROM referrals_programmes),
        ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
      """, .text(programme.name), .text(programme.title), .integer(programme.referrerCoins),
      .integer(programme.refereeCoins), .integer(programme.shakes), programme.campaign.map(Value.id) ?? .null,
      .optional(programme.type), .integer(programme.minimumMode.rawValue), .text("\(programme.newcomer)"),
      .text("\(programme.within)"), .text("\(programme.wait)"), .optional(programme.perReferrer),
      .optional(programme.total), .optional(programme.expires?.text), .time(programme.start),
      .optional(programme.end?.microseconds))
  }

  func end(_ number: Int64, at time: Timestamp) throws {
    try connection.run(
      "UPDATE referrals_programmes SET ends_at = ?2 WHERE programme = ?1", .integer(number), .time(time))
  }

  private static func read(_ row: Row) throws -> Kept {
    func period(_ column: Int) throws -> Period {
      if row.text(column) == "\(Period())" { return Period() }
      guard let period = Period(iso8601: row.text(column)) else {
        throw StorageError.corrupt("'\(row.text(column))' of programme \(row.integer(0)) is no period")
      }
      return period
    }
    guard let mode = Mode(rawValue: row.integer(8)) else {
      throw StorageError.corrupt("programme \(row.integer(0)) asks for an unknown mode")
    }
    return (
      row.integer(0),
      Programme(
        name: row.text(1), title: row.text(2), referrerCoins: row.integer(3), refereeCoins: row.integer(4),
        shakes: row.integer(5), campaign: try row.optionalIdentifier(6),
        type: row.optionalText(7), minimumMode: mode, newcomer: try period(9), within: try period(10),
        wait: try period(11), perReferrer: row.optionalInteger(12), total: row.optionalInteger(13),
        expires: try row.optionalText(14).map { text in
          guard let expiry = Expiry(text) else { throw StorageError.corrupt("'\(text)' is no expiry") }
          return expiry
        }, start: row.time(15), end: row.optionalTime(16))
    )
  }
}
