import QixCalendar
import QixKernel
import Testing

@testable import QixDefinitions

@Suite struct WallTimeTests {
  @Test(arguments: [
    ("2027-06-01", false, "2027-05-31T22:00:00Z"), ("2027-06-01", true, "2027-06-01T22:00:00Z"),
    ("2027-12-31", true, "2027-12-31T23:00:00Z"), ("2026-12-01T20:00", false, "2026-12-01T19:00:00Z"),
    ("2026-12-01T20:00:30.5", true, "2026-12-01T19:00:30.500Z"), ("2026-12-01T20:00Z", false, "2026-12-01T20:00:00Z"),
    ("2026-12-01T20:00:00-03:30", false, "2026-12-01T23:30:00Z"),
    // Skipped on 28 March 2027, shown twice on 31 October.
    ("2027-03-28T02:30", false, "2027-03-28T01:30:00Z"), ("2027-10-31T02:30", false, "2027-10-31T00:30:00Z"),
  ]) func areThoseOfTheZone(_ text: String, _ isEnd: Bool, _ moment: String) throws {
    let zone = try TimeZone(identifier: "Europe/Rome")
    #expect(WallTime.read(text, in: zone, isEnd: isEnd)?.description == moment)
  }

  @Test(arguments: ["", "2027-02-30", "2027-06-01T24:00", "tomorrow", "2027-06-01T20", "2027-06-01 20:00 "])
  func othersAreNone(_ text: String) { #expect(WallTime.read(text, in: .utc, isEnd: false) == nil) }

  @Test(arguments: [
    ("2027-05-31T22:00:00Z", false, "2027-06-01"), ("2027-06-01T22:00:00Z", true, "2027-06-01"),
    ("2026-12-01T19:00:00Z", false, "2026-12-01T20:00"), ("2026-12-01T19:00:30Z", true, "2026-12-01T20:00:30"),
    ("2027-10-31T00:30:00Z", false, "2027-10-31T02:30"),
    // The second half past two of that night can't be said otherwise.
    ("2027-10-31T01:30:00Z", false, "2027-10-31T01:30:00Z"),
  ]) func areWrittenShort(_ moment: String, _ isEnd: Bool, _ text: String) throws {
    let zone = try TimeZone(identifier: "Europe/Rome")
    #expect(WallTime.text(try #require(Timestamp(moment)), in: zone, isEnd: isEnd) == text)
  }

  /// What people write for "never", and the edges of what can be written at all.
  @Test(
    arguments: ["UTC", "Europe/Rome", "America/New_York", "Pacific/Kiritimati"],
    [
      ("9999-12-31", true), ("9999-12-31", false), ("9999-12-31T23:30", true), ("0001-01-01", false),
      ("0001-01-01T00:30", true), ("9998-12-31", true),
    ])
  func comeBackAsTheyWere(_ zone: String, _ day: (text: String, isEnd: Bool)) throws {
    let zone = try TimeZone(identifier: zone)
    let time = try #require(WallTime.read(day.text, in: zone, isEnd: day.isEnd))
    let written = WallTime.text(time, in: zone, isEnd: day.isEnd)
    #expect(WallTime.read(written, in: zone, isEnd: day.isEnd) == time, "\(day.text) became \(written)")
  }

  @Test(arguments: ["9999-12-31T23:30-05:00", "0001-01-01T00:30+05:00"])
  func noYearsBeyondThem(_ text: String) { #expect(WallTime.read(text, in: .utc, isEnd: true) == nil) }
}
