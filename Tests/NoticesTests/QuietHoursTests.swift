import QixCalendar
import QixKernel
import Testing

@testable import Notices

/// Hours of the day, by the clock of a zone.
@Suite struct QuietHoursTests {
  @Test(arguments: ["21:00-08:00", "00:00-23:59", "09:30-10:00"])
  func theyAreWrittenAsTheyAreRead(text: String) {
    #expect(QuietHours(text)?.description == text)
  }

  @Test(arguments: [
    "", "21:00", "21:00-21:00", "24:00-08:00", "9:00-10:00", "21:00-08:00-09:00", "aa:bb-cc:dd", "none",
  ])
  func othersAreNone(text: String) {
    #expect(QuietHours(text) == nil)
  }

  @Test(
    arguments: [
      ("21:00-08:00", "2027-06-01T20:59:59Z", nil), ("21:00-08:00", "2027-06-01T21:00:00Z", "2027-06-02T08:00:00Z"),
      ("21:00-08:00", "2027-06-02T03:00:00Z", "2027-06-02T08:00:00Z"), ("21:00-08:00", "2027-06-02T08:00:00Z", nil),
      ("12:00-14:00", "2027-06-01T13:00:00Z", "2027-06-01T14:00:00Z"), ("12:00-14:00", "2027-06-01T14:00:00Z", nil),
    ] as [(String, String, String?)])
  func theyEndWhenTheySay(hours: String, at time: String, end: String?) throws {
    let found = try #require(QuietHours(hours)).end(at: try #require(Timestamp(time)), in: .utc)
    #expect(found == end.flatMap { Timestamp($0) })
  }

  @Test func theClockOfTheZoneCounts() throws {
    let rome = try TimeZone(identifier: "Europe/Rome")
    let end = try #require(QuietHours("21:00-08:00")).end(
      at: try #require(Timestamp("2027-06-01T19:30:00Z")), in: rome)
    #expect(end == Timestamp("2027-06-02T06:00:00Z"))
  }
}
