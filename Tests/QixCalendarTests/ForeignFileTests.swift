import QixKernel
import QixTesting
import Testing

@testable import QixCalendar

/// Files as other programs write them, in which what is called off must not be on.
@Suite struct ForeignFileTests {
  private static let start = "DTSTART;TZID=Europe/Rome:20270301T203000"

  /// EXDATE, RECURRENCE-ID, RDATE and DTEND without a zone are by DTSTART's clock, whatever the file's is.
  @Test(arguments: ["", "X-WR-TIMEZONE:UTC\n", "X-WR-TIMEZONE:Pacific/Auckland\n"])
  func whatNamesNoZoneIsByTheClockOfTheStart(_ head: String) throws {
    let event = """
      \(head)BEGIN:VEVENT
      UID:f
      SUMMARY:Show
      \(Self.start)
      DTEND:20270301T210000
      RRULE:FREQ=DAILY;COUNT=4
      EXDATE:20270302T203000
      RDATE:20270310T120000
      END:VEVENT
      BEGIN:VEVENT
      UID:f
      SUMMARY:Later
      RECURRENCE-ID:20270303T203000
      DTSTART;TZID=Europe/Rome:20270303T220000
      DURATION:PT30M
      END:VEVENT
      """
    let file = try CalendarFile(calendar(event), name: "x", zone: try TimeZone(identifier: "Asia/Tokyo"))
    let expansion = try file.occurrences(from: Timestamp(microseconds: 0), until: nil)
    #expect(
      expansion.occurrences.map { "\($0.start) \($0.end)" } == [
        "2027-03-01T19:30:00Z 2027-03-01T20:00:00Z", "2027-03-03T21:00:00Z 2027-03-03T21:30:00Z",
        "2027-03-04T19:30:00Z 2027-03-04T20:00:00Z", "2027-03-10T11:00:00Z 2027-03-10T11:30:00Z",
      ])
    #expect(expansion.notes.isEmpty)
  }

  /// What was to be called off and isn't, since no time of the event is meant, is told with its line.
  @Test(
    arguments: [
      ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20270302T203000Z", true),
      ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20270302T2030", nil),
      ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20270302", false),
      ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20270309", true),
      ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20270301T203000,20270303T203000", false),
      ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20270304T203000", true), ("EXDATE:20270302T203000", true),
      ("RDATE:20270302T203000\nEXDATE:20270302T203000", false),
    ] as [(String, Bool?)])
  func anEXDATEThatMatchesNothingIsReported(_ lines: String, _ isReported: Bool?) throws {
    let bytes = calendar(event(lines, start: Self.start))
    guard let isReported else {
      #expect(throws: CalendarFaults.self) { try CalendarFile(bytes, name: "x") }
      return
    }
    let notes = try CalendarFile(bytes, name: "x").occurrences(from: Timestamp(microseconds: 0), until: nil).notes
    #expect(notes.map(\.code) == (isReported ? ["calendar.exdate"] : []))
    if isReported { #expect(notes.allSatisfy { $0.line > 4 }) }
  }

  @Test(arguments: [
    "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=1;X-TITLE=\"a\nb:geo:1,2", "X-FOO;BAR:baz", "X-FOO;=1:baz",
    "X-FOO", "X-FOO;A=\"b\"c:d",
  ])
  func propertiesOfOtherProgramsAreSkipped(_ line: String) throws {
    let one = line.split(separator: "\n").first.map(String.init) ?? line
    #expect(try CalendarFile(calendar(event(one, start: Self.start)), name: "x").starts() == ["2027-03-01T19:30:00Z"])
  }

  /// Those that mean something here are not.
  @Test(arguments: ["X-QIX-CHANNEL;A:uno", "SUMMARY;A:x"])
  func propertiesOfOursAreRead(_ line: String) {
    #expect(throws: CalendarFaults.self) { try CalendarFile(calendar(event(line, start: Self.start)), name: "x") }
  }

  @Test(arguments: ["FREQ=DAILY;COUNT=2;", "freq=daily;count=2;"])
  func aRuleMayEndInASemicolon(_ rule: String) throws {
    let file = try CalendarFile(calendar(event("RRULE:\(rule)", start: Self.start)), name: "x")
    #expect(try file.starts() == ["2027-03-01T19:30:00Z", "2027-03-02T19:30:00Z"])
    #expect(throws: RecurrenceError.self) { try RecurrenceRule("FREQ=DAILY;;") }
  }

  /// Hours and minutes of what lasts whole days mean nothing (RFC 5545 §3.3.10).
  @Test func aDayWithMinutesIsOneDay() throws {
    let lines = "RRULE:FREQ=DAILY;COUNT=2;BYHOUR=9,12;BYMINUTE=0,30;BYSECOND=5"
    let file = try CalendarFile(
      calendar(event(lines, start: "DTSTART;VALUE=DATE:20270301")), name: "x",
      zone: try TimeZone(identifier: "Europe/Rome"))
    #expect(try file.starts() == ["2027-02-28T23:00:00Z", "2027-03-01T23:00:00Z"])
  }

  @Test func anEndBeforeTheBeginNamesBothClocks() throws {
    let event = """
      BEGIN:VEVENT
      UID:f
      \(Self.start)
      DTEND;TZID=America/New_York:20270301T143000
      END:VEVENT
      """
    do {
      _ = try CalendarFile(calendar(event.replacing("143000", with: "130000")), name: "x")
      Issue.record("it was taken")
    } catch let faults as CalendarFaults {
      #expect("\(faults)".contains("it begins in Europe/Rome and ends in America/New_York"), "\(faults)")
    }
  }
}
