package import QixCalendar
package import QixKernel

/// A moment as a person writes it: an absolute one, a day or a time on the wall, which a zone makes a moment, or a length
/// of time or a word such as `yesterday`, which take the clock too.
package enum WrittenMoment: Sendable, Equatable {
  case absolute(Timestamp)
  /// The UTC fields are those of the clock on the wall.
  case wall(Timestamp)
  case day(CalendarDate)
  /// The first day of it.
  case month(CalendarDate)
  case period(Period)
  case span(Word, Unit)
  case now

  package enum Word: String, Sendable, CaseIterable { case last, this, next }
  package enum Unit: String, Sendable, CaseIterable { case day, week, month, quarter, year }

  /// What a day, or another span of time, stands for.
  package enum Edge: Sendable { case start, end }
  /// Where a length of time leads to.
  package enum Direction: Sendable { case back, ahead }

  static let forms =
    "2027-06-30, 2027-06, 2027-06-30T12:00, 2027-06-30T12:00:00Z or +02:00, 24h, P7D, yesterday or 'last month'"

  /// Nil for a text that has none of the forms.
  package init?(_ text: String) {
    // As moments are shown on a terminal: `2027-06-30 18:00 UTC`.
    if text.hasSuffix(" UTC"), let time = Timestamp(text.dropLast(4)), !Timestamp.saysOffset(text.dropLast(4).utf8),
      text.utf8.count > "2027-06-30 UTC".utf8.count
    {
      self = .absolute(time)
    } else if let date = CalendarDate(text) {
      self = .day(date)
    } else if text.utf8.count == 7, let first = CalendarDate(text + "-01") {
      self = .month(first)
    } else if let time = Timestamp(text) {
      self = Timestamp.saysOffset(text.utf8) ? .absolute(time) : .wall(time)
    } else if let period = Period(iso8601: text) {
      self = .period(period)
    } else if let length = try? ValueType<Int64>.duration.parse(text) {
      // A day is 24 hours as a duration, and a day of the calendar to whoever counts back from today.
      self = text.hasSuffix("d") ? .period(Period(days: length / Timestamp.day)) : .period(Period(microseconds: length))
    } else if let named = Self.named(text.lowercased()) {
      self = named
    } else {
      return nil
    }
  }

  private static func named(_ text: String) -> WrittenMoment? {
    switch text {
    case "now": return .now
    case "today": return .span(.this, .day)
    case "yesterday": return .span(.last, .day)
    case "tomorrow": return .span(.next, .day)
    default:
      let words = text.split { $0 == " " || $0 == "-" }.map(String.init)
      guard words.count == 2, let word = Word(rawValue: words[0]), let unit = Unit(rawValue: words[1]) else {
        return nil
      }
      return .span(word, unit)
    }
  }

  /// Whether it is another moment in another zone.
  package var isOfZone: Bool {
    switch self {
    case .absolute, .now: false
    case .wall, .day, .month, .span: true
    case .period(let period): period.months != 0 || period.days != 0
    }
  }

  /// - Parameter edge: a day, or another span, stands for its first moment, or for the first one behind it.
  package func moment(_ edge: Edge, _ direction: Direction, at now: Timestamp, in zone: TimeZone) -> Timestamp {
    func start(of date: CalendarDate) -> Timestamp { zone.start(of: date).inCalendar }
    switch self {
    case .absolute(let time): return time
    case .wall(let time): return zone.moment(wall: time)
    case .now: return now
    case .day(let date): return start(of: edge == .start ? date : date.next(1))
    case .month(let first): return start(of: edge == .start ? first : first.adding(months: 1))
    case .period(let period):
      let sign: Int64 = direction == .ahead ? 1 : -1
      return zone.adding(
        Period(
          months: sign * period.months, days: sign * period.days, microseconds: sign * period.microseconds), to: now)
    case .span(let word, let unit):
      let number: Int64 = word == .last ? -1 : word == .this ? 0 : 1
      return start(of: unit.first(of: zone.date(at: now), number + (edge == .start ? 0 : 1)))
    }
  }
}

extension WrittenMoment.Unit {
  /// The first day of the unit so many later than that of a day.
  fileprivate func first(of date: CalendarDate, _ count: Int64) -> CalendarDate {
    func month(_ months: Int64) -> CalendarDate {
      // The first of any month is there.
      date.next(1 - date.day).adding(months: months)
    }
    switch self {
    case .day: return date.next(count)
    case .week:
      // 1970-01-01 was a Thursday; a week begins on Monday (ISO 8601).
      let weekday = ((date.daysSinceEpoch + 3) % 7 + 7) % 7
      return date.next(7 * count - weekday)
    case .month: return month(count)
    case .quarter: return month(3 * count - (date.month - 1) % 3)
    case .year: return month(12 * count - (date.month - 1))
    }
  }
}

extension CalendarDate {
  fileprivate func next(_ days: Int64) -> CalendarDate { CalendarDate(daysSinceEpoch: daysSinceEpoch + days) }
}
