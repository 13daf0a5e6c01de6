internal import CampaignsContract
internal import QixShake

/// Two users become one.
struct Merging {
  private let user: UserID
  private let survivor: UserID
  private let connection: Connection
  private(set) var shakes: Int64 = 0
  private(set) var claims: Int64 = 0
  /// Shakes whose coins were taken back, since both have had them.
  private(set) var taken: Int64 = 0

  init(of user: UserID, into survivor: UserID, in connection: Connection) {
    (self.user, self.survivor, self.connection) = (user, survivor, connection)
  }

  mutating func run(_ context: Context) throws {
    // Of two under way in one campaign the survivor's goes on: there can be one of a type.
    let (connection, survivor) = (connection, survivor)
    try EndingPending.run(of: user, in: connection, context) { row in
      try connection.has(
        """
        SELECT 1 FROM shakes_pending WHERE user_id = \(survivor) AND campaign = \(row.campaign) AND type = \(row.type)
        """)
    }
    try connection.execute("UPDATE shakes_pending SET user_id = \(survivor) WHERE user_id = \(user)")
    try takeBackTwice(context)
    try moveClaims()
    try moveTallies()
    try connection.execute(
      """
      INSERT INTO shakes_devices (campaign, day, device, user_id)
      SELECT campaign, day, device, \(survivor) FROM shakes_devices WHERE user_id = \(user)
      ON CONFLICT (campaign, day, device, user_id) DO NOTHING
      """)
    try connection.execute("DELETE FROM shakes_devices WHERE user_id = \(user)")
  }

  /// Before anything is moved: what the survivor has had counts for this.
  private mutating func takeBackTwice(_ context: Context) throws {
    guard
      try connection.has("SELECT 1 FROM shakes_tallies WHERE user_id = \(user) AND survivor IS NULL AND wins > 0")
    else { return }
    let pipeline = try Pipeline(connection, try PipelineTools(context))
    try pipeline.begin()
    taken = try pipeline.takeBackTwice(wonBy: user, besides: survivor, at: context.clock.now())
    try pipeline.finish()
  }

  /// Merges claims: one that counted for either user has counted for both; where it counted for each, once is enough.
  private mutating func moveClaims() throws {
    var found: [(campaign: CampaignID, claim: String, shake: ShakeID)] = []
    try ShakeList.forEach(of: user, in: connection) { record in
      if let claim = record.claim { found.append((record.campaign, claim, record.id)) }
    }
    for row in found {
      try connection.execute(
        "DELETE FROM shakes_claims WHERE campaign = \(row.campaign) AND claim = \(row.claim) AND owner = \(user)")
      guard connection.changes == 1 else { continue }
      try connection.execute(
        """
        INSERT INTO shakes_claims (campaign, claim, owner, shake)
        VALUES (\(row.campaign), \(row.claim), \(survivor), \(row.shake))
        ON CONFLICT (campaign, claim, owner) DO NOTHING
        """)
      claims += Int64(connection.changes)
    }
  }

  private mutating func moveTallies() throws {
    let statements = try ShakeStatements(connection)
    var counters = Counters()
    let campaigns: [CampaignID] = try connection.fetchAll(
      "SELECT campaign FROM shakes_tallies WHERE user_id = \(user) AND survivor IS NULL ORDER BY campaign")
    for campaign in campaigns {
      let gone = try counters.find(user, in: campaign, statements)
      let left = counters[gone]
      let place = try counters.find(survivor, in: campaign, statements)
      let kept = counters[place]
      counters.update(place) { $0.add(left) }
      shakes += left.shakes
      func both(_ count: (Counters.Entry) -> Int64) -> Int64 { count(left) > 0 && count(kept) > 0 ? 1 : 0 }
      try connection.execute(
        """
        UPDATE shakes_totals
        SET users = users - \(both(\.shakes)), takers = takers - \(both(\.tally.attempts)),
          winners = winners - \(both(\.tally.wins)) WHERE campaign = \(campaign)
        """)
      try connection.execute(
        """
        UPDATE shakes_tallies
        SET shakes = 0, attempts = 0, wins = 0, coins = 0, attempts_today = 0, survivor = \(survivor)
        WHERE user_id = \(user) AND campaign = \(campaign)
        """)
    }
    try counters.flush(statements, in: connection)
    try connection.execute("UPDATE shakes_tallies SET survivor = \(survivor) WHERE survivor = \(user)")
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
