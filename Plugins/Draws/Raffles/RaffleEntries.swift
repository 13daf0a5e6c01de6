internal import DrawsContract
internal import IdentityContract
internal import QixModule

/// Entries into raffles, while these are open.
struct RaffleEntries: RaffleBook {
  let policy: any ModePolicy
  let clock: any Clock

  static let mostTickets: Int64 = 1_000_000_000

  func enter(
    _ reference: String, user: UserID, tickets: Int64, key: String, in connection: Connection
  ) throws -> Bool {
    try enter(Raffle.find(reference, in: connection), user: user, tickets: tickets, key: key, in: connection)
  }

  /// - Parameter asker: whose keys may be answered, where not everybody's.
  func enter(
    _ raffle: Raffle, user: UserID, tickets: Int64, key: String, asker: String? = nil, in connection: Connection
  ) throws -> Bool {
    guard (1...Self.mostTickets).contains(tickets) else {
      throw Failure("draws.tickets", .usage, "an entry must have 1 to 1000000000 tickets, not \(tickets)")
    }
    guard IdempotencyKey.isWellFormed(key) else { throw IdempotencyKey.malformed(in: "draws") }
    // A repeat is answered also when the list is frozen by now.
    let earlier = try connection.fetchOne(
      "SELECT user, tickets, entered_at FROM draws_entries WHERE raffle = \(raffle.id) AND key = \(key)"
    ) { (user: try $0["user"] as UserID, tickets: $0["tickets"] as Int64, at: $0["entered_at"] as Timestamp) }
    if let earlier {
      guard earlier.user == user, earlier.tickets == tickets,
        try asker.map({ try Self.actor(of: raffle, at: earlier.at, in: connection) == $0 }) ?? true
      else {
        throw Failure(
          "draws.key-conflict", .conflict,
          "the key '\(key)' was used before for a different entry in this raffle, so nothing was done",
          hint: "Use a new key for a new entry.")
      }
      return false
    }
    try NewKey.check(key)
    let name = raffle.terms.name
    guard raffle.freeze == nil else {
      throw Failure(
        "draws.raffle-frozen", .conflict, "the list of the raffle '\(name)' is frozen, so it takes no more entries",
        hint: "See the list with `qix raffle export \(name)`.")
    }
    try policy.requireActive(user, in: connection)
    try connection.execute(
      """
      INSERT INTO draws_entries (raffle, key, user, tickets, entered_at)
      VALUES (\(raffle.id), \(key), \(user), \(tickets), \(clock.now()))
      """)
    return true
  }

  func isOpen(_ reference: String, in connection: Connection) throws -> Bool? {
    do {
      return try Raffle.find(reference, in: connection).state == .open
    } catch RaffleError.notFound {
      return nil
    }
  }

  /// Who has entered somebody at that moment.
  private static func actor(of raffle: Raffle, at time: Timestamp, in connection: Connection) throws -> String? {
    try AuditLog.actor(of: "draws.raffle-enter", "\(raffle.id): ", at: time, in: connection)
  }

  /// Counts users and tickets of a raffle.
  static func count(_ raffle: RaffleID, in connection: Connection) throws -> (users: Int64, tickets: Int64) {
    try connection.fetchOne(
      """
      SELECT count(DISTINCT user) AS count, coalesce(sum(tickets), 0) AS tickets FROM draws_entries
      WHERE raffle = \(raffle)
      """
    ) { ($0["count"] as Int64, $0["tickets"] as Int64) } ?? (0, 0)
  }
}
