internal import QixCalendar
internal import QixModule

/// A moment as a line of a file writes it.
///
/// The line is known by what the clock on the wall shows then, and done by whose clock the installation says: under another
/// zone a day is the same day, and the ledger finds that it would be done in another way; and a moment with its offset is
/// the one that a day or a time without says.
enum LineMoment: Equatable {
  case day(CalendarDate)
  /// A date and time without an offset; the UTC fields are those of the clock on the wall.
  case wall(Timestamp)
  case absolute(Timestamp)

  /// Nil for what is neither a date nor a date and time.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    if let day = CalendarDate(utf8: bytes) {
      self = .day(day)
    } else if let time = Timestamp(utf8: bytes) {
      self = Timestamp.saysOffset(bytes) ? .absolute(time) : .wall(time)
    } else {
      return nil
    }
  }

  /// - Parameter time: microseconds of the day, where a time of day is written.
  init(_ day: CalendarDate, _ time: Int64?) {
    self = time.map { .wall(Timestamp(startOf: day).advanced(byMicroseconds: $0)) } ?? .day(day)
  }

  /// The first moment of it.
  /// - Parameter zone: nil for UTC.
  func start(in zone: TimeZone?) -> Timestamp { moment(of: 0, in: zone) }

  /// The first moment behind it.
  func end(in zone: TimeZone?) -> Timestamp { moment(of: 1, in: zone) }

  private func moment(of days: Int64, in zone: TimeZone?) -> Timestamp {
    let wall: Timestamp
    switch self {
    case .absolute(let time): return time
    case .day(let day): wall = Timestamp(startOf: day).advanced(byMicroseconds: days * Timestamp.day)
    case .wall(let time): wall = time
    }
    return (zone?.moment(wall: wall) ?? wall).inCalendar
  }
}
