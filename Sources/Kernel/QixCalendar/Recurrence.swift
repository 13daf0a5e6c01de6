internal import QixKernel

/// The times of a rule from its start on, as RFC 5545 §3.3.10 has them, on a wall's clock without a zone: seconds since
/// 1970 as if they were UTC.
///
/// It goes from period to period: a rule's FREQ says what a period is, the parts that are there which days and times of
/// it count, BYSETPOS which of these. Where a rule counts nothing, it begins with the period that is asked for.
struct Recurrence {
  let rule: RecurrenceRule
  private let start: Int64
  private let days: RecurrenceDays
  /// Within a period that is a day or longer seconds of each of its days; else of the hour or minute.
  private let times: [Int64]
  /// In hourly and minutely rules: which hours or minutes of a day can be theirs.
  private let slots: [Int64]

  /// So many days and times are looked at for one rule, some hundredths of a second's work.
  static let mostSteps = 5_000_000

  init(_ rule: RecurrenceRule, start: Int64) {
    (self.rule, self.start) = (rule, start)
    days = RecurrenceDays(rule, start: start.floorDivided(by: 86_400))
    let second = start - start.floorDivided(by: 86_400) * 86_400
    // "Information, not contained in the rule, necessary to determine the various recurrence instance start times and
    // dates are derived from the Start Time."
    let seconds = rule.seconds.isEmpty ? [second % 60] : rule.seconds
    let minutes = rule.minutes.isEmpty ? rule.frequency == .minutely ? Array(0..<60) : [second / 60 % 60] : rule.minutes
    let isByHour = rule.frequency == .minutely || rule.frequency == .hourly
    let hours = rule.hours.isEmpty ? isByHour ? Array(0..<24) : [second / 3_600] : rule.hours
    let ofHour = minutes.flatMap { minute in seconds.map { minute * 60 + $0 } }
    switch rule.frequency {
    case .minutely:
      times = seconds
      slots = Self.reachable(
        hours.flatMap { hour in minutes.map { hour * 60 + $0 } }, of: 1_440, from: second / 60, by: rule.interval)
    case .hourly:
      times = ofHour
      slots = Self.reachable(hours, of: 24, from: second / 3_600, by: rule.interval)
    case .daily, .weekly, .monthly, .yearly:
      times = hours.flatMap { hour in ofHour.map { hour * 3_600 + $0 } }
      slots = []
    }
  }

  /// Returns the slots that steps of an interval can reach, on any day: the others needn't be tried day by day.
  private static func reachable(_ slots: [Int64], of day: Int64, from first: Int64, by interval: Int64) -> [Int64] {
    var (divisor, rest) = (day, interval)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return slots.filter { ($0 - first) % divisor == 0 }
  }

  /// Returns the first time of all; nil where there is none until the last year.
  func first() throws(RecurrenceError) -> Int64? {
    var found: Int64?
    try forEach(from: start, until: .max) { second in
      found = second
      return false
    }
    return found
  }

  /// Calls `body` with each time of a span, ascending, until it returns false.
  /// - Throws: `RecurrenceError.tooLong`
  func forEach(
    from: Int64, until: Int64, _ body: (Int64) -> Bool
  ) throws(RecurrenceError) {
    var walk = Walk(from: max(from, start), until: min(until, Self.end), left: rule.count ?? .max)
    if rule.frequency == .hourly || rule.frequency == .minutely {
      try forEachSlot(&walk, body)
    } else {
      try forEachPeriod(&walk, body)
    }
  }

  private static let end: Int64 = {
    guard let day = CalendarDate(year: RecurrenceRule.lastYear, month: 1, day: 1) else {
      preconditionFailure("there is such a day")
    }
    return day.daysSinceEpoch * 86_400
  }()

  /// The progress so far.
  private struct Walk {
    let from: Int64
    let until: Int64
    /// Times that a COUNT still allows.
    var left: Int64
    var steps = 0

    mutating func step(_ count: Int = 1) throws(RecurrenceError) {
      steps += count
      guard steps <= Recurrence.mostSteps else { throw .tooLong }
    }
  }

  /// Years, months, weeks and days.
  private func forEachPeriod(_ walk: inout Walk, _ body: (Int64) -> Bool) throws(RecurrenceError) {
    let firstDay = start.floorDivided(by: 86_400)
    let fromDay = walk.from.floorDivided(by: 86_400)
    var period = days.period(of: firstDay)
    if rule.count == nil {
      period += (days.period(of: fromDay) - period) / rule.interval * rule.interval
    }
    while true {
      let span = days.days(of: period)
      guard span.lowerBound * 86_400 < walk.until else { return }
      try walk.step(span.count)
      var found = days.matching(span)
      // Earlier days needn't be examined where nothing is counted.
      if rule.count == nil, rule.positions.isEmpty { found.removeAll { $0 < fromDay } }
      let size = found.count * times.count
      let goesOn = try take(size, &walk, body) { found[$0 / times.count] * 86_400 + times[$0 % times.count] }
      guard goesOn else { return }
      period += rule.interval
    }
  }

  /// Hours and minutes, each day's once the day is one of the rule's.
  private func forEachSlot(_ walk: inout Walk, _ body: (Int64) -> Bool) throws(RecurrenceError) {
    // Each hour or minute has as many times: where BYSETPOS takes none of them, no day needs a look.
    guard !slots.isEmpty, places(of: times.count)?.isEmpty != true else { return }
    let length: Int64 = rule.frequency == .hourly ? 3_600 : 60
    let first = start.floorDivided(by: length)
    var day = (rule.count == nil ? walk.from : start).floorDivided(by: 86_400)
    while day * 86_400 < walk.until {
      try walk.step()
      if days.matches(day) {
        for slot in slots {
          try walk.step()
          let period = day * (86_400 / length) + slot
          guard period >= first, (period - first) % rule.interval == 0 else { continue }
          guard try take(times.count, &walk, body, { period * length + times[$0] }) else { return }
        }
      }
      day += 1
    }
  }

  /// Goes through the times of one period, or those that BYSETPOS takes of them.
  /// - Returns: false where there is no need to go on.
  private func take(
    _ size: Int, _ walk: inout Walk, _ body: (Int64) -> Bool, _ time: (Int) -> Int64
  ) throws(RecurrenceError) -> Bool {
    let places = places(of: size)
    for index in 0..<(places?.count ?? size) {
      try walk.step()
      let second = time(places?[index] ?? index)
      guard second >= start else { continue }
      guard second < walk.until else { return false }
      if second >= walk.from, !body(second) { return false }
      walk.left -= 1
      if walk.left == 0 { return false }
    }
    return true
  }

  /// Returns the positions, from 0, that BYSETPOS takes of so many times; nil for all.
  private func places(of size: Int) -> [Int]? {
    guard !rule.positions.isEmpty else { return nil }
    return Set(rule.positions.map { $0 > 0 ? Int($0) - 1 : size + Int($0) }).filter { (0..<size).contains($0) }.sorted()
  }
}
