/// When which offset holds: a list of changes, and a rule for what comes after them.
struct ZoneRules: Sendable {
  /// When each offset begins, in seconds since 1970, ascending.
  let starts: [Int64]
  /// Seconds east of UTC from the start of the same place on.
  let offsets: [Int64]
  /// Before the first of them.
  let before: Int64
  /// After the last of them; nil where that one stays.
  let after: ZoneRule?

  init(offset: Int64) { self.init(starts: [], offsets: [], before: offset, after: nil) }

  init(starts: [Int64], offsets: [Int64], before: Int64, after: ZoneRule?) {
    self.starts = starts
    self.offsets = offsets
    self.before = before
    self.after = after
  }

  func offset(at second: Int64) -> Int64 {
    guard let first = starts.first, second >= first else {
      return starts.isEmpty ? after?.offset(at: second) ?? before : before
    }
    if let after, second >= starts[starts.count - 1] { return after.offset(at: second) }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= second { low = middle } else { high = middle }
    }
    return offsets[low]
  }
}

/// A rule for every year, as POSIX writes it in TZ: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable, Equatable {
  let standard: Int64
  let summer: Summer?

  struct Summer: Sendable, Equatable {
    let offset: Int64
    let start: Day
    let end: Day
  }

  /// A day of a year, and the second of it on the wall: may be negative or beyond the day's end (RFC 9636 §3.3.1).
  struct Day: Sendable, Equatable {
    enum Form: Sendable, Equatable {
      /// Day 1 to 365, 29 February not counted.
      case julian(Int64)
      /// Day 0 to 365.
      case ordinal(Int64)
      /// Weekday 0 (Sunday) to 6 of week 1 to 5 (the last) of a month.
      case weekday(month: Int64, week: Int64, day: Int64)
    }
    let form: Form
    let second: Int64
  }
}
