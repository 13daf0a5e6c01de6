internal import QixCalendar
internal import QixModule

/// Over which time coins are counted that lead to a tier.
enum Qualification: Sendable, Equatable {
  /// From January on, so many months each: 12, 6, 3 or 1. What was reached holds until the next one is over.
  case calendar(months: Int64)
  /// So long before now, in whole days; what was reached holds as long as it is so.
  case rolling(Period)

  /// Reads `year`, `half-year`, `quarter`, `month`, or a period of months and days such as `P12M`.
  init?(_ text: String) {
    if let months = Self.words.first(where: { $0.word == text })?.months {
      self = .calendar(months: months)
    } else if let period = Period(text), period.microseconds == 0, (1...1_200).contains(period.months + period.days) {
      self = .rolling(period)
    } else {
      return nil
    }
  }

  static let words: [(word: String, months: Int64)] = [("year", 12), ("half-year", 6), ("quarter", 3), ("month", 1)]

  /// In words that follow "earned in".
  var words: String {
    switch self {
    case .calendar(let months): "this \(Self.words.first { $0.months == months }?.word ?? "")"
    case .rolling(let period): "the last \(period)"
    }
  }

  /// The dates of a time in which coins are counted.
  struct Span: Equatable {
    let start: CalendarDate
    /// The first date behind it.
    let end: CalendarDate
  }

  /// The span that a date is in.
  func span(of date: CalendarDate) -> Span {
    switch self {
    case .calendar(let months):
      let start = date.adding(months: -((date.month - 1) % months)).first
      return Span(start: start, end: start.adding(months: months))
    case .rolling(let period):
      let start = CalendarDate(daysSinceEpoch: date.adding(months: -period.months).daysSinceEpoch - period.days)
      return Span(start: start, end: CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1))
    }
  }

  /// The span whose tiers still hold in one; nil where none does.
  func span(before span: Span) -> Span? {
    guard case .calendar(let months) = self else { return nil }
    return Span(start: span.start.adding(months: -months), end: span.start)
  }

  /// The span behind one, until whose end what was reached in it holds.
  func span(after span: Span) -> Span? {
    guard case .calendar(let months) = self else { return nil }
    return Span(start: span.end, end: span.end.adding(months: months))
  }
}

extension CalendarDate {
  /// The first of its month.
  fileprivate var first: CalendarDate { CalendarDate(daysSinceEpoch: daysSinceEpoch - (day - 1)) }
}
