internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// The installation's calendar, as one transaction of the ledger sees it.
struct LedgerCalendar {
  private var found: TimeZone?
  /// Lines of a batch ask for the same end again and again.
  private var last: (period: Period, start: Timestamp, end: Timestamp)?

  /// The end of a period that begins at a moment.
  mutating func end(of period: Period, from start: Timestamp, in connection: Connection) throws -> Timestamp {
    if let last, last.start == start, last.period == period { return last.end }
    let end = try zone(in: connection).adding(period, to: start)
    last = (period, start, end)
    return end
  }

  /// The first moment of a moment's day.
  mutating func dayStart(at time: Timestamp, in connection: Connection) throws -> Timestamp {
    let zone = try zone(in: connection)
    return zone.start(of: zone.date(at: time))
  }

  private mutating func zone(in connection: Connection) throws -> TimeZone {
    if let found { return found }
    let zone = try connection.value(of: Installation.timeZone)
    found = zone
    return zone
  }
}

extension Expiry {
  /// The end of something that happens at a moment.
  /// - Parameter zone: by whose clock a period is counted.
  func resolved(from start: Timestamp, in zone: TimeZone) -> Timestamp {
    switch self {
    case .at(let time): time
    case .after(let period): zone.adding(period, to: start)
    }
  }
}
