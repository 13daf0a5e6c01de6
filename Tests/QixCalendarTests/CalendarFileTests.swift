import Foundation
import QixKernel
import QixTesting
import Testing

@testable import QixCalendar

/// What a file says, and when that is.
@Suite struct CalendarFileTests {
  @Test func anEventIsReadWithItsWords() throws {
    let bytes = calendar(
      "BEGIN:VEVENT\nUID:a@b\nSUMMARY:Tatort\\, Folge 1\\; \\\"Wien\\\"\nLOCATION:Das Ers\n te\nSEQUENCE:3\n"
        + "CATEGORIES:Crime,Live\nX-QIX-CHANNEL:ard\nDTSTART;TZID=Europe/Berlin:20270301T201500\n"
        + "DTEND;TZID=Europe/Berlin:20270301T214500\nBEGIN:VALARM\nTRIGGER:-PT5M\nSUMMARY:no\nEND:VALARM\nEND:VEVENT")
    let one = try #require(try CalendarFile(bytes, name: "x.ics").times().first)
    #expect(one.uid == "a@b" && one.sequence == 3 && one.line == 4)
    #expect(one.summary == "Tatort, Folge 1; \"Wien\"" && one.location == "Das Erste" && one.channel == "ard")
    #expect("\(one.start) \(one.end)" == "2027-03-01T19:15:00Z 2027-03-01T20:45:00Z")
    #expect(one.zone.identifier == "Europe/Berlin" && one.instance == one.start)
  }

  /// Folding may cut a letter of several bytes; a mark of the byte order and bare line feeds are everyday.
  @Test func foldingAndLineEndsAreAsProgramsWriteThem() throws {
    var bytes = calendar(event(), eol: "\n")
    let folded = Array("SUMMARY:Caf".utf8) + [0xC3, 0x0D, 0x0A, 0x09, 0xA9]
    let place = try #require(bytes.firstRange(of: Array("SUMMARY:News".utf8)))
    bytes.replaceSubrange(place, with: folded)
    #expect(try CalendarFile([0xEF, 0xBB, 0xBF] + bytes, name: "x").times().first?.summary == "Café")
  }

  @Test func aSeriesKeepsItsTimeOnTheWall() throws {
    let file = try CalendarFile(
      calendar(event("RRULE:FREQ=WEEKLY;COUNT=6", start: "DTSTART;TZID=Europe/Rome:20270308T203000")), name: "x")
    // Summer time begins on 28 March 2027.
    #expect(
      try file.starts() == [
        "2027-03-08T19:30:00Z", "2027-03-15T19:30:00Z", "2027-03-22T19:30:00Z", "2027-03-29T18:30:00Z",
        "2027-04-05T18:30:00Z", "2027-04-12T18:30:00Z",
      ])
  }

  /// 2:30 does not exist on 28 March 2027 in Rome, and exists twice on 31 October.
  @Test(
    arguments: [
      ("Europe/Rome", "20270327T023000", ["2027-03-27T01:30:00Z", "2027-03-28T01:30:00Z", "2027-03-29T00:30:00Z"]),
      ("Europe/Rome", "20271030T023000", ["2027-10-30T00:30:00Z", "2027-10-31T00:30:00Z", "2027-11-01T01:30:00Z"]),
      (
        "America/New_York", "20270313T023000", ["2027-03-13T07:30:00Z", "2027-03-14T07:30:00Z", "2027-03-15T06:30:00Z"]
      ),
      // Half an hour of summer time, south of the equator.
      (
        "Australia/Lord_Howe", "20271002T021500",
        ["2027-10-01T15:45:00Z", "2027-10-02T15:45:00Z", "2027-10-03T15:15:00Z"]
      ),
      ("Asia/Kathmandu", "20271002T000000", ["2027-10-01T18:15:00Z", "2027-10-02T18:15:00Z", "2027-10-03T18:15:00Z"]),
    ])
  func changesOfTheClocksAreFollowed(_ zone: String, _ start: String, _ expected: [String]) throws {
    let file = try CalendarFile(
      calendar(event("RRULE:FREQ=DAILY;COUNT=3", start: "DTSTART;TZID=\(zone):\(start)")), name: "x")
    #expect(try file.starts() == expected)
  }

  /// An end keeps the hours that pass, a duration of days the clock on the wall (RFC 5545 §3.8.5.3).
  @Test func lengthsAreExactOrNominal() throws {
    let start = "DTSTART;TZID=Europe/Rome:20270327T120000"
    func ends(_ length: String) throws -> [String] {
      let file = try CalendarFile(calendar(event("\(length)\nRRULE:FREQ=DAILY;COUNT=2", start: start)), name: "x")
      return try file.times().map(\.end.description)
    }
    // The first is a day of 23 hours.
    #expect(try ends("DURATION:P1D") == ["2027-03-28T10:00:00Z", "2027-03-29T10:00:00Z"])
    #expect(try ends("DURATION:PT24H") == ["2027-03-28T11:00:00Z", "2027-03-29T10:00:00Z"])
    #expect(try ends("DTEND;TZID=Europe/Rome:20270328T120000") == ["2027-03-28T10:00:00Z", "2027-03-29T09:00:00Z"])
    #expect(try ends("DURATION:P0DT0H90M") == ["2027-03-27T12:30:00Z", "2027-03-28T11:30:00Z"])
  }

  @Test func daysBeginAtMidnightThere() throws {
    let file = try CalendarFile(
      calendar(event("DTEND;VALUE=DATE:20280301", start: "DTSTART;VALUE=DATE:20280229")), name: "x",
      zone: QixCalendar.TimeZone(identifier: "Pacific/Auckland"))
    let one = try #require(try file.times().first)
    #expect("\(one.start) \(one.end)" == "2028-02-28T11:00:00Z 2028-02-29T11:00:00Z")
  }

  @Test func occurrencesAreAddedTakenOutMovedAndCancelled() throws {
    let zone = "TZID=Europe/Rome"
    let bytes = calendar(
      event(
        "RRULE:FREQ=DAILY;COUNT=5\nEXDATE;\(zone):20270302T203000\nRDATE;\(zone):20270310T120000,20270311T120000\n"
          + "RDATE;\(zone);VALUE=PERIOD:20270312T120000/PT2H"),
      event("RECURRENCE-ID;\(zone):20270303T203000\nSEQUENCE:1", start: "DTSTART;\(zone):20270303T220000"),
      event("RECURRENCE-ID;\(zone):20270304T203000\nSTATUS:CANCELLED\nSEQUENCE:1"),
      event("RECURRENCE-ID;\(zone):20270303T203000", start: "DTSTART;\(zone):20270303T230000"))
    let found = try CalendarFile(bytes, name: "x").times()
    #expect(
      found.map(\.start.description)
        == [
          "2027-03-01T19:30:00Z", "2027-03-05T19:30:00Z", "2027-03-10T11:00:00Z", "2027-03-11T11:00:00Z",
          "2027-03-12T11:00:00Z", "2027-03-03T21:00:00Z",
        ].sorted())
    let moved = try #require(found.first { $0.start.description == "2027-03-03T21:00:00Z" })
    #expect(moved.instance.description == "2027-03-03T19:30:00Z" && moved.sequence == 1)
    #expect(found.last.map { $0.end.microseconds - $0.start.microseconds } == 7_200_000_000)
  }

  @Test func whatWasCalledOffIsGone() throws {
    for lines in [event("STATUS:CANCELLED"), "METHOD:CANCEL\n" + event()] {
      let expansion = try CalendarFile(calendar(lines), name: "x").occurrences(from: time("2027-01-01"), until: nil)
      #expect(expansion.occurrences.isEmpty && expansion.sequences == ["news": 0])
    }
  }

  @Test func zonesAreFoundByTheirNamesAlone() throws {
    func zone(_ tzid: String, _ location: String? = nil) throws -> String? {
      let block = location.map {
        "BEGIN:VTIMEZONE\nTZID:\(tzid)\nX-LIC-LOCATION:\($0)\nBEGIN:STANDARD\nTZOFFSETTO:+0900\nEND:STANDARD\nEND:VTIMEZONE\n"
      }
      let bytes = calendar((block ?? "") + event(start: "DTSTART;TZID=\"\(tzid)\":20270301T203000"))
      return try CalendarFile(bytes, name: "x").times().first?.zone.identifier
    }
    #expect(try zone("Europe/Rome", "Asia/Tokyo") == "Europe/Rome")
    #expect(try zone("W. Europe Standard Time", "Europe/Berlin") == "Europe/Berlin")
    #expect(try zone("/freeassociation.sourceforge.net/Europe/Rome") == "Europe/Rome")
    #expect(try zone("/x/y/America/Argentina/Salta") == "America/Argentina/Salta")
    #expect(try zone("/Europe/Stockholm") == "Europe/Stockholm")
    #expect(try zone("/UTC") == "UTC")
    #expect(try zone("/America/Argentina/Salta") == "America/Argentina/Salta")
    // As Outlook writes it, whose files have no X-LIC-LOCATION.
    #expect(try zone("W. Europe Standard Time") == "Europe/Berlin")
    #expect(try zone("W. Europe Standard Time", "Nowhere/Land") == "Europe/Berlin")
    #expect(throws: CalendarFaults.self) { try zone("Customized Time Zone", "Nowhere/Land") }
    let outlook = calendar("X-WR-TIMEZONE:Tokyo Standard Time", event(start: "DTSTART:20270301T203000"))
    #expect(try CalendarFile(outlook, name: "x").times().first?.zone.identifier == "Asia/Tokyo")
    // The file says where it is, only not so that anybody knows it.
    let unknown = calendar("X-WR-TIMEZONE:Atlantis", event(start: "DTSTART:20270301T203000"))
    #expect(try faults(unknown) == ["8 calendar.zone-unknown"])
    let floating = calendar("X-WR-TIMEZONE:Europe/Paris", event(start: "DTSTART:20270301T203000"))
    #expect(try CalendarFile(floating, name: "x").times().first?.zone.identifier == "Europe/Paris")
    let given = try CalendarFile(floating, name: "x", zone: QixCalendar.TimeZone(identifier: "Asia/Tokyo"))
    #expect(try given.times().first?.zone.identifier == "Asia/Tokyo")
  }

  /// A table of names is worth what the system knows of them.
  @Test func everyNameOfWindowsIsAZoneOfTheSystem() throws {
    #expect(WindowsZones.identifiers.count >= 139)
    for (name, identifier) in WindowsZones.identifiers {
      #expect(throws: Never.self, "\(name)") { try QixCalendar.TimeZone(identifier: identifier) }
    }
    let error = #expect(throws: TimeZoneError.self) {
      try QixCalendar.TimeZone(identifier: "Romance Standard Time")
    }
    #expect(error?.hint?.contains("Europe/Paris") == true)
  }

  /// What can't be read, what has no times, and what is fine: one look is enough.
  @Test func allFaultsOfAFileAreFoundAtOnce() throws {
    let bytes = calendar(
      event(uid: "a", start: "DTSTART;TZID=Mars/Olympus:20270301T203000"), event("RRULE:FREQ=DAILY", uid: "b"),
      event(uid: "c"))
    var faults: [CalendarFault] = []
    let file = try CalendarFile(bytes, name: "x", faults: &faults)
    let expansion = file.occurrences(from: try time("2027-01-01"), until: nil, faults: &faults)
    #expect(faults.map(\.code) == ["calendar.zone-unknown", "calendar.rule-endless"])
    #expect(expansion.occurrences.map(\.uid) == ["c"])
  }

  @Test(arguments: [
    ("", "1 calendar.structure"), ("hello", "1 calendar.line"), ("BEGIN:VEVENT\nEND:VEVENT", "1 calendar.structure"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT", "2 calendar.structure"), ("BEGIN:VCALENDAR\nEND:VEVENT", "2 calendar.structure"),
    ("BEGIN:VCALENDAR\nnonsense\nEND:VCALENDAR", "2 calendar.line"),
    ("BEGIN:VCALENDAR\nX;A=\"b:c\nEND:VCALENDAR", "2 calendar.line"),
    ("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: 9), "9 calendar.structure"),
    ("\u{89}PNG\u{0}\u{1}\n\u{0}\u{2}\n", "1 calendar.line"),
  ])
  func whatIsNoCalendarIsRefused(_ text: String, _ expected: String) throws {
    #expect(try faults(Array(text.utf8)) == [expected])
  }

  /// Line 4 begins the event; 7 is its DTSTART, 8 its DURATION unless something else says when it ends, 9 what is added.
  @Test(arguments: [
    ("DTSTART:20270301T203000Z", "9 calendar.event"), ("SEQUENCE:-1", "9 calendar.event"),
    ("EXRULE:FREQ=DAILY", "9 calendar.event"), ("RRULE:FREQ=SECONDLY", "9 calendar.rule-too-often"),
    ("RRULE:FREQ=DAILY;BYDAY=X", "9 calendar.rule"),
    ("DTEND:20270301T193000Z", "8 calendar.time"), ("DTEND:20270301T183000Z", "8 calendar.time"),
    ("DTEND:20270229T193000Z", "8 calendar.time"),
    ("DTEND;VALUE=DATE;TZID=Europe/Rome:20270302", "8 calendar.time"),
    ("DTEND:20270501T193000Z", "8 calendar.too-long"),
    ("DURATION:P1M", "8 calendar.time"), ("DURATION:-PT5M", "8 calendar.time"), ("DURATION:PT0S", "8 calendar.time"),
    ("EXDATE:tomorrow", "9 calendar.time"), ("RDATE;TZID=Mars/Base:20270301T000000", "9 calendar.zone-unknown"),
    ("RECURRENCE-ID;RANGE=THISANDFUTURE:20270301T193000Z", "9 calendar.event"),
    ("RECURRENCE-ID;VALUE=DATE:20270301", "9 calendar.event"),
    ("RECURRENCE-ID:20270301T193000Z\nRRULE:FREQ=DAILY;COUNT=2", "10 calendar.event"),
  ])
  func whatIsWrongWithAnEventIsNamedByLine(_ more: String, _ expected: String) throws {
    #expect(try faults(calendar(event(more))) == [expected])
  }

  @Test func everyFaultOfAFileIsNamed() throws {
    let bytes = calendar(
      event("RRULE:FREQ=DAILY"), event("RRULE:FREQ=DAILY;COUNT=3", uid: "b", start: "DTSTART:20270301T203000Z"),
      event(uid: "b"), event("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2", uid: "c"))
    #expect(try faults(bytes) == ["9 calendar.rule-endless", "18 calendar.duplicate", "29 calendar.rule-never"])
    #expect(try faults(calendar(event("RRULE:FREQ=DAILY")), until: "2027-04-01") == [])
    let error = #expect(throws: CalendarFaults.self) {
      try CalendarFile(bytes, name: "x.ics").occurrences(from: time("2027-01-01"), until: nil)
    }
    #expect(error?.code == "calendar.file" && error?.description.contains("line 9") == true)
    #expect(error?.hint?.contains("--until") == true)
  }

  /// An event without a length is never on (RFC 5545 §3.8.2.2), and one that ends too early isn't the same.
  @Test func anEventOfNoLengthIsRefusedForWhatItIs() throws {
    for (end, words) in [("20270301T203000", "ends when it begins"), ("20270301T202959", "before it begins")] {
      let bytes = calendar(event("DTEND;TZID=Europe/Rome:\(end)"))
      let error = #expect(throws: CalendarFaults.self) { try CalendarFile(bytes, name: "x.ics") }
      #expect(error?.description.contains(words) == true && error?.code == "calendar.time")
    }
    let day = calendar(event("DTEND;VALUE=DATE:20270301", start: "DTSTART;VALUE=DATE:20270301"))
    #expect(try faults(day, zone: .utc) == ["8 calendar.time"])
  }

  /// What a rule's first time is where it isn't one of its own, RFC 5545 leaves open: it is left out, and said.
  @Test func aStartOutsideOfItsRuleIsSaid() throws {
    func expansion(_ more: String) throws -> CalendarExpansion {
      try CalendarFile(calendar(event("RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2" + more)), name: "x")
        .occurrences(from: time("2027-01-01"), until: nil)
    }
    let open = try expansion("")
    #expect(open.notes.map { "\($0.line) \($0.code)" } == ["7 calendar.rule-not-at-start"])
    #expect(open.notes[0].sentence.contains("'News' (news)") && open.notes[0].hint?.contains("RDATE") == true)
    #expect(open.occurrences.map(\.start.description) == ["2027-03-02T19:30:00Z", "2027-03-09T19:30:00Z"])
    // Taken out as in the RFC's own example, or added, there is nothing to ask.
    let removed = try expansion("\nEXDATE;TZID=Europe/Rome:20270301T203000")
    #expect(removed.notes.isEmpty && removed.occurrences == open.occurrences)
    let added = try expansion("\nRDATE;TZID=Europe/Rome:20270301T203000")
    #expect(added.notes.isEmpty && added.occurrences.count == 3)
  }

  /// Line 11 begins what stands in, 15 is its RECURRENCE-ID.
  @Test func whatStandsInForNothingIsAFault() throws {
    func stray(_ instance: String, _ rule: String = "RRULE:FREQ=DAILY;COUNT=3", more: String = "") throws -> [String] {
      let moved = event(
        "RECURRENCE-ID;TZID=Europe/Rome:\(instance)\nSEQUENCE:1\(more)", start: "DTSTART:20270320T193000Z")
      return try faults(calendar(event(rule), moved), until: "2028-01-01")
    }
    #expect(try stray("20270302T203000") == [])
    #expect(try stray("20270302T203001") == ["16 calendar.instance"])
    #expect(try stray("20270304T203000") == ["16 calendar.instance"])
    // Beyond the span that is asked for it is one all the same, or none.
    #expect(try stray("20300304T203000", "RRULE:FREQ=DAILY") == [])
    #expect(try stray("20300304T203100", "RRULE:FREQ=DAILY") == ["16 calendar.instance"])
    // What takes away what isn't there does nothing, as an EXDATE would.
    #expect(try stray("20270304T203000", more: "\nSTATUS:CANCELLED") == [])
    #expect(try stray("20270301T203000", "LOCATION:x") == [])
    #expect(try stray("20270302T203000", "LOCATION:x").count == 1)
    #expect(try stray("20270310T120000", "RDATE;TZID=Europe/Rome:20270310T120000") == [])
    // 2:30 does not exist on 28 March, and its moment is shown as 3:30.
    let night = event("RRULE:FREQ=DAILY;COUNT=3", start: "DTSTART;TZID=Europe/Rome:20270327T023000")
    let moved = event(
      "RECURRENCE-ID;TZID=Europe/Rome:20270328T023000", start: "DTSTART;TZID=Europe/Rome:20270328T043000")
    #expect(try faults(calendar(night, moved)) == [])
    // A file may have nothing but what stands in.
    #expect(try faults(calendar(moved)) == [])
  }

  @Test func sizesAreBounded() throws {
    let large = [UInt8](repeating: UInt8(ascii: "x"), count: CalendarFile.mostBytes + 1)
    #expect(try faults(large) == ["1 calendar.too-large"])
    let many = String(repeating: "BEGIN:VEVENT\nEND:VEVENT\n", count: CalendarFile.mostEvents + 1)
    #expect(try faults(calendar(many)) == ["40004 calendar.structure"])
    let dates = (0..<5_001).map { _ in "20270301T193000Z" }.joined(separator: ",")
    #expect(try faults(calendar(event("RDATE:\(dates)"))) == ["9 calendar.too-large"])
  }

  @Test func aFloodIsRefused() throws {
    let flood = (0..<4).map { event("RRULE:FREQ=MINUTELY;COUNT=20000\nDURATION:PT1M", uid: "u\($0)") }
    #expect(try faults(calendar(flood.joined(separator: "\n"))).last?.hasSuffix("calendar.too-large") == true)
  }

  /// Cut, swapped and damaged files are read or refused, never more.
  @Test func damagedFilesDoNoHarm() throws {
    var generator = SeededGenerator(Seed(for: "damaged calendars"))
    let whole = calendar(
      "X-WR-TIMEZONE:Europe/Rome", event("EXDATE:20270302T193000Z\nRDATE;VALUE=PERIOD:20270310T120000Z/PT2H"),
      event("RECURRENCE-ID:20270303T193000Z\nSTATUS:CANCELLED"), event(uid: "b", start: "DTSTART;VALUE=DATE:20280229"))
    let pieces = ["\r\n ", ";", ":", "\"", "\\", ",", "=", "BEGIN:VEVENT\n", "END:VEVENT\n", "99999999999999999999"]
    let rounds = ProcessInfo.processInfo.environment["QIX_FUZZ"].flatMap(Int.init) ?? 2_000
    for _ in 0..<rounds {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place..<min(bytes.count - 1, place + Int.random(in: 0...30, using: &generator)))
        case 2: bytes.insert(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &generator)].utf8, at: place)
        default:
          let other = Int.random(in: 0..<bytes.count, using: &generator)
          bytes.insert(contentsOf: Array(bytes[min(place, other)..<max(place, other)]), at: place)
        }
      }
      for fault in try faults(bytes, until: "2028-01-01") { #expect(!fault.isEmpty) }
    }
  }
}
