internal import QixCrypto
package import QixKernel

/// Marks an event's identifier: `evt_…`.
package enum EventTag: IdentifierTag {
  package static let prefix = "evt"
  package static let place: String? = "qix_events.id"
}

package typealias EventID = Identifier<EventTag>

/// Something that happened in a transaction, as its module has told it.
package struct NewEvent: Sendable {
  package let type: String
  let high: UInt64, low: UInt64
  package let user: UserID?
  /// Whether somebody reads it, and not only what follows from it.
  let isHeard: Bool

  package func subject<Tag>(_: Tag.Type = Tag.self) -> Identifier<Tag> { Identifier(high: high, low: low) }
}

/// Tells what follows from what others have told in a transaction, at its end.
package struct EventFollower: Sendable {
  /// Types of the events that it has to know.
  let follows: Set<String>
  /// Types of those that it tells.
  let tells: Set<String>
  let follow: @Sendable ([NewEvent], Connection) throws -> Void

  package init(
    _ follows: Set<String>, tells: Set<String>, follow: @escaping @Sendable ([NewEvent], Connection) throws -> Void
  ) {
    (self.follows, self.tells, self.follow) = (follows, tells, follow)
  }
}

extension Connection {
  /// Tells programs elsewhere, and those who listen, what happened in this transaction, once it is durable.
  ///
  /// What is kept are ids: the type's module says what they stand for when somebody is told (`EventSource`), so a user who
  /// was erased is in no copy.
  /// - Parameters:
  ///   - type: one of its module's `eventTypes`.
  ///   - subject: what it happened to.
  ///   - user: whom it concerns: who is told of it as a customer.
  package func tell<Tag>(_ type: String, of subject: Identifier<Tag>, user: UserID? = nil) throws {
    let heard = try heard
    guard heard != .none else { return }
    let isHeard = heard.contains(type)
    guard isHeard || followers.contains(where: { $0.isNeeded(heard) && $0.follows.contains(type) }) else { return }
    told.append(NewEvent(type: type, high: subject.high, low: subject.low, user: user, isHeard: isHeard))
  }

  /// Whether anybody reads events.
  package var isHeard: Bool { get throws { try heard != .none } }

  /// Which events somebody reads; asked once in a transaction.
  private var heard: HeardEvents {
    get throws {
      if let heardAlready { return heardAlready }
      let heard = try EventLog(self).heard(at: clock.now())
      heardAlready = heard
      return heard
    }
  }

  /// Writes down what was told, each behind the last.
  func keepEvents() throws {
    guard !told.isEmpty else { return }
    defer { told = [] }
    let (events, heard) = (told, try heard)
    for follower in followers where follower.isNeeded(heard) {
      let followed = events.filter { follower.follows.contains($0.type) }
      if !followed.isEmpty { try follower.follow(followed, self) }
    }
    let last = try EventLog(self).last
    var ids = IdentifierGenerator(random: SystemRandomSource(), after: (last.high, last.low))
    var rows = RowBatch(into: "qix_events", ["id", "type", "subject", "user"], in: self)
    let now = clock.now()
    for event in told where event.isHeard {
      rows.append(ids.next(EventTag.self, at: now))
      rows.append(event.type)
      rows.append(EventID(high: event.high, low: event.low))
      if let user = event.user { rows.append(user) } else { rows.appendNull() }
      _ = try rows.endRow()
    }
    try rows.flush()
  }
}

extension EventFollower {
  fileprivate func isNeeded(_ heard: HeardEvents) -> Bool { heard.containsAny(of: tells) }
}

/// Which events are kept, since somebody reads them.
enum HeardEvents: Sendable, Equatable {
  case none, all
  case types(Set<String>)

  func containsAny(of others: Set<String>) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .types(let types): !types.isDisjoint(with: others)
    }
  }

  func contains(_ type: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .types(let types): types.contains(type)
    }
  }
}

/// An event as it is kept.
package struct KeptEvent: Sendable, Equatable {
  package let id: EventID
  package let type: String
  /// The halves of the id of what it happened to.
  package let high: UInt64, low: UInt64
  package let user: UserID?

  package func subject<Tag>(_: Tag.Type = Tag.self) -> Identifier<Tag> { Identifier(high: high, low: low) }
}

/// The events that are kept, in their order, and who reads them.
package struct EventLog {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Before every event.
  package static let start = EventID(high: 0, low: 0)

  package func isRead(at now: Timestamp) throws -> Bool { try heard(at: now) != .none }

  func heard(at now: Timestamp) throws -> HeardEvents {
    var types: Set<String> = []
    let readers = try connection.fetchAll(
      "SELECT types FROM qix_event_readers WHERE until IS NULL OR until > \(now)"
    ) { row -> String? in row["types"] }
    for reader in readers {
      guard let reader else { return .all }
      for type in reader.split(separator: ",") { types.insert(String(type)) }
    }
    return types.isEmpty ? .none : .types(types)
  }

  /// The newest event; `start` where there was none.
  package var last: EventID {
    get throws { try end("DESC") ?? Self.start }
  }

  /// The oldest event that is still there.
  package var first: EventID? {
    get throws { try end("ASC") }
  }

  private func end(_ order: String) throws -> EventID? {
    try connection.fetchOne("SELECT id FROM qix_events ORDER BY id \(sql: order) LIMIT 1")
  }

  /// The events behind a position.
  package func page(after position: EventID, limit: Int) throws -> [KeptEvent] {
    try connection.fetchAll(
      """
      SELECT id, type, coalesce(subject, id) AS subject, user FROM qix_events WHERE id > \(position) ORDER BY id
      LIMIT \(limit)
      """
    ) { row in
      let subject: EventID = try row["subject"]
      return KeptEvent(
        id: try row["id"], type: row["type"], high: subject.high, low: subject.low, user: try row["user"])
    }
  }

  /// How many lie behind a position.
  package func count(after position: EventID) throws -> Int64 {
    try connection.fetchOne("SELECT count(*) FROM qix_events WHERE id > \(position)") ?? 0
  }

  /// The position in front of everything that happened at a moment or later.
  package static func position(before time: Timestamp) -> EventID {
    EventID(high: UInt64(max(0, time.microseconds / 1_000)) << 16, low: 0)
  }

  /// The position behind which so many events lie, or all of them where there are fewer.
  package func position(back count: Int) throws -> EventID {
    try connection.fetchOne("SELECT id FROM qix_events ORDER BY id DESC LIMIT 1 OFFSET \(count)") ?? Self.start
  }

  /// Writes down how far a reader is, for whom events are kept.
  /// - Parameters:
  ///   - types: those that it reads; nil for all.
  ///   - until: when it no longer counts; nil for as long as it isn't removed.
  package func keep(
    for reader: String, from position: EventID, types: Set<String>? = nil, until: Timestamp? = nil
  ) throws {
    let types = types?.sorted().joined(separator: ",")
    try connection.execute(
      """
      INSERT INTO qix_event_readers (reader, position, types, until)
      VALUES (\(reader), \(position), \(types), \(until))
      ON CONFLICT (reader) DO UPDATE SET position = excluded.position, types = excluded.types, until = excluded.until
      """)
  }

  package func remove(_ reader: String) throws {
    try connection.execute("DELETE FROM qix_event_readers WHERE reader = \(reader)")
  }

  /// Until when a reader counts; nil where it doesn't, or always does.
  package func until(_ reader: String) throws -> Timestamp? {
    try connection.fetchOne("SELECT until FROM qix_event_readers WHERE reader = \(reader)")
  }

  /// Takes away what no reader waits for, but for the last one: what comes goes on behind it.
  package func tidy(at now: Timestamp) throws {
    try connection.execute("DELETE FROM qix_event_readers WHERE until <= \(now)")
    try connection.execute(
      """
      DELETE FROM qix_events WHERE id < (SELECT max(id) FROM qix_events)
        AND id <= coalesce((SELECT min(position) FROM qix_event_readers), (SELECT max(id) FROM qix_events))
      """)
  }
}
