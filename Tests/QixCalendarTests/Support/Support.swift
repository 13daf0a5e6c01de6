import Foundation
import QixCalendar
import QixKernel
import Testing

func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text), "\(text)") }

/// An iCalendar file around some lines.
func calendar(_ lines: String..., eol: String = "\r\n") -> [UInt8] {
  let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tests//EN"] + lines + ["END:VCALENDAR"]
  return Array(all.flatMap { $0.split(separator: "\n") }.joined(separator: eol).utf8) + Array(eol.utf8)
}

/// An event on the evening of 1 March 2027 in Rome, with some lines more.
func event(_ more: String = "", uid: String = "news", start: String = "DTSTART;TZID=Europe/Rome:20270301T203000")
  -> String
{
  let times = more.contains("DTEND") || more.contains("DURATION") ? "" : "DURATION:PT30M\n"
  return "BEGIN:VEVENT\nUID:\(uid)\nSUMMARY:News\n\(start)\n\(times)\(more.isEmpty ? "" : more + "\n")END:VEVENT"
}

extension CalendarFile {
  /// The occurrences from 2027 on, for ten years.
  func times(from: String = "2027-01-01", until: String? = "2037-01-01") throws -> [CalendarOccurrence] {
    try occurrences(from: try time(from), until: try until.map { try time($0) }).occurrences
  }

  func starts(from: String = "2027-01-01", until: String? = "2037-01-01") throws -> [String] {
    try times(from: from, until: until).map(\.start.description)
  }
}

/// The codes of a file's faults, each behind its line.
func faults(_ bytes: [UInt8], zone: QixCalendar.TimeZone? = nil, until: String? = nil) throws -> [String] {
  do {
    let file = try CalendarFile(bytes, name: "x.ics", zone: zone)
    _ = try file.occurrences(from: try time("2027-01-01"), until: try until.map { try time($0) })
    return []
  } catch let error as CalendarFaults {
    return error.faults.map { "\($0.line) \($0.code)" }
  }
}
