internal import QixKernel

/// Decides between 04/07 and 07/04 if the receipt gives the day in another way as well.
extension DateFinder {
  /// Returns the one of several readings that a weekday or a Nepalese date confirms; nil if none or several.
  func settled(_ days: [CalendarDate], row: Int, range: Range<Int>?) -> CalendarDate? {
    let weekday = weekday(beside: range, in: rows[row])
    let nepalese = rows.lazy.compactMap { BikramSambat.day(in: $0.folded) }.first
    let named = days.filter { day in
      weekday.map { day.weekday == $0 } ?? false || nepalese.map { BikramSambat.mayBe($0, day) } ?? false
    }
    return named.count == 1 ? named[0] : nil
  }

  /// Whether the weekday beside a date contradicts it.
  func isAnotherWeekday(_ day: CalendarDate, row: Int, range: Range<Int>?) -> Bool {
    weekday(beside: range, in: rows[row]).map { $0 != day.weekday } ?? false
  }

  /// The weekday right before or after a date, 0 for Monday; nil if there are two, which are opening days.
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

/// Dates of Nepal's calendar, which tills there print beside Gregorian ones: 21/03/2081 is 5 July 2024. The lengths of its
/// months are set each year, so a conversion is good to within two days.
enum BikramSambat {
  /// Days from the new year to each month's first, in most years.
  private static let starts: [Int64] = [0, 31, 62, 94, 125, 156, 187, 217, 246, 276, 305, 335]

  /// The first such date in a row, as a Gregorian day. Years run from 2060 to 2100.
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
