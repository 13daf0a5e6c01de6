internal import QixKernel

/// Which of 04/07 and 07/04 a till printed, where the paper says it in another way as well.
extension DateFinder {
  /// The day that is named in two ways, of those that a date of figures may be; nil where nothing decides.
  func settled(_ days: [CalendarDate], row: Int, range: Range<Int>?) -> CalendarDate? {
    let weekday = weekday(beside: range, in: rows[row])
    let nepalese = rows.lazy.compactMap { BikramSambat.day(in: $0.folded) }.first
    let named = days.filter { day in
      weekday.map { day.weekday == $0 } ?? false || nepalese.map { BikramSambat.mayBe($0, day) } ?? false
    }
    return named.count == 1 ? named[0] : nil
  }

  /// Whether the day of the week beside a date says that it was misread.
  func isAnotherWeekday(_ day: CalendarDate, row: Int, range: Range<Int>?) -> Bool {
    weekday(beside: range, in: rows[row]).map { $0 != day.weekday } ?? false
  }

  /// The day of the week that stands right before or behind a date, 0 for Monday; two of them are opening days.
  private func weekday(beside range: Range<Int>?, in row: Row) -> Int? {
    guard let range else { return nil }
    let found = row.folded.bytes.split { !$0.isCapital }.compactMap { word -> Int? in
      let gap =
        word.endIndex <= range.lowerBound
        ? word.endIndex..<range.lowerBound : range.upperBound..<max(range.upperBound, word.startIndex)
      guard gap.count <= 3, !row.folded.bytes[gap].contains(where: \.isWordCharacter) else { return nil }
      return words.weekdays[Array(word)]
    }
    return Set(found).count == 1 ? found[0] : nil
  }
}

extension CalendarDate {
  /// 0 for Monday; 1 January 1970 was a Thursday.
  fileprivate var weekday: Int { Int(((daysSinceEpoch + 3) % 7 + 7) % 7) }
}

/// Days of Nepal's calendar, which tills there print beside ours or alone: 21/03/2081 is 5 July 2024. Lengths of its months
/// are fixed anew each year, so a day is known to within two.
enum BikramSambat {
  /// Days from the new year to each month's first, in most years.
  private static let starts: [Int64] = [0, 31, 62, 94, 125, 156, 187, 217, 246, 276, 305, 335]

  /// The first day of such a calendar in a row, as a day of ours: years of 2060 to 2100, which no receipt of ours bears.
  static func day(in text: FoldedText) -> CalendarDate? {
    let numbers = text.bytes.split { !$0.isASCIIDigit }
    for start in numbers.indices.dropLast(2) {
      let part = numbers[start...start + 2]
      let isOne = zip(part, part.dropFirst()).allSatisfy { left, right in
        let marks = text.bytes[left.endIndex..<right.startIndex]
        return marks.count == 1 && marks.allSatisfy { "/-.".utf8.contains($0) }
      }
      guard isOne else { continue }
      let values = part.map { $0.reduce(Int64(0)) { min(100_000, $0 * 10 + Int64($1 - 0x30)) } }
      let (year, month, day) =
        values[0] > 1_000 ? (values[0], values[1], values[2]) : (values[2], values[1], values[0])
      guard (2_060...2_100).contains(year), (1...12).contains(month), (1...32).contains(day),
        // The year began on 13 or 14 April.
        let newYear = CalendarDate(year: year - 57, month: 4, day: 13)
      else { continue }
      return CalendarDate(daysSinceEpoch: newYear.daysSinceEpoch + starts[Int(month) - 1] + day - 1)
    }
    return nil
  }

  static func mayBe(_ day: CalendarDate, _ other: CalendarDate) -> Bool {
    abs(day.daysSinceEpoch - other.daysSinceEpoch) <= 3
  }
}
