internal import QixShake
internal import QixWatermark

/// A show whose music carries the mark.
struct Event: Sendable, Equatable {
  /// In the words of its mark, 24 bits.
  let number: Int64
  let name: String
  /// The one campaign in which it counts; nil for all.
  let campaign: CampaignID?
  let start: Timestamp
  let end: Timestamp
  let slotSeconds: Int64
  let position: Position?
  let added: Timestamp

  static let columns =
    "event, name, campaign, starts_at, ends_at, slot_seconds, latitude, longitude, added_at"
  /// Slots' numbers have 16 bits; some behind the end are listened for, too.
  static let mostSlots: Int64 = 65_000

  init(_ row: Row) throws {
    number = row["event"]
    name = row["name"]
    campaign = try row["campaign"]
    start = row["starts_at"]
    end = row["ends_at"]
    slotSeconds = row["slot_seconds"]
    position = Position(row["latitude"], row["longitude"], parts: 1e6)
    added = row["added_at"]
  }

  init(
    number: Int64, name: String, campaign: CampaignID?, start: Timestamp, end: Timestamp, slotSeconds: Int64,
    position: Position?, added: Timestamp
  ) {
    (self.number, self.name, self.campaign, self.start, self.end) = (number, name, campaign, start, end)
    (self.slotSeconds, self.position, self.added) = (slotSeconds, position, added)
  }

  /// Periods of the mark in a slot.
  var slotPeriods: Int { Int(slotSeconds) / MarkFormat.periodSeconds }

  /// Number of the slot in which a moment lies; below 0 before the event.
  func slot(at time: Timestamp) -> Int64 {
    let (quotient, remainder) = (time.microseconds - start.microseconds)
      .quotientAndRemainder(dividingBy: slotSeconds * 1_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  func start(ofSlot slot: Int64) -> Timestamp { start.advanced(byMicroseconds: slot * slotSeconds * 1_000_000) }

  /// Slot of a moment, and microseconds of it that have passed then.
  /// - Throws: `StadiumShakeError.outside` if the moment isn't in the event.
  func place(of time: Timestamp) throws(StadiumShakeError) -> (slot: Int64, passed: Int64) {
    guard start <= time, time < end else { throw .outside(self, time) }
    let slot = slot(at: time)
    return (slot, time.microseconds - start(ofSlot: slot).microseconds)
  }

  /// Slots that there are.
  var slots: ClosedRange<Int64> { 0...max(0, slot(at: end.advanced(byMicroseconds: -1))) }

  static func find(_ name: String, in connection: Connection) throws -> Event? {
    try connection.fetchOne("SELECT \(sql: columns) FROM stadiumshake_events WHERE name = \(name)", Event.init)
  }

  static func find(number: Int64, in connection: Connection) throws -> Event? {
    try connection.fetchOne("SELECT \(sql: columns) FROM stadiumshake_events WHERE event = \(number)", Event.init)
  }

  /// - Throws: `stadiumshake.event-not-found`.
  static func require(_ name: String, in connection: Connection) throws -> Event {
    guard let event = try find(name, in: connection) else {
      throw Failure(
        "stadiumshake.event-not-found", .notFound, "there is no event '\(name)'",
        hint: "`qix stadium event list` shows what there is.")
    }
    return event
  }

  /// Those that are on at a moment, or were a moment before it: the latest first.
  static func live(at time: Timestamp, most: Int64, in connection: Connection) throws -> [Event] {
    try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM stadiumshake_events
      WHERE ends_at > \(time.advanced(byMicroseconds: -120_000_000))
        AND starts_at <= \(time.advanced(byMicroseconds: 60_000_000))
      ORDER BY starts_at DESC, event DESC LIMIT \(most)
      """, Event.init)
  }

  /// By number, from the latest on.
  static func page(after: Int64?, limit: Int64, in connection: Connection) throws -> [Event] {
    try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM stadiumshake_events WHERE \(after) IS NULL OR event < \(after) ORDER BY event DESC
      LIMIT \(limit)
      """, Event.init)
  }

  /// Writes a new one with the next number.
  static func insert(_ draft: Event, in connection: Connection) throws -> Event {
    let last: Int64 = try connection.fetchOne("SELECT max(event) FROM stadiumshake_events") ?? 0
    guard last < 1 << 24 - 1 else {
      throw Failure("stadiumshake.no-number-left", .failed, "there are no more numbers for events")
    }
    let event = Event(
      number: last + 1, name: draft.name, campaign: draft.campaign, start: draft.start, end: draft.end,
      slotSeconds: draft.slotSeconds, position: draft.position, added: draft.added)
    let place = event.position?.counted(in: 1e6)
    try connection.execute(
      """
      INSERT INTO stadiumshake_events (\(sql: columns))
      VALUES (\(event.number), \(event.name), \(event.campaign), \(event.start), \(event.end),
        \(event.slotSeconds), \(place?.latitude), \(place?.longitude), \(event.added))
      """)
    return event
  }
}

extension Event {
  static let fields: [Field<Event>] = [
    Field("name", .text) { $0.name },
    Field("number", .integer) { $0.number },
    Field("campaign", .id) { $0.campaign },
    Field("start", .time) { $0.start },
    Field("end", .time) { $0.end },
    Field("slot_seconds", .seconds, "SLOT, S") { $0.slotSeconds },
  ]

  /// Everything that is known of it.
  static let allFields: [Field<Event>] =
    fields + [
      Field("slots", .integer) { $0.slots.upperBound + 1 },
      Field("latitude", .decimal(places: 6)) { $0.position?.latitude },
      Field("longitude", .decimal(places: 6)) { $0.position?.longitude },
      Field("added", .time) { $0.added },
    ]

  func document(_ schema: String) -> Document {
    var document = Document(schema, Self.allFields, of: self)
    document.primary = name
    return document
  }
}
