internal import QixShake

extension StadiumShake {
  /// Each slot counts once for each user, or each event. Recordings come in the slot that they are of. Where several
  /// events are on, users are at the one that began last.
  func repetition(
    of campaign: CampaignID, from start: Timestamp, until end: Timestamp, in connection: Connection
  ) throws -> Repetition {
    let events = try Event.between(start, end, in: connection).filter { event in
      (event.campaign.map { $0 == campaign } ?? true) && (terms.within == nil || event.position != nil)
    }
    return Repetition(
      .openings(terms.once.openings(of: events)), units: .one,
      codes: Repetition.Codes(nothing: HearingRefusal.noMark.code))
  }
}

extension Event {
  /// Those that are on at any moment of a span: by start.
  static func between(_ start: Timestamp, _ end: Timestamp, in connection: Connection) throws -> [Event] {
    try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM stadiumshake_events WHERE ends_at > \(start) AND starts_at < \(end)
      ORDER BY starts_at, event
      """, Event.init)
  }
}

extension StadiumShake.Once {
  /// - Parameter events: by start.
  func openings(of events: [Event]) -> [Repetition.Opening] {
    let moments = events.flatMap { [$0.start, $0.end] }.sorted()
    // The first number of each event's things.
    var numbers: [Int64] = []
    var next: Int64 = 0
    for event in events {
      numbers.append(next)
      next += self == .slot ? event.slots.upperBound + 1 : 1
    }
    var openings: [Repetition.Opening] = []
    for (start, end) in zip(moments, moments.dropFirst()) where start < end {
      guard let index = events.lastIndex(where: { $0.start <= start && start < $0.end }) else { continue }
      let event = events[index]
      guard self == .slot else {
        openings.append(Repetition.Opening(start: start, end: end, thing: numbers[index]))
        continue
      }
      var from = start
      while from < end {
        let slot = event.slot(at: from)
        let until = min(end, event.start(ofSlot: slot + 1))
        openings.append(Repetition.Opening(start: from, end: until, thing: numbers[index] + slot))
        from = until
      }
    }
    return openings
  }
}
