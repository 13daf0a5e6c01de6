internal import QixKernel

extension ZoneRule {
  func offset(at second: Int64) -> Int64 {
    guard let summer else { return standard }
    let year = Timestamp(microseconds: (second + standard) * 1_000_000).date.year
    let start = summer.start.moment(in: year) - standard
    let end = summer.end.moment(in: year) - summer.offset
    // South of the equator summer reaches over the turn of the year.
    let isSummer = start < end ? second >= start && second < end : second >= start || second < end
    return isSummer ? summer.offset : standard
  }

  /// Reads a TZ text (POSIX.1-2017 §8.3, with the longer times of RFC 9636); nil for any other.
  init?(posix text: String) {
    var rest = Array(text.utf8)[...]
    guard Self.skipName(&rest), let standard = Self.time(&rest) else { return nil }
    guard !rest.isEmpty else {
      self.init(standard: -standard, summer: nil)
      return
    }
    guard Self.skipName(&rest) else { return nil }
    var offset = -standard + 3_600
    if rest.first != UInt8(ascii: ",") {
      guard let given = Self.time(&rest) else { return nil }
      offset = -given
    }
    guard rest.popFirst() == UInt8(ascii: ","), let start = Day(&rest), rest.popFirst() == UInt8(ascii: ","),
      let end = Day(&rest), rest.isEmpty
    else { return nil }
    self.init(standard: -standard, summer: Summer(offset: offset, start: start, end: end))
  }

  private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let letters = rest.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & 0xDF) }
    rest = rest[letters.endIndex...]
    return letters.count >= 3
  }

  /// `[+-]h[h[h]][:mm[:ss]]` in seconds.
  fileprivate static func time(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    var sign: Int64 = 1
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { sign = -1 }
      rest.removeFirst()
    }
    guard let hours = number(&rest, most: 167) else { return nil }
    var total = hours * 3_600
    for unit in [Int64(60), 1] where rest.first == UInt8(ascii: ":") {
      rest.removeFirst()
      guard let value = number(&rest, most: 59) else { return nil }
      total += value * unit
    }
    return sign * total
  }

  fileprivate static func number(_ rest: inout ArraySlice<UInt8>, most: Int64) -> Int64? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...3).contains(digits.count), let value = Int64(String(decoding: digits, as: UTF8.self)), value <= most
    else { return nil }
    rest = rest[digits.endIndex...]
    return value
  }
}

extension ZoneRule.Day {
  fileprivate init?(_ rest: inout ArraySlice<UInt8>) {
    let form: Form
    switch rest.first {
    case UInt8(ascii: "M"):
      rest.removeFirst()
      guard let month = ZoneRule.number(&rest, most: 12), month > 0, rest.popFirst() == UInt8(ascii: "."),
        let week = ZoneRule.number(&rest, most: 5), week > 0, rest.popFirst() == UInt8(ascii: "."),
        let day = ZoneRule.number(&rest, most: 6)
      else { return nil }
      form = .weekday(month: month, week: week, day: day)
    case UInt8(ascii: "J"):
      rest.removeFirst()
      guard let day = ZoneRule.number(&rest, most: 365), day > 0 else { return nil }
      form = .julian(day)
    default:
      guard let day = ZoneRule.number(&rest, most: 365) else { return nil }
      form = .ordinal(day)
    }
    var second: Int64 = 7_200
    if rest.first == UInt8(ascii: "/") {
      rest.removeFirst()
      guard let time = ZoneRule.time(&rest) else { return nil }
      second = time
    }
    self.init(form: form, second: second)
  }

  /// Seconds since 1970 on the wall.
  fileprivate func moment(in year: Int64) -> Int64 {
    let newYear = CalendarDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0
    let day: Int64
    switch form {
    case .ordinal(let count): day = newYear + count
    case .julian(let count):
      let isLeap = CalendarDate(year: year, month: 2, day: 29) != nil
      day = newYear + count - 1 + (isLeap && count >= 60 ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let first = CalendarDate(year: year, month: month, day: 1)?.daysSinceEpoch ?? 0
      // 1970-01-01 was a Thursday.
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      var candidate = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      let next = (CalendarDate(daysSinceEpoch: first).adding(months: 1)).daysSinceEpoch
      if candidate >= next { candidate -= 7 }
      day = candidate
    }
    return day * 86_400 + second
  }
}
