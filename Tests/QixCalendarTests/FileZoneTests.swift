import QixKernel
import Testing

@testable import QixCalendar

/// Zones that only the file knows: their VTIMEZONE is followed.
@Suite struct FileZoneTests {
  /// Rome's rules of today as Outlook writes them, from 1601 on.
  static let outlook = """
    BEGIN:STANDARD
    DTSTART:16010101T030000
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:16010101T020000
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
    END:DAYLIGHT
    """

  private func file(_ observances: String, _ event: String, id: String = "Customized Time Zone") -> [UInt8] {
    calendar("BEGIN:VTIMEZONE\nTZID:\(id)\n\(observances)\nEND:VTIMEZONE", event)
  }

  @Test func itsRulesAreThoseOfTheSystemsZone() throws {
    var zone = FileZone(line: 1)
    for text in Self.outlook.split(separator: "\n") {
      let line = try ContentLine(Array(text.utf8), line: 1)
      if line.name == "BEGIN" { zone.begin(line.value, at: 1) } else { zone.take(line) }
    }
    let own = QixCalendar.TimeZone(ofFile: "x", rules: try zone.rules())
    let rome = try QixCalendar.TimeZone(identifier: "Europe/Rome")
    // Every 53 hours from 2000 to 2100: the European Union's rule is that of 1996.
    for second in stride(from: 946_684_800, to: 4_102_444_800, by: 190_800) as StrideTo<Int64> {
      let moment = Timestamp(microseconds: second * 1_000_000)
      #expect(own.offset(at: moment) == rome.offset(at: moment), "\(moment)")
    }
  }

  @Test func aSeriesInItKeepsItsTimeOnTheWall() throws {
    let start = "DTSTART;TZID=Customized Time Zone:20270326T203000"
    let times = try CalendarFile(file(Self.outlook, event("RRULE:FREQ=DAILY;COUNT=4", start: start)), name: "x").times()
    #expect(
      times.map(\.start.description)
        == ["2027-03-26T19:30:00Z", "2027-03-27T19:30:00Z", "2027-03-28T18:30:00Z", "2027-03-29T18:30:00Z"])
    #expect(times.allSatisfy { !$0.zone.isOfSystem && $0.zone.identifier == "Customized Time Zone" })
  }

  /// Changes that are listed, and a rule that has ended; before all of them the first offset holds.
  @Test func listsAndEndsAreFollowed() throws {
    let observances = """
      BEGIN:STANDARD
      DTSTART:20260101T000000
      TZOFFSETFROM:+043000
      TZOFFSETTO:+0500
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20270301T000000
      TZOFFSETFROM:+0500
      TZOFFSETTO:+0600
      RDATE:20280301T000000,20290401T000000
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20270901T000000
      TZOFFSETFROM:+0600
      TZOFFSETTO:+0500
      RRULE:FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1;UNTIL=20280831T180000Z
      END:STANDARD
      """
    func start(_ day: String) throws -> String {
      let one = event(start: "DTSTART;TZID=Customized Time Zone:\(day)T120000")
      return try CalendarFile(file(observances, one), name: "x").times(from: "2020-01-01").first?.start.description
        ?? ""
    }
    #expect(try start("20250601") == "2025-06-01T07:30:00Z")
    #expect(try start("20260601") == "2026-06-01T07:00:00Z")
    #expect(try start("20270601") == "2027-06-01T06:00:00Z")
    #expect(try start("20271001") == "2027-10-01T07:00:00Z")
    #expect(try start("20280601") == "2028-06-01T06:00:00Z")
    // The rule's last time is the end of its UNTIL itself.
    #expect(try start("20281001") == "2028-10-01T07:00:00Z")
    #expect(try start("20291001") == "2029-10-01T06:00:00Z")
  }

  /// A zone of the system is taken from the system, and X-WR-TIMEZONE may name one of the file.
  @Test func whatTheSystemKnowsIsTheSystems() throws {
    let wrong = Self.outlook.replacing("+0100", with: "+0900").replacing("+0200", with: "+1000")
    let rome = try CalendarFile(file(wrong, event(), id: "Europe/Rome"), name: "x").times()
    #expect(rome.first?.start.description == "2027-03-01T19:30:00Z" && rome.first?.zone.isOfSystem == true)
    let floating = calendar(
      "X-WR-TIMEZONE:Studio", "BEGIN:VTIMEZONE\nTZID:Studio\n\(wrong)\nEND:VTIMEZONE",
      event(start: "DTSTART:20270301T203000"))
    #expect(try CalendarFile(floating, name: "x").starts() == ["2027-03-01T11:30:00Z"])
  }

  /// One fault, however many events are in the zone. Line 4 begins it, 6 its first part.
  @Test(arguments: [
    ("X-NOTHING:1", "4 calendar.zone"),
    ("BEGIN:STANDARD\nDTSTART:20270101T000000\nTZOFFSETTO:+0100\nEND:STANDARD", "6 calendar.zone"),
    ("BEGIN:STANDARD\nDTSTART:20270101T000000Z\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD", "7 calendar.zone"),
    ("BEGIN:STANDARD\nDTSTART:20270101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:0100\nEND:STANDARD", "9 calendar.zone"),
    ("BEGIN:STANDARD\nDTSTART:20270101T000000\nTZOFFSETFROM:+2400\nTZOFFSETTO:+0100\nEND:STANDARD", "8 calendar.zone"),
    (
      "BEGIN:STANDARD\nDTSTART:20270101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nRRULE:FREQ=DAILY\nEND:STANDARD",
      "10 calendar.rule-too-many"
    ),
  ])
  func whatCannotBeFollowedIsNamedOnce(_ observances: String, _ expected: String) throws {
    let start = "DTSTART;TZID=Customized Time Zone:20270326T203000"
    #expect(try faults(file(observances, event(start: start) + "\n" + event(uid: "b", start: start))) == [expected])
  }
}
