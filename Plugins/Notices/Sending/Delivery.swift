internal import NoticesContract
internal import QixModule
internal import QixNetwork

/// A message of a notice, by phone or email.
struct Delivery: Sendable {
  enum State: Int64, Sendable, CaseIterable {
    case waiting = 1
    /// In a process's hands.
    case sending
    case sent
    /// Not sent, whatever was tried.
    case gaveUp
    /// The user no longer wants it, or there is nothing to tell any more.
    case dropped

    var name: String {
      switch self {
      case .waiting, .sending: "waiting"
      case .sent: "sent"
      case .gaveUp: "given-up"
      case .dropped: "dropped"
      }
    }
  }

  let notice: NoticeID
  let way: NoticeWays
  var state: State
  var due: Timestamp
  let ends: Timestamp
  var tries: Int64
  var leasedUntil: Timestamp?
  /// Whether a process ended before it wrote down what became of a try.
  var isDoubtful: Bool
  var fault: String?
  var ended: Timestamp?

  /// Tries of one message.
  static let mostTries: Int64 = 6
  /// Microseconds after which a message comes too late.
  static let life = 3 * Timestamp.day
  /// Microseconds for which a process has it in its hands: longer than any sender may take.
  static let lease: Int64 = 300_000_000
  /// From a minute to six hours.
  static let backoff = Backoff(shortest: 60_000_000, longest: 21_600_000_000)

  private static let columns = """
    notice, way, state, due_at, ends_at, tries, leased_until, is_doubtful, fault, ended_at
    """

  init(_ row: Row) throws {
    guard let state = State(rawValue: row["state"]) else {
      throw StorageError.corrupt("a message of a notice has a state that this qix doesn't know")
    }
    notice = try row["notice"]
    way = NoticeWays(rawValue: row["way"])
    self.state = state
    due = row["due_at"]
    ends = row["ends_at"]
    tries = row["tries"]
    leasedUntil = row["leased_until"]
    isDoubtful = row["is_doubtful"]
    fault = row["fault"]
    ended = row["ended_at"]
  }

  static func find(_ notice: NoticeID, _ way: NoticeWays, in connection: Connection) throws -> Delivery? {
    try connection.fetchOne(
      "SELECT \(sql: columns) FROM notices_deliveries WHERE notice = \(notice) AND way = \(way.rawValue)",
      Delivery.init)
  }

  static func all(of notice: NoticeID, in connection: Connection) throws -> [Delivery] {
    try connection.fetchAll(
      "SELECT \(sql: columns) FROM notices_deliveries WHERE notice = \(notice) ORDER BY way", Delivery.init)
  }

  /// Those that may be sent at a time, the longest due first.
  static func due(at now: Timestamp, limit: Int64, in connection: Connection) throws -> [Delivery] {
    try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM notices_deliveries
      WHERE state <= 2 AND due_at <= \(now)
        AND (leased_until IS NULL OR leased_until <= \(now)
          OR leased_until > \(now.advanced(byMicroseconds: lease)))
      ORDER BY due_at LIMIT \(limit)
      """, Delivery.init)
  }

  /// Whether it may be sent at a time: it waits, and no process has it in its hands.
  func isDue(at now: Timestamp) -> Bool {
    guard state == .waiting || state == .sending, due <= now else { return false }
    guard let leasedUntil else { return true }
    // A lease from a time to come was made before the clock was set back.
    return leasedUntil <= now || leasedUntil > now.advanced(byMicroseconds: Self.lease)
  }

  mutating func end(_ state: State, at now: Timestamp, fault: String? = nil) {
    (self.state, self.fault, ended, leasedUntil) = (state, fault, now, nil)
  }

  /// Notes a try in vain.
  mutating func fail(_ fault: String, at now: Timestamp, _ random: any RandomSource) {
    let next = now.advanced(byMicroseconds: Self.backoff.microseconds(failures: tries, random: random))
    guard tries < Self.mostTries, next < ends else { return end(.gaveUp, at: now, fault: fault) }
    (state, self.fault, due, leasedUntil) = (.waiting, fault, next, nil)
  }

  func save(in connection: Connection) throws {
    try connection.execute(
      """
      UPDATE notices_deliveries SET state = \(state.rawValue), due_at = \(due), tries = \(tries),
        leased_until = \(leasedUntil), is_doubtful = \(isDoubtful), fault = \(fault), ended_at = \(ended)
      WHERE notice = \(notice) AND way = \(way.rawValue)
      """)
  }
}
