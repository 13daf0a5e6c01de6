import QixCalendar
import QixKernel
import Testing

@testable import Tiers

@Suite struct QualificationTests {
  private func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

  @Test(arguments: [
    ("year", "2027-05-17", "2027-01-01", "2028-01-01"), ("year", "2027-12-31", "2027-01-01", "2028-01-01"),
    ("half-year", "2027-06-30", "2027-01-01", "2027-07-01"), ("half-year", "2027-07-01", "2027-07-01", "2028-01-01"),
    ("quarter", "2027-11-30", "2027-10-01", "2028-01-01"), ("month", "2028-02-29", "2028-02-01", "2028-03-01"),
    ("P12M", "2028-02-29", "2027-02-28", "2028-03-01"), ("P90D", "2027-03-31", "2026-12-31", "2027-04-01"),
    ("P1M1D", "2027-03-31", "2027-02-27", "2027-04-01"),
  ])
  func aDateIsInASpan(_ text: String, _ day: String, _ start: String, _ end: String) throws {
    let qualification = try #require(Qualification(text))
    #expect(qualification.span(of: try date(day)) == .init(start: try date(start), end: try date(end)))
  }

  @Test func spansOfTheCalendarFollowEachOther() throws {
    for (word, months) in Qualification.words {
      let qualification = try #require(Qualification(word))
      #expect(qualification == .calendar(months: months))
      var span = qualification.span(of: try date("1999-12-31"))
      for _ in 0..<50 {
        let next = try #require(qualification.span(after: span))
        #expect(next.start == span.end && qualification.span(before: next) == span)
        // Every date of it is in it.
        for day in span.start.daysSinceEpoch..<span.end.daysSinceEpoch {
          #expect(qualification.span(of: CalendarDate(daysSinceEpoch: day)) == span)
        }
        span = next
      }
    }
  }

  @Test(arguments: ["", "years", "Year", "P0D", "PT1H", "P1DT1H", "-P1M", "P2000M", "12"])
  func othersAreNone(_ text: String) { #expect(Qualification(text) == nil) }
}

@Suite struct TierFactorTests {
  @Test(
    arguments: [("1", 100), ("1.5", 150), ("1.25", 125), ("2.05", 205), ("100", 10_000), ("1.00", 100)]
      as [(String, Int64)])
  func factorsAreRead(_ text: String, _ hundredths: Int64) {
    #expect(Tier.hundredths(text) == hundredths)
    #expect(Tier.hundredths(Tier.factor(hundredths)) == hundredths)
  }

  @Test(arguments: ["", "0", "0.99", "100.01", "1.005", "1,5", "-1", "1.", ".5", "1e2", "x1", "1 "])
  func othersAreNone(_ text: String) { #expect(Tier.hundredths(text) == nil) }
}
