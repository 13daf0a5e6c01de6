import QixKernel
import Testing

@Suite struct PeriodTests {
  @Test(arguments: [
    ("P12M", Period(months: 12), "P12M"), ("P1Y", Period(months: 12), "P12M"), ("P90D", Period(days: 90), "P90D"),
    ("P2W", Period(days: 14), "P14D"), ("P1Y6M2W3D", Period(months: 18, days: 17), "P18M17D"),
    ("P0Y1D", Period(days: 1), "P1D"), ("P9999Y", Period(months: 119_988), "P119988M"),
    ("P0001M", Period(months: 1), "P1M"),
  ])
  func isReadAndWritten(_ text: String, _ period: Period, _ written: String) {
    #expect(Period(text) == period)
    #expect("\(period)" == written)
  }

  @Test(arguments: [
    "", "P", "12M", "p12M", "P12m", "P12", "PM", "P-1M", "P+1M", "P1.5M", "P1M1Y", "P1D1W", "P1M1M", "P0M", "P0Y0D",
    "P10000M", "PT1H", "P1DT1H", "P1M ", " P1M", "P١M", "P1S", "P1M\u{0}",
  ])
  func isRefused(_ text: String) { #expect(Period(text) == nil) }

  @Test(arguments: [
    ("PT15M", Period(microseconds: 900_000_000)), ("P1DT12H", Period(days: 1, microseconds: 43_200_000_000)),
    ("PT1H30M5S", Period(microseconds: 5_405_000_000)), ("P2W", Period(days: 14)),
    ("PT999999999H", Period(microseconds: 3_599_999_996_400_000_000)),
  ])
  func withATimeIsRead(_ text: String, _ period: Period) { #expect(Period(iso8601: text) == period) }

  @Test(arguments: [
    "", "P", "T", "PT", "P1DT", "T1H", "1DT1H", "PT1", "PTH", "PT1M1H", "PT1H1H", "PT1D", "PT0S", "P0DT0S", "PT1HT1M",
    "PT1000000000S", "P10000DT1S", "PT1.5S", "PT-1S", "PT1S ",
  ])
  func withATimeIsRefused(_ text: String) { #expect(Period(iso8601: text) == nil) }

  @Test func timeIsWrittenInSeconds() {
    #expect("\(Period(microseconds: 900_000_000))" == "PT900S")
    #expect("\(Period(days: 1, microseconds: 60_000_000))" == "P1DT60S")
    #expect("\(Period())" == "P0D")
  }

  @Test(arguments: [
    ("2027-01-31T10:30:00.000001Z", Period(months: 1), "2027-02-28T10:30:00.000001Z"),
    ("2027-01-31T23:59:59Z", Period(months: 1, days: 1, microseconds: 1_000_000), "2027-03-02T00:00:00Z"),
    ("1969-12-31T23:00:00Z", Period(microseconds: 3_600_000_000), "1970-01-01T00:00:00Z"),
    ("1969-01-31T12:00:00Z", Period(months: 1), "1969-02-28T12:00:00Z"),
    ("2027-12-31T00:00:00Z", Period(months: 2), "2028-02-29T00:00:00Z"),
  ])
  func isAddedInItsOrder(_ start: String, _ period: Period, _ end: String) throws {
    #expect(try #require(Timestamp(start)).adding(period) == Timestamp(end))
  }
}
