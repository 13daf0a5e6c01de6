internal import QixCommands
internal import QixKernel

/// A place on an axis that carries a label.
struct Tick: Equatable {
  let value: Double
  let label: String
}

/// Ticks at round numbers: 1, 2 or 5 times a power of ten apart.
enum NumberTicks {
  /// The least round step with which a range has at most some count of intervals.
  static func step(_ range: Double, intervals: Int, isWhole: Bool) -> Double {
    let rough = range / Double(max(1, intervals))
    var power = 1.0
    while power * 10 <= rough { power *= 10 }
    while power > rough { power /= 10 }
    let step = power * ([1.0, 2, 5].first { power * $0 >= rough * 0.999_999 } ?? 10)
    return isWhole ? max(1, step) : step
  }

  /// The ticks within a range. They are multiples of the step, not sums, so that errors don't add up.
  static func ticks(_ range: ClosedRange<Double>, step: Double) -> [Tick] {
    guard step > 0 else { return [] }
    let first = (range.lowerBound / step - 1e-6).rounded(.up)
    let last = (range.upperBound / step + 1e-6).rounded(.down)
    guard first <= last, last - first < 1_000 else { return [] }
    return (0...Int(last - first)).map {
      let value = (first + Double($0)) * step
      return Tick(value: value, label: ShortNumber.text(value, step: step))
    }
  }
}

/// Ticks at round moments of the calendar, in UTC.
enum TimeTicks {
  enum Unit: Equatable { case microseconds, days, months }

  struct Step: Equatable {
    let unit: Unit
    let count: Int64
    /// About how long it is, in microseconds.
    let length: Double

    init(_ unit: Unit, _ count: Int64) {
      (self.unit, self.count) = (unit, count)
      let one: Double =
        switch unit {
        case .microseconds: 1
        case .days: Double(Timestamp.day)
        case .months: 30.436_875 * Double(Timestamp.day)
        }
      length = one * Double(count)
    }
  }

  private static let steps: [Step] =
    [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200]
    .map { Step(.microseconds, $0 * 1_000_000) } + [1, 2, 7, 14].map { Step(.days, $0) }
    + [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 6_000, 12_000].map { Step(.months, $0) }

  /// Ticks of a range of microseconds; none when it leaves the years 1 to 9999.
  static func ticks(_ range: ClosedRange<Double>, intervals: Int) -> [Tick] {
    let years = Double(-719_162 * Timestamp.day)...Double(2_932_896 * Timestamp.day)
    guard years.contains(range.lowerBound), years.contains(range.upperBound) else { return [] }
    let rough = (range.upperBound - range.lowerBound) / Double(max(1, intervals))
    let step = steps.first { $0.length >= rough * 0.85 } ?? steps[steps.count - 1]
    var moments: [Timestamp] = []
    var moment = floor(Timestamp(microseconds: Int64(range.lowerBound)), step)
    while Double(moment.microseconds) <= range.upperBound, moments.count < 1_000 {
      if Double(moment.microseconds) >= range.lowerBound { moments.append(moment) }
      moment = next(moment, step)
    }
    return moments.indices.map { index in
      Tick(
        value: Double(moments[index].microseconds),
        label: label(moments[index], after: index > 0 ? moments[index - 1] : nil, step))
    }
  }

  /// The last round moment at or before one. Weeks begin on Mondays; 1970-01-05 was one.
  private static func floor(_ moment: Timestamp, _ step: Step) -> Timestamp {
    let date = moment.date
    switch step.unit {
    case .microseconds:
      let into = moment.microseconds - date.daysSinceEpoch * Timestamp.day
      return moment.advanced(byMicroseconds: -(into % step.count))
    case .days:
      let offset: Int64 = step.count % 7 == 0 ? 4 : 0
      let into = (date.daysSinceEpoch - offset) % step.count
      return Timestamp(
        startOf: CalendarDate(daysSinceEpoch: date.daysSinceEpoch - (into < 0 ? into + step.count : into)))
    case .months:
      let months = date.year * 12 + date.month - 1
      let floored = months - months % step.count
      let year = max(1, floored / 12)
      return Timestamp(startOf: CalendarDate(year: year, month: floored % 12 + 1, day: 1) ?? date)
    }
  }

  private static func next(_ moment: Timestamp, _ step: Step) -> Timestamp {
    switch step.unit {
    case .microseconds: moment.advanced(byMicroseconds: step.count)
    case .days: moment.advanced(byMicroseconds: step.count * Timestamp.day)
    // Rounded again, because the first tick may be the year 1 in place of a round one.
    case .months: floor(Timestamp(startOf: moment.date.adding(months: step.count)), step)
    }
  }

  /// Returns what has changed since the tick before: the first one and those at a change say the larger unit too.
  private static func label(_ moment: Timestamp, after previous: Timestamp?, _ step: Step) -> String {
    let date = moment.date
    let month = monthNames[Int(date.month - 1)]
    let isNewYear = previous?.date.year != date.year
    switch step.unit {
    case .months where step.count % 12 == 0: return "\(date.year)"
    case .months: return isNewYear ? "\(month) \(date.year)" : month
    case .days: return isNewYear ? "\(date.day) \(month) \(date.year)" : "\(date.day) \(month)"
    case .microseconds:
      let text = moment.description
      let start = text.utf8.index(text.startIndex, offsetBy: text.utf8.count - "00:00:00Z".utf8.count)
      let time = text[start...].prefix(step.count % 60_000_000 == 0 ? 5 : 8)
      return previous?.date == date ? String(time) : "\(date.day) \(month) \(time)"
    }
  }

  static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
