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
    try connection.fetchAll("SELECT \(sql: Self.columns) FROM referrals_programmes ORDER BY programme", Self.read)
  }

  func find(_ name: String) throws -> Kept? {
    try connection.fetchOne("SELECT \(sql: Self.columns) FROM referrals_programmes WHERE name = \(name)", Self.read)
  }

  func find(_ number: Int64) throws -> Programme? {
    try connection.fetchOne(
      "SELECT \(sql: Self.columns) FROM referrals_programmes WHERE programme = \(number)", Self.read)?.programme
  }

  /// - Throws: `referrals.not-found`.
  func require(_ name: String) throws -> Kept {
    guard let found = try find(name) else { throw try missing(name) }
    return found
  }

  /// The failure of a command that names a programme that isn't there.
  func missing(_ name: String) throws -> Failure {
    let near = Suggestion.best(for: name, among: try all().map(\.programme.name))
    return Failure(
      "referrals.not-found", .notFound,
      "there is no referral programme '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
      hint: "List the programmes with `qix referral list`.")
  }

  /// - Throws: `referrals.exists`.
  func insert(_ programme: Programme) throws {
    guard try find(programme.name) == nil else {
      throw Failure(
        "referrals.exists", .conflict, "referral programme '\(programme.name)' already exists",
        hint: "See it with `qix referral show \(programme.name)`.")
    }
    try connection.execute(
      """
      INSERT INTO referrals_programmes (\(sql: Self.columns))
      VALUES ((SELECT coalesce(max(programme), 0) + 1 FROM referrals_programmes),
        \(programme.name), \(programme.title), \(programme.referrerCoins), \(programme.refereeCoins),
          \(programme.shakes), \(programme.campaign), \(programme.type), \(programme.minimumMode.rawValue),
          \("\(programme.newcomer)"), \("\(programme.within)"), \("\(programme.wait)"), \(programme.perReferrer),
          \(programme.total), \(programme.expires?.text), \(programme.start), \(programme.end))
      """)
  }

  func end(_ number: Int64, at time: Timestamp) throws {
    try connection.execute("UPDATE referrals_programmes SET ends_at = \(time) WHERE programme = \(number)")
  }

  private static func read(_ row: Row) throws -> Kept {
    func period(_ column: StaticString) throws -> Period {
      let text: String = row[column]
      if text == "\(Period())" { return Period() }
      guard let period = Period(iso8601: text) else {
        throw StorageError.corrupt("'\(text)' of programme \(row["programme"] as Int64) is not a period")
      }
      return period
    }
    guard let mode = Mode(rawValue: row["minimum_mode"]) else {
      throw StorageError.corrupt("programme \(row["programme"] as Int64) asks for an unknown mode")
    }
    let (referrer, referee): (Int64, Int64) = (row["referrer_coins"], row["referee_coins"])
    guard (0...Programme.most).contains(referrer), (0...Programme.most).contains(referee) else {
      throw StorageError.corrupt("programme \(row["programme"] as Int64) pays more than there can be")
    }
    return (
      row["programme"] as Int64,
      Programme(
        name: row["name"], title: row["title"], referrerCoins: referrer,
        refereeCoins: referee, shakes: row["shakes"], campaign: try row["campaign"], type: row["type"],
        minimumMode: mode, newcomer: try period("newcomer"), within: try period("within"), wait: try period("wait"),
        perReferrer: row["per_referrer"], total: row["total"],
        expires: try (row["expires"] as String?).map { text in
          guard let expiry = Expiry(text) else { throw StorageError.corrupt("'\(text)' is not an expiry") }
          return expiry
        }, start: row["starts_at"], end: row["ends_at"])
    )
  }
}
