internal import QixKernel

/// The days of a rule, and how they make up its periods. Days are counted from 1970-01-01, a Thursday.
struct RecurrenceDays {
  private let rule: RecurrenceRule
  private let months, monthDays: [Int64]
  private let weekdays: [RecurrenceRule.Weekday]

  /// - Parameter start: the day from which what the rule doesn't say is taken.
  init(_ rule: RecurrenceRule, start: Int64) {
    self.rule = rule
    let date = CalendarDate(daysSinceEpoch: start)
    var (months, monthDays, weekdays) = (rule.months, rule.monthDays, rule.days)
    let own = RecurrenceRule.Weekday(ordinal: 0, day: Self.weekday(of: start))
    if rule.yearDays.isEmpty, monthDays.isEmpty, weekdays.isEmpty {
      switch rule.frequency {
      // Weeks without a day have the start's, as weekly rules do.
      case .yearly where !rule.weeks.isEmpty: weekdays = [own]
      case .yearly:
        if months.isEmpty { months = [date.month] }
        monthDays = [date.day]
      case .monthly: monthDays = [date.day]
      case .weekly: weekdays = [own]
      case .daily, .hourly, .minutely: break
      }
    }
    (self.months, self.monthDays, self.weekdays) = (months, monthDays, weekdays)
  }

  /// 0 is Monday.
  private static func weekday(of day: Int64) -> Int64 { day + 3 - (day + 3).floorDivided(by: 7) * 7 }

  /// The number of the period that a day lies in.
  func period(of day: Int64) -> Int64 {
    switch rule.frequency {
    case .yearly: return CalendarDate(daysSinceEpoch: day).year
    case .monthly:
      let date = CalendarDate(daysSinceEpoch: day)
      return date.year * 12 + date.month - 1
    case .weekly: return (day + 3 - rule.weekStart).floorDivided(by: 7)
    case .daily, .hourly, .minutely: return day
    }
  }

  func days(of period: Int64) -> Range<Int64> {
    switch rule.frequency {
    case .yearly: return Self.newYear(period)..<Self.newYear(period + 1)
    case .monthly:
      let year = period.floorDivided(by: 12)
      return Self.days(ofMonth: period - year * 12 + 1, in: year)
    case .weekly:
      let first = period * 7 - 3 + rule.weekStart
      return first..<first + 7
    case .daily, .hourly, .minutely: return period..<period + 1
    }
  }

  private static func newYear(_ year: Int64) -> Int64 {
    guard let date = CalendarDate(year: year, month: 1, day: 1) else { preconditionFailure("years are 1 to 9999") }
    return date.daysSinceEpoch
  }

  private static func days(ofMonth month: Int64, in year: Int64) -> Range<Int64> {
    guard let first = CalendarDate(year: year, month: month, day: 1) else {
      preconditionFailure("years are 1 to 9999")
    }
    return first.daysSinceEpoch..<first.adding(months: 1).daysSinceEpoch
  }

  func matching(_ span: Range<Int64>) -> [Int64] { span.filter(matches) }

  /// Whether a day is one of the rule's, whatever period it lies in.
  func matches(_ day: Int64) -> Bool {
    let date = CalendarDate(daysSinceEpoch: day)
    guard months.isEmpty || months.contains(date.month) else { return false }
    let weekday = Self.weekday(of: day)
    guard weekdays.isEmpty || weekdays.contains(where: { $0.day == weekday }) else { return false }
    if !monthDays.isEmpty {
      let month = Self.days(ofMonth: date.month, in: date.year)
      guard monthDays.contains(date.day) || monthDays.contains(day - month.upperBound) else { return false }
    }
    if !rule.yearDays.isEmpty {
      let year = Self.newYear(date.year)
      guard rule.yearDays.contains(day - year + 1) || rule.yearDays.contains(day - Self.newYear(date.year + 1)) else {
        return false
      }
    }
    return (rule.weeks.isEmpty || isInWeeks(day)) && (weekdays.isEmpty || isCounted(day, weekday, date))
  }

  /// Whether one of the weekdays is meant in this place: the nth of a month, or of a year where no months are named.
  private func isCounted(_ day: Int64, _ weekday: Int64, _ date: CalendarDate) -> Bool {
    weekdays.contains { one in
      guard one.day == weekday else { return false }
      if one.ordinal == 0 { return true }
      let isYear = rule.frequency == .yearly && rule.months.isEmpty
      let span =
        isYear
        ? Self.newYear(date.year)..<Self.newYear(date.year + 1) : Self.days(ofMonth: date.month, in: date.year)
      return one.ordinal > 0
        ? (day - span.lowerBound) / 7 + 1 == one.ordinal : (span.upperBound - 1 - day) / 7 + 1 == -one.ordinal
    }
  }

  /// Weeks as ISO 8601 counts them, from WKST: the first one has four days or more of its year, so each belongs to the
  /// year of its fourth day.
  private func isInWeeks(_ day: Int64) -> Bool {
    let first = (day + 3 - rule.weekStart).floorDivided(by: 7) * 7 - 3 + rule.weekStart
    let year = CalendarDate(daysSinceEpoch: first + 3).year
    let number = (first + 3 - Self.newYear(year)) / 7 + 1
    let behind = (Self.newYear(year + 1) - 1 - (first + 3)) / 7 + 1
    return rule.weeks.contains(number) || rule.weeks.contains(-behind)
  }
}
