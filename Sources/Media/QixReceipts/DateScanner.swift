internal import QixKernel

/// Days and times as receipts print them, also where what is around them was read without a space between.
struct DateScanner {
  struct Found: Sendable {
    var date: CalendarDate
    /// The clarity of the reading, 1…6.
    var quality: Int
    var range: Range<Int>
  }

  /// The order of day and month in a date of numbers alone, where both are possible.
  enum Order: String, Sendable { case dayFirst = "dmy", monthFirst = "mdy" }

  let order: Order
  /// Months by what their names begin with, longest first.
  let months: [(name: [UInt8], month: Int64)]

  private static func isDigitLike(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case UInt8(ascii: "O"), UInt8(ascii: "Q"): 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "|"): 1
    case UInt8(ascii: "Z"): 2
    case UInt8(ascii: "S"): 5
    case UInt8(ascii: "B"): 8
    default: nil
    }
  }

  /// All dates of a row, none over another; the surest forms are looked for first.
  func dates(in text: FoldedText) -> [Found] {
    let text = text.bytes
    var found: [Found] = []
    func search(_ quality: Int, _ read: (Reader) -> CalendarDate?) {
      var index = 0
      while index < text.count {
        let reader = Reader(text: text, index: index)
        if let (date, end) = reader.result(read), !found.contains(where: { $0.range.overlaps(index..<end) }) {
          found.append(Found(date: date, quality: quality, range: index..<end))
          index = end
        } else {
          index += 1
        }
      }
    }
    search(6) { $0.numeric(order, year: 4) }
    search(6) { $0.yearFirst() }
    search(6) { $0.named(months, monthFirst: false) }
    search(5) { $0.named(months, monthFirst: true) }
    search(4) { $0.numeric(order, year: 2) }
    search(3) { $0.halfGlued(order) }
    search(2) { $0.blurred(order) }
    search(1) { $0.glued(order) }
    return found
  }

  /// A cursor over a row, of which each way to read a date moves a copy.
  final class Reader {
    let text: [UInt8]
    let start: Int
    var index: Int

    init(text: [UInt8], index: Int) { (self.text, start, self.index) = (text, index, index) }

    func result(_ read: (Reader) -> CalendarDate?) -> (CalendarDate, end: Int)? {
      read(self).map { ($0, index) }
    }

    private func at(_ index: Int) -> UInt8 { index >= 0 && index < text.count ? text[index] : 0x20 }

    /// Between two and … digits or what looks like them; it moves behind them.
    private func number(_ count: Int, strictly: Bool = false) -> Int64? {
      var value: Int64 = 0
      for offset in 0..<count {
        let byte = at(index + offset)
        guard let digit = strictly ? (byte.isASCIIDigit ? byte - 0x30 : nil) : DateScanner.isDigitLike(byte) else {
          return nil
        }
        value = value * 10 + Int64(digit)
      }
      index += count
      return value
    }

    /// Slash, hyphen or point, with a blank on either side.
    private func separator(_ marks: StaticString = "/-.") -> Bool {
      var place = index
      if at(place) == 0x20 { place += 1 }
      let mark = at(place)
      let isMark = marks.withUTF8Buffer { $0.contains(mark) }
      guard isMark, place < text.count else { return false }
      place += 1
      if place < text.count, at(place) == 0x20 { place += 1 }
      index = place
      return true
    }

    /// Behind a year there is no further digit, unless a time is glued to it: `201714:03`.
    private var endsOrMeetsTime: Bool {
      guard at(index).isASCIIDigit else { return true }
      return at(index + 1) == UInt8(ascii: ":") || at(index + 1).isASCIIDigit && at(index + 2) == UInt8(ascii: ":")
    }

    /// Tries the reading with each pair of lengths, the longer first.
    private func tryLengths(_ read: (Int, Int) -> CalendarDate?) -> CalendarDate? {
      for first in [2, 1] {
        for second in [2, 1] {
          index = start
          if let date = read(first, second) { return date }
        }
      }
      return nil
    }

    /// `22/12/2017`, `3-4-18`
    func numeric(_ order: Order, year digits: Int) -> CalendarDate? {
      guard !at(start - 1).isWordCharacter, at(start - 1) != UInt8(ascii: "."),
        DateScanner.isDigitLike(at(start)) != nil
      else { return nil }
      return tryLengths { first, second in
        guard let a = number(first), separator(), let b = number(second), separator() else { return nil }
        // One real digit at least, or words would be dates.
        guard text[start..<index].count(where: \.isASCIIDigit) * 2 >= first + second else { return nil }
        guard let year = number(digits) else { return nil }
        if digits == 4 {
          // In 30.04.2009:58 the year is 20, and a time is glued to it.
          guard (2_000..<2_100).contains(year), at(index) != UInt8(ascii: ":") || !at(index + 1).isASCIIDigit else {
            return nil
          }
        } else {
          guard endsOrMeetsTime else { return nil }
          let next = at(index)
          if next == UInt8(ascii: "/") || next == UInt8(ascii: "-"), at(index + 1).isASCIIDigit { return nil }
          if next == UInt8(ascii: ".") || next == UInt8(ascii: ","), at(index + 1).isASCIIDigit { return nil }
        }
        return DateScanner.day(a, b, year, order)
      }
    }

    /// `2018-01-05`
    func yearFirst() -> CalendarDate? {
      guard !at(start - 1).isASCIIDigit, at(start) == UInt8(ascii: "2") else { return nil }
      return tryLengths { first, second in
        guard let year = number(4), (2_000..<2_100).contains(year), separator(), let month = number(first), separator(),
          let day = number(second), endsOrMeetsTime
        else { return nil }
        return DateScanner.day(day, month, year, .dayFirst)
      }
    }

    private func name(_ months: [(name: [UInt8], month: Int64)]) -> Int64? {
      guard
        let (name, month) = months.first(where: { entry in
          index + entry.name.count <= text.count && text[index..<index + entry.name.count].elementsEqual(entry.name)
        })
      else { return nil }
      index += name.count
      return month
    }

    /// A month of three letters between two marks, of which one is misread, where no other month is as near: `14/DUN/2017`.
    private func misreadName(_ months: [(name: [UInt8], month: Int64)]) -> Int64? {
      let marks: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "-"), 0x20]
      guard marks.contains(at(index - 1)), at(index - 1) == at(index + 3), at(index + 1).isCapital,
        index + 3 < text.count
      else { return nil }
      let near = Set(
        months.filter { entry in
          entry.name.count == 3 && (0..<3).count { entry.name[$0] != at(index + $0) } == 1
        }.map(\.month))
      guard near.count == 1, let month = near.first else { return nil }
      index += 3
      return month
    }

    private func skip(_ most: Int, _ marks: StaticString) {
      for _ in 0..<most where index < text.count && marks.withUTF8Buffer({ $0.contains(at(index)) }) { index += 1 }
    }

    /// `24 DE NOVIEMBRE DE 2026`
    private func skipOf() {
      if at(index) == UInt8(ascii: "D"), at(index + 1) == UInt8(ascii: "E"), at(index + 2) == 0x20 { index += 3 }
    }

    /// `10 MAR 2018`, `14/MAY/2017`, `14MMay/2017`; `MARCH 10, 2018`
    func named(_ months: [(name: [UInt8], month: Int64)], monthFirst: Bool) -> CalendarDate? {
      guard monthFirst ? !at(start - 1).isCapital : !at(start - 1).isASCIIDigit else { return nil }
      guard monthFirst ? at(start).isCapital : at(start).isASCIIDigit else { return nil }
      for length in [2, 1] {
        index = start
        var (day, month): (Int64?, Int64?)
        if monthFirst {
          month = name(months)
          guard month != nil else { return nil }
          while at(index).isCapital { index += 1 }
          skip(2, ".,- ")
          day = number(length, strictly: true)
          skip(3, ",-' ")
        } else {
          day = number(length, strictly: true)
          skip(3, "-/.,' ")
          skipOf()
          month = name(months)
          // One letter too many, as `MMAY`.
          if month == nil, at(index).isCapital, at(index) == at(index + 1) {
            index += 1
            month = name(months)
          }
          if month == nil { month = misreadName(months) }
          guard month != nil else { continue }
          while at(index).isCapital { index += 1 }
          skip(3, "-/.,' ")
          skipOf()
        }
        guard let day, let month else { continue }
        let behind = index
        for digits in monthFirst && at(behind - 1) != UInt8(ascii: "'") ? [4] : [4, 2] {
          index = behind
          guard let year = number(digits), digits == 2 || (2_000..<2_100).contains(year), endsOrMeetsTime,
            let date = DateScanner.day(day, month, year, .dayFirst)
          else { continue }
          return date
        }
      }
      return nil
    }

    /// One of the two marks was lost: `2212/2017`, `22/122017`.
    func halfGlued(_ order: Order) -> CalendarDate? {
      guard !at(start - 1).isASCIIDigit else { return nil }
      for gap in [0, 1] {
        index = start
        guard let a = number(2, strictly: true) else { return nil }
        if gap == 1, !separator() { continue }
        guard let b = number(2, strictly: true) else { continue }
        if gap == 0, !separator() { continue }
        guard let year = number(4, strictly: true), (2_000..<2_100).contains(year), endsOrMeetsTime else { continue }
        if let date = DateScanner.day(a, b, year, order) { return date }
      }
      return nil
    }

    /// Marks that were taken for others: `22:12.2017`, `22112/2017`.
    func blurred(_ order: Order) -> CalendarDate? {
      guard !at(start - 1).isASCIIDigit, let a = number(2), separator("/-.:1 "), let b = number(2), separator("/-.:1 "),
        let year = number(4, strictly: true), (2_000..<2_100).contains(year), endsOrMeetsTime
      else { return nil }
      return DateScanner.day(a, b, year, order)
    }

    /// `22122017`
    func glued(_ order: Order) -> CalendarDate? {
      guard !at(start - 1).isASCIIDigit, let a = number(2, strictly: true), let b = number(2, strictly: true),
        let year = number(4, strictly: true), (2_000..<2_030).contains(year), !at(index).isASCIIDigit
      else { return nil }
      return DateScanner.day(a, b, year, order)
    }
  }

  /// Returns a day of a time from which receipts may plausibly be sent; a month above 12 is a day.
  static func day(_ first: Int64, _ second: Int64, _ year: Int64, _ order: Order) -> CalendarDate? {
    var (day, month) = order == .dayFirst ? (first, second) : (second, first)
    if month > 12, day <= 12 { swap(&day, &month) }
    let year = year < 100 ? year + 2_000 : year
    guard (2_005...2_040).contains(year) else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// The first time of a row from a place on: `14:03`, `2:03:22 PM`, `14h03`, `14.03.22`; hours and minutes by a colon, or
  /// by points where seconds follow.
  static func time(in text: FoldedText, from start: Int = 0) -> (time: ClockTime, range: Range<Int>)? {
    let text = text.bytes
    func at(_ index: Int) -> UInt8 { index >= 0 && index < text.count ? text[index] : 0x20 }
    func pair(_ index: Int) -> Int? {
      guard at(index).isASCIIDigit, at(index + 1).isASCIIDigit else { return nil }
      return Int(at(index) - 0x30) * 10 + Int(at(index + 1) - 0x30)
    }
    guard start < text.count else { return nil }
    for index in start..<text.count where at(index).isASCIIDigit && (index == start || !at(index - 1).isASCIIDigit) {
      // No tail of an amount or a ratio.
      if index > start,
        [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "-")].contains(at(index - 1))
      {
        continue
      }
      let length = at(index + 1).isASCIIDigit ? 2 : 1
      let hour = length == 2 ? pair(index) ?? 99 : Int(at(index) - 0x30)
      var end = index + length
      let mark = at(end)
      guard mark == UInt8(ascii: ":") || mark == UInt8(ascii: ".") || mark == UInt8(ascii: "H") else { continue }
      guard let minute = pair(end + 1) else { continue }
      end += 3
      var second: Int?
      if at(end) == UInt8(ascii: ":") || at(end) == UInt8(ascii: "."), let seconds = pair(end + 1),
        !at(end + 3).isASCIIDigit
      {
        second = seconds
        end += 3
      }
      // 10h15, and not 9h30 for an hour and a half.
      let isClock = mark == UInt8(ascii: ":") || second != nil || mark == UInt8(ascii: "H") && length == 2
      guard !at(end).isASCIIDigit, isClock else { continue }
      let behind = at(end) == 0x20 ? end + 1 : end
      var clock = hour
      if at(behind + 1) == UInt8(ascii: "M") || at(behind + 1) == UInt8(ascii: "."), hour <= 12 {
        if at(behind) == UInt8(ascii: "P"), hour < 12 { clock += 12 }
        if at(behind) == UInt8(ascii: "A"), hour == 12 { clock = 0 }
      }
      if let time = ClockTime(hour: clock, minute: minute, second: second) { return (time, index..<end) }
    }
    return nil
  }
}
