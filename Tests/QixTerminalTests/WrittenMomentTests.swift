import QixCalendar
import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

private let now = "2027-03-31T22:30:00Z"

/// What a person writes for a moment, read on Wednesday, 2027-03-31 at 22:30 UTC: in Rome it is Thursday, April 1.
@Suite struct WrittenMomentTests {
  @Test(arguments: [
    // text, start, end in Rome (UTC+2 since March 28)
    ("2027-03-01", "2027-02-28T23:00:00Z", "2027-03-01T23:00:00Z"),
    ("2027-03", "2027-02-28T23:00:00Z", "2027-03-31T22:00:00Z"),
    ("2027-12", "2027-11-30T23:00:00Z", "2027-12-31T23:00:00Z"),
    ("2027-03-28", "2027-03-27T23:00:00Z", "2027-03-28T22:00:00Z"),
    ("2027-03-01T12:00", "2027-03-01T11:00:00Z", "2027-03-01T11:00:00Z"),
    ("2027-03-01T12:00:00Z", "2027-03-01T12:00:00Z", "2027-03-01T12:00:00Z"),
    ("2027-03-01T12:00+05:00", "2027-03-01T07:00:00Z", "2027-03-01T07:00:00Z"),
    ("now", now, now), ("24h", "2027-03-30T22:30:00Z", "2027-03-30T22:30:00Z"),
    ("90s", "2027-03-31T22:28:30Z", "2027-03-31T22:28:30Z"), ("PT15M", "2027-03-31T22:15:00Z", "2027-03-31T22:15:00Z"),
    // Days and months are the calendar's: the clock there was an hour behind.
    ("7d", "2027-03-24T23:30:00Z", "2027-03-24T23:30:00Z"), ("P7D", "2027-03-24T23:30:00Z", "2027-03-24T23:30:00Z"),
    ("P1M", "2027-02-28T23:30:00Z", "2027-02-28T23:30:00Z"),
    ("today", "2027-03-31T22:00:00Z", "2027-04-01T22:00:00Z"),
    ("yesterday", "2027-03-30T22:00:00Z", "2027-03-31T22:00:00Z"),
    ("tomorrow", "2027-04-01T22:00:00Z", "2027-04-02T22:00:00Z"),
    ("this week", "2027-03-28T22:00:00Z", "2027-04-04T22:00:00Z"),
    ("last week", "2027-03-21T23:00:00Z", "2027-03-28T22:00:00Z"),
    ("this month", "2027-03-31T22:00:00Z", "2027-04-30T22:00:00Z"),
    ("last month", "2027-02-28T23:00:00Z", "2027-03-31T22:00:00Z"),
    ("Last-Month", "2027-02-28T23:00:00Z", "2027-03-31T22:00:00Z"),
    ("last quarter", "2026-12-31T23:00:00Z", "2027-03-31T22:00:00Z"),
    ("next quarter", "2027-06-30T22:00:00Z", "2027-09-30T22:00:00Z"),
    ("this year", "2026-12-31T23:00:00Z", "2027-12-31T23:00:00Z"),
    ("next year", "2027-12-31T23:00:00Z", "2028-12-31T23:00:00Z"),
  ])
  func meansOneMoment(_ text: String, _ start: String, _ end: String) throws {
    let written = try #require(WrittenMoment(text))
    let (clock, rome) = (try #require(Timestamp(now)), try TimeZone(identifier: "Europe/Rome"))
    #expect("\(written.moment(.start, .back, at: clock, in: rome))" == start)
    #expect("\(written.moment(.end, .back, at: clock, in: rome))" == end)
  }

  @Test func lengthsOfTimeLeadOnWhereSomethingIsToCome() throws {
    let clock = try #require(Timestamp(now))
    for (text, moment) in [
      ("24h", "2027-04-01T22:30:00Z"), ("P1M", "2027-04-30T22:30:00Z"), ("30d", "2027-04-30T22:30:00Z"),
    ] {
      let written = try #require(WrittenMoment(text))
      #expect("\(written.moment(.end, .ahead, at: clock, in: .utc))" == moment)
    }
  }

  @Test(arguments: [
    "", "24", "h", "P", "last", "last fortnight", "month", "2027-02-30", "2027-3-1", "2027-13",
    "2027-3", "27-03", "-24h", "yesterday 12",
  ])
  func otherTextsAreNone(_ text: String) { #expect(WrittenMoment(text) == nil) }

  @Test func onlyWhatAZoneMakesAMomentIsOfOne() throws {
    for text in ["2027-03-01", "2027-03", "2027-03-01T12:00", "today", "P1D", "7d"] {
      #expect(try #require(WrittenMoment(text)).isOfZone)
    }
    for text in ["now", "24h", "PT1H", "2027-03-01T12:00Z", "2027-03-01T12:00:00-01:00"] {
      #expect(!(try #require(WrittenMoment(text)).isOfZone))
    }
  }
}
