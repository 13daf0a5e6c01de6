internal import QixKernel

/// Makes events of their lines.
struct EventReader {
  var zones: ZoneBook
  /// The zone of times that name none.
  var zone: TimeZone?
  /// The file's X-WR-TIMEZONE, where it names none.
  var unknownZone: String?
  let cancels: Bool

  init(_ zones: ZoneBook, zone: TimeZone?, cancels: Bool) {
    self.zones = zones
    self.zone = zone
    self.cancels = cancels
  }

  /// Properties that are looked at. Others are allowed and mean nothing here.
  static let names: Set<String> = [
    "UID", "SUMMARY", "LOCATION", "CATEGORIES", "X-QIX-CHANNEL", "STATUS", "SEQUENCE", "DTSTART", "DTEND", "DURATION",
    "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
  ]
  private static let repeated: Set<String> = ["RDATE", "EXDATE", "CATEGORIES"]
  /// Times in all of an event's RDATEs or EXDATEs.
  private static let mostDates = 5_000

  /// - Throws: `CalendarFault`; `TimeZoneError` where the system has no zones.
  mutating func read(_ lines: [ContentLine], at line: Int) throws -> CalendarEvent {
    var single: [String: ContentLine] = [:]
    for line in lines where !Self.repeated.contains(line.name) {
      if single.updateValue(line, forKey: line.name) != nil {
        throw CalendarFault(line.line, "calendar.event", "the event has a second \(line.name)")
      }
    }
    guard let uid = single["UID"].map(\.plainText), (1...255).contains(uid.utf8.count) else {
      throw CalendarFault(
        line, "calendar.event", "the event has no UID of 1 to 255 bytes")
    }
    if let rule = single["EXRULE"] {
      throw CalendarFault(
        rule.line, "calendar.event", "EXRULE is not supported", hint: "RFC 5545 has removed it. Write EXDATE.")
    }
    guard let startLine = single["DTSTART"] else {
      throw CalendarFault(line, "calendar.event", "the event has no DTSTART")
    }
    let start = try time(startLine)
    // Whatever else the event names without a zone is by the same clock.
    let fileZone = zone
    zone = start.zone
    defer { zone = fileZone }
    let length = try length(single, start: start, line: line)
    let instance = try single["RECURRENCE-ID"].map { line in
      if line.parameters["RANGE"] != nil {
        throw CalendarFault(
          line.line, "calendar.event", "RANGE=THISANDFUTURE is not supported",
          hint: "End the series with UNTIL, and write the remaining times as another event.")
      }
      if !start.isDate, line.parameters["VALUE"]?.uppercased() == "DATE" || line.value.utf8.count == 8 {
        throw CalendarFault(
          line.line, "calendar.event",
          "RECURRENCE-ID is a day but DTSTART is a time, so the occurrence is unclear",
          hint: "Write RECURRENCE-ID like DTSTART, such as RECURRENCE-ID;TZID=Europe/Rome:20270115T200000.")
      }
      return try time(line)
    }
    let rule = try single["RRULE"].map { try self.rule($0, start: start, isInstance: instance != nil) }
    return CalendarEvent(
      line: line, uid: uid, sequence: try sequence(single["SEQUENCE"]), summary: Self.text(single["SUMMARY"]),
      location: Self.text(single["LOCATION"]),
      category: Self.text(lines.first { $0.name == "CATEGORIES" }),
      channel: Self.text(single["X-QIX-CHANNEL"]),
      isCancelled: cancels || single["STATUS"]?.value.uppercased() == "CANCELLED", start: start,
      startLine: startLine.line, length: length, rule: rule,
      added: try dates(lines, "RDATE").map { try addition($0, $1, of: startLine) },
      removed: try dates(lines, "EXDATE").map { CalendarEvent.Removal(line: $0.line, time: try time($0, value: $1)) },
      instance: instance,
      instanceLine: single["RECURRENCE-ID"]?.line)
  }

  private static func text(_ line: ContentLine?) -> String? {
    line.map(\.plainText).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A stranger's word in a message, short and harmless.
  static func shown(_ text: String) -> String {
    let word = text.prefix(60)
    return String(word.map { $0.isLetter || $0.isNumber || "/_+-.,:;=@ ()".contains($0) ? $0 : "?" })
      + (word.endIndex < text.endIndex ? "…" : "")
  }

  private func rule(_ line: ContentLine, start: CalendarTime, isInstance: Bool) throws -> CalendarEvent.Rule {
    if isInstance {
      throw CalendarFault(line.line, "calendar.event", "an event that replaces one occurrence can't repeat")
    }
    do {
      return CalendarEvent.Rule(line: line.line, rule: try RecurrenceRule(line.value, isOfDays: start.isDate))
    } catch {
      throw CalendarFault(line.line, error.code, error.sentence, hint: error.hint)
    }
  }

  private func sequence(_ line: ContentLine?) throws -> Int64 {
    guard let line else { return 0 }
    guard let number = Int64(line.value), (0...2_147_483_647).contains(number) else {
      throw CalendarFault(line.line, "calendar.event", "SEQUENCE must be a number, 0 or greater")
    }
    return number
  }

  private mutating func time(_ line: ContentLine) throws -> CalendarTime { try time(line, value: line.value) }

  private mutating func time(_ line: ContentLine, value: String) throws -> CalendarTime {
    guard let reading = CalendarTime.Reading(value) else {
      throw CalendarFault(
        line.line, "calendar.time", "\(line.name) is not a date and time from 1970 to \(RecurrenceRule.lastYear - 1)",
        hint: "Write 20270301T203000, 20270301T193000Z or 20270301.")
    }
    if case .moment(let moment) = reading { return CalendarTime(wall: moment, zone: .utc, isDate: false) }
    let zone = try zone(of: line)
    switch reading {
    case .date(let date): return CalendarTime(wall: Timestamp(startOf: date), zone: zone, isDate: true)
    case .wall(let wall), .moment(let wall): return CalendarTime(wall: wall, zone: zone, isDate: false)
    }
  }

  private mutating func zone(of line: ContentLine) throws -> TimeZone {
    if let tzid = line.parameters["TZID"] {
      if let zone = try zones.zone(tzid) { return zone }
      throw CalendarFault(
        line.line, "calendar.zone-unknown", "there is no time zone '\(Self.shown(tzid))'",
        hint: """
          As TZID or X-LIC-LOCATION, name an IANA time zone, such as Europe/Rome, or one of Windows, such as W. Europe \
          Standard Time. Or add a VTIMEZONE with its rules.
          """)
    }
    guard let zone else {
      if let unknownZone {
        throw CalendarFault(
          line.line, "calendar.zone-unknown",
          "\(line.name) names no time zone, and the file's X-WR-TIMEZONE '\(Self.shown(unknownZone))' is unknown",
          hint: "Give --zone, or write an IANA time zone there, such as Europe/Rome.")
      }
      throw CalendarFault(
        line.line, "calendar.no-zone", "\(line.name) has no time zone",
        hint: "Give --zone, or add X-WR-TIMEZONE to the file.")
    }
    return zone
  }

  private mutating func length(
    _ lines: [String: ContentLine], start: CalendarTime, line: Int
  ) throws -> CalendarLength {
    var found: CalendarLength = .nominal(Period(days: 1))
    var place = line
    switch (lines["DTEND"], lines["DURATION"]) {
    case (let end?, nil):
      found = try length(from: start, to: try time(end), end.line)
      place = end.line
    case (nil, let duration?):
      guard let length = CalendarLength(duration: duration.value) else {
        throw CalendarFault(
          duration.line, "calendar.time", "DURATION must be a time longer than zero, such as PT45M")
      }
      found = length
      place = duration.line
    case (_?, let duration?):
      throw CalendarFault(duration.line, "calendar.event", "the event has both DTEND and DURATION")
    case (nil, nil):
      guard start.isDate else {
        throw CalendarFault(
          line, "calendar.no-end", "the event has no end", hint: "Give it a DTEND or a DURATION.")
      }
    }
    try check(found, place)
    return found
  }

  private func length(from start: CalendarTime, to end: CalendarTime, _ line: Int) throws -> CalendarLength {
    guard start.isDate == end.isDate else {
      throw CalendarFault(line, "calendar.time", "the event's start and end must both be days or both be times")
    }
    let (from, to) = start.isDate ? (start.wall, end.wall) : (start.moment, end.moment)
    guard to > from else {
      throw CalendarFault(
        line, "calendar.time",
        to == from
          ? "the event ends when it begins"
          : "the event ends before it begins"
            + (start.zone == end.zone
              ? "" : ": it begins in \(start.zone.identifier) and ends in \(end.zone.identifier)"),
        hint: "DTEND must be later than DTSTART (RFC 5545 §3.8.2.2). For days, write the day after the last one.")
    }
    let length = to.microseconds - from.microseconds
    return start.isDate ? .nominal(Period(days: length / Timestamp.day)) : .exact(length)
  }

  private func check(_ length: CalendarLength, _ line: Int) throws {
    let microseconds =
      switch length {
      case .exact(let microseconds): microseconds
      case .nominal(let period): period.days * Timestamp.day + period.microseconds
      }
    guard microseconds <= CalendarEvent.longestDays * Timestamp.day else {
      throw CalendarFault(
        line, "calendar.too-long", "the event lasts more than \(CalendarEvent.longestDays) days")
    }
  }

  /// Each value of the properties of one name.
  private func dates(_ lines: [ContentLine], _ name: String) throws -> [(ContentLine, String)] {
    var found: [(ContentLine, String)] = []
    for line in lines where line.name == name {
      for value in line.value.split(separator: ",", omittingEmptySubsequences: false) {
        found.append((line, String(value)))
        guard found.count <= Self.mostDates else {
          throw CalendarFault(line.line, "calendar.too-large", "the event has more than \(Self.mostDates) \(name)s")
        }
      }
    }
    return found
  }

  /// A time, or a period from one to another or for some time (RFC 5545 §3.3.9).
  private mutating func addition(
    _ line: ContentLine, _ value: String, of start: ContentLine
  ) throws -> CalendarEvent.Addition {
    let sides = value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let first = try time(line, value: sides[0])
    guard sides.count == 2 else { return CalendarEvent.Addition(start: first, length: nil) }
    if let length = CalendarLength(duration: sides[1]) {
      try check(length, line.line)
      return CalendarEvent.Addition(start: first, length: length)
    }
    let length = try length(from: first, to: try time(line, value: sides[1]), line.line)
    try check(length, line.line)
    return CalendarEvent.Addition(start: first, length: length)
  }
}
