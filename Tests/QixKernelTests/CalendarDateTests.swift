import QixKernel
import Testing

@Suite struct CalendarDateTests {
  private static func isLeap(_ year: Int64) -> Bool { year % 400 == 0 || year % 4 == 0 && year % 100 != 0 }

  private static func length(of month: Int64, in year: Int64) -> Int64 {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month - 1)]
  }

  /// Counts the days of all months of ten thousand years, one after another.
  @Test func everyMonthBeginsAndEndsWhereCountingSays() throws {
    // 0001-01-01 is 719,162 days before 1970-01-01 (Calendrical Calculations, Reingold and Dershowitz, §1.2).
    var days: Int64 = -719_162
    for year in 1...9_999 as ClosedRange<Int64> {
      for month in 1...12 as ClosedRange<Int64> {
        let length = Self.length(of: month, in: year)
        for day in [1, length] {
          guard let date = CalendarDate(year: year, month: month, day: day),
            date.daysSinceEpoch == days + day - 1, CalendarDate(daysSinceEpoch: days + day - 1) == date
          else {
            Issue.record("\(year)-\(month)-\(day)")
            return
          }
        }
        #expect(CalendarDate(year: year, month: month, day: length + 1) == nil)
        days += length
      }
    }
    #expect(days == 2_932_897)
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2027-01-15", 20_833), ("0001-01-01", -719_162),
    ("9999-12-31", 2_932_896),
  ])
  func isReadAndWritten(_ text: String, _ days: Int64) throws {
    let date = try #require(CalendarDate(text))
    #expect(date.daysSinceEpoch == days)
    #expect("\(date)" == text)
  }

  @Test(arguments: [
    "", "2027", "2027-06", "2027-6-30", "27-06-30", "2027-06-31", "2027-02-29", "1900-02-29", "2027-13-01",
    "2027-00-01",
    "2027-01-00", "0000-01-01", "10000-01-01", "2027/06/30", "2027-06-30 ", " 2027-06-30", "-027-06-30", "+027-06-30",
    "2027-06-3o", "２０２７-06-30", "٢٠٢٧-06-30", "2027-06-30T", "2027-W25-3",
  ])
  func isRefused(_ text: String) { #expect(CalendarDate(text) == nil) }

  @Test(arguments: [
    ("2027-01-31", 1, "2027-02-28"), ("2028-01-31", 1, "2028-02-29"), ("2027-03-31", -1, "2027-02-28"),
    ("2028-02-29", 12, "2029-02-28"), ("2028-02-29", 48, "2032-02-29"), ("2027-11-30", 2, "2028-01-30"),
    ("2027-01-15", -1, "2026-12-15"), ("2027-01-15", 0, "2027-01-15"), ("2027-12-31", 1_200, "2127-12-31"),
  ])
  func monthsKeepTheDayWhereTheyCan(_ start: String, _ months: Int64, _ end: String) throws {
    #expect(try #require(CalendarDate(start)).adding(months: months) == CalendarDate(end))
  }

  @Test func datesOrderAsTheirDays() throws {
    let dates = ["2026-12-31", "2027-01-01", "2027-01-31", "2027-02-01"].compactMap { CalendarDate($0) }
    #expect(dates.count == 4 && dates == dates.reversed().sorted())
  }
}
