internal import CampaignsContract
internal import QixShake

/// Two users become one.
struct Merging {
  private let user: UserID
  private let survivor: UserID
  private let connection: Connection
  private(set) var shakes: Int64 = 0
  private(set) var claims: Int64 = 0

  init(of user: UserID, into survivor: UserID, in connection: Connection) {
    (self.user, self.survivor, self.connection) = (user, survivor, connection)
  }

  mutating func run(_ context: Context) throws {
    // Of two under way in one campaign the survivor's goes on: there can be one of a type.
    let (connection, survivor) = (connection, survivor)
    try EndingPending.run(of: user, in: connection, context) { row in
      try connection.first(
        "SELECT 1 FROM shakes_pending WHERE user_id = ?1 AND campaign = ?2 AND type = ?3", .id(survivor),
        .id(row.campaign), .text(row.type)
      ) { _ in true } ?? false
    }
    try connection.run("UPDATE shakes_pending SET user_id = ?2 WHERE user_id = ?1", .id(user), .id(survivor))
    try moveClaims()
    try moveTallies()
    try connection.run(
      """
      INSERT INTO shakes_devices (campaign, day, device, user_id)
      SELECT campaign, day, device, ?2 FROM shakes_devices WHERE user_id = ?1
      ON CONFLICT (campaign, day, device, user_id) DO NOTHING
      """, .id(user), .id(survivor))
    try connection.run("DELETE FROM shakes_devices WHERE user_id = ?1", .id(user))
  }

  /// Merges claims: one that counted for either user has counted for both; where it counted for each, once is enough.
  private mutating func moveClaims() throws {
    var found: [(campaign: CampaignID, claim: String, shake: ShakeID)] = []
    try ShakeList.forEach(of: user, in: connection) { record in
      if let claim = record.claim { found.append((record.campaign, claim, record.id)) }
    }
    for row in found {
      try connection.run(
        "DELETE FROM shakes_claims WHERE campaign = ?1 AND claim = ?2 AND owner = ?3", .id(row.campaign),
        .text(row.claim), .id(user))
      guard connection.changes == 1 else { continue }
      try connection.run(
        """
        INSERT INTO shakes_claims (campaign, claim, owner, shake) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (campaign, claim, owner) DO NOTHING
        """, .id(row.campaign), .text(row.claim), .id(survivor), .id(row.shake))
      claims += Int64(connection.changes)
    }
  }

  private mutating func moveTallies() throws {
    let statements = try ShakeStatements(connection)
    var counters = Counters()
    let campaigns = try connection.rows(
      "SELECT campaign FROM shakes_tallies WHERE user_id = ?1 AND survivor IS NULL ORDER BY campaign", .id(user)
    ) { try $0.identifier(0, CampaignTag.self) }
    for campaign in campaigns {
      let gone = try counters.find(user, in: campaign, statements)
      let left = counters[gone]
      let place = try counters.find(survivor, in: campaign, statements)
      let kept = counters[place]
      counters.update(place) { $0.add(left) }
      shakes += left.shakes
      func both(_ count: (Counters.Entry) -> Int64) -> Int64 { count(left) > 0 && count(kept) > 0 ? 1 : 0 }
      try connection.run(
        """
        UPDATE shakes_totals SET users = users - ?2, takers = takers - ?3, winners = winners - ?4 WHERE campaign = ?1
        """, .id(campaign), .integer(both(\.shakes)), .integer(both(\.tally.attempts)), .integer(both(\.tally.wins)))
      try connection.run(
        """
        UPDATE shakes_tallies SET shakes = 0, attempts = 0, wins = 0, coins = 0, attempts_today = 0, survivor = ?3
        WHERE user_id = ?1 AND campaign = ?2
        """, .id(user), .id(campaign), .id(survivor))
    }
    try counters.flush(statements, in: connection)
    try connection.run("UPDATE shakes_tallies SET survivor = ?2 WHERE survivor = ?1", .id(user), .id(survivor))
  }
}

extension Counters.Entry {
  /// Counts what another did as this one's: caps are those of the person that both are.
  fileprivate mutating func add(_ other: Counters.Entry) {
    shakes += other.shakes
    let today = max(tally.day, other.tally.day)
    let ofToday =
      (tally.day == today ? tally.attemptsToday : 0) + (other.tally.day == today ? other.tally.attemptsToday : 0)
    tally.attempts += other.tally.attempts
    tally.wins += other.tally.wins
    tally.coins += other.tally.coins
    tally.day = today
    tally.attemptsToday = ofToday
    lastAt = [lastAt, other.lastAt].compactMap { $0 }.max()
    arrival = [arrival, other.arrival].compactMap { $0 }.max()
  }
}
