internal import CampaignsContract
internal import QixShake

/// Counts of users in campaigns: read once, changed in memory, written when a transaction ends. It stays valid
/// from one transaction to the next as long as nobody else has written.
struct Counters {
  struct Entry {
    let user: UserID
    let campaign: CampaignID
    var tally = Tally()
    /// Decided shakes, refused ones too.
    var shakes: Int64 = 0
    /// Of the last shake that did not come too soon.
    var lastAt: Timestamp?
    /// Until when the pace is used up: GCRA's theoretical arrival time.
    var arrival: Timestamp?
    /// Where the list of the user's shakes begins; 0 for none.
    var lastShake: Int64 = 0
    /// Whether it has a row.
    var isStored = false
    var isDirty = false
  }

  private struct Key: Hashable {
    let user: UserID
    let campaign: CampaignID

    func hash(into hasher: inout Hasher) {
      // The low halves are random: they tell users and campaigns apart as well as both halves do.
      hasher.combine(user.low ^ campaign.low)
    }
  }

  /// So many are remembered before all are forgotten: some 30 MB.
  static let capacity = 131_072

  private var entries: [Entry] = []
  private var places: [Key: Int] = [:]
  private var dirty: [Int] = []

  var isFull: Bool { entries.count > Self.capacity }

  subscript(index: Int) -> Entry { entries[index] }

  /// Where a user's counts stand in the counters; zeros for who never shook there.
  mutating func find(_ user: UserID, in campaign: CampaignID, _ statements: ShakeStatements) throws -> Int {
    let key = Key(user: user, campaign: campaign)
    if let index = places[key] { return index }
    var entry = Entry(user: user, campaign: campaign)
    let select = statements.tally
    select.bind(user, at: 1)
    select.bind(campaign, at: 2)
    try select.first { row in
      entry.isStored = true
      entry.shakes = row.integer(0)
      entry.tally.attempts = row.integer(1)
      entry.tally.wins = row.integer(2)
      entry.tally.coins = row.integer(3)
      entry.tally.day = row.optionalInteger(4) ?? .min
      entry.tally.attemptsToday = row.integer(5)
      entry.lastAt = row.optionalTime(6)
      entry.arrival = row.optionalTime(7)
      entry.lastShake = row.optionalInteger(8) ?? 0
    }
    entries.append(entry)
    places[key] = entries.count - 1
    return entries.count - 1
  }

  mutating func update(_ index: Int, _ change: (inout Entry) -> Void) {
    if !entries[index].isDirty {
      entries[index].isDirty = true
      dirty.append(index)
    }
    change(&entries[index])
  }

  /// Writes what has changed, in the order of the table, so that each page is touched once.
  mutating func flush(_ statements: ShakeStatements, in connection: Connection) throws {
    guard !dirty.isEmpty else { return }
    // What is compared lies side by side; within the entries it lies far apart.
    var order = dirty.map { (user: entries[$0].user, campaign: entries[$0].campaign, index: $0) }
    order.sort { $0.user == $1.user ? $0.campaign < $1.campaign : $0.user < $1.user }
    for (_, _, index) in order {
      let entry = entries[index]
      let update = entry.isStored ? statements.updateTally : statements.insertTally
      entries[index].isDirty = false
      entries[index].isStored = true
      update.bind(entry.user, at: 1)
      update.bind(entry.campaign, at: 2)
      update.bind(entry.shakes, at: 3)
      update.bind(entry.tally.attempts, at: 4)
      update.bind(entry.tally.wins, at: 5)
      update.bind(entry.tally.coins, at: 6)
      update.bind(entry.tally.day == .min ? nil : entry.tally.day, at: 7)
      update.bind(entry.tally.attemptsToday, at: 8)
      update.bind(entry.lastAt, at: 9)
      update.bind(entry.arrival, at: 10)
      update.bind(entry.lastShake == 0 ? nil : entry.lastShake, at: 11)
      try update.run()
      guard connection.changes == 1 else { throw StorageError.corrupt("what was counted of a user is not there") }
    }
    dirty.removeAll(keepingCapacity: true)
  }
}
