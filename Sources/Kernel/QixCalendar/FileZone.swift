internal import QixKernel

/// A VTIMEZONE of a file (RFC 5545 §3.6.5): the rules of a zone that only the file knows.
struct FileZone: Sendable {
  /// The line where it begins in the file.
  let line: Int
  var identifier: String?
  /// X-LIC-LOCATION
  var location: String?
  private(set) var observances: [Observance] = []

  /// STANDARD or DAYLIGHT, which say the same: from when on which offset holds.
  struct Observance: Sendable {
    let line: Int
    var lines: [ContentLine] = []
  }

  static let names: Set<String> = ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE"]
  /// Times at which the offset may change, until the last year.
  private static let mostChanges = 20_000

  init(line: Int) { self.line = line }

  mutating func begin(_ name: String, at line: Int) {
    if name == "STANDARD" || name == "DAYLIGHT" { observances.append(Observance(line: line)) }
  }

  mutating func take(_ line: ContentLine) {
    guard !observances.isEmpty, Self.names.contains(line.name) else { return }
    observances[observances.count - 1].lines.append(line)
  }

  /// - Throws: `CalendarFault` with what keeps it from being a zone.
  func rules() throws(CalendarFault) -> ZoneRules {
    var changes: [(moment: Int64, from: Int64, to: Int64)] = []
    for observance in observances {
      changes += try observance.changes()
      guard changes.count <= Self.mostChanges else {
        throw CalendarFault(
          observance.line, "calendar.too-large", "the VTIMEZONE has more than \(Self.mostChanges) changes of its offset"
        )
      }
    }
    changes.sort { $0.moment < $1.moment }
    guard let first = changes.first else {
      throw CalendarFault(line, "calendar.zone", "the VTIMEZONE has neither STANDARD nor DAYLIGHT")
    }
    return ZoneRules(starts: changes.map(\.moment), offsets: changes.map(\.to), before: first.from, after: nil)
  }
}

extension FileZone.Observance {
  /// When it begins each time, in seconds since 1970, with the offset before and from then on.
  fileprivate func changes() throws(CalendarFault) -> [(moment: Int64, from: Int64, to: Int64)] {
    let from = try offset("TZOFFSETFROM")
    let to = try offset("TZOFFSETTO")
    let start = try required("DTSTART")
    var walls = [try wall(start, start.value)]
    // Onsets are told by the clock before them.
    let zone = TimeZone(ofFile: "", rules: ZoneRules(offset: from))
    for line in lines {
      switch line.name {
      case "RDATE":
        for value in line.value.split(separator: ",", omittingEmptySubsequences: false) {
          walls.append(try wall(line, String(value)))
        }
      case "RRULE":
        do throws(RecurrenceError) {
          // Times before 1970 are never asked for; the offset then began a year before at the latest.
          walls += try RecurrenceRule(line.value).occurrences(
            startingAt: walls[0], in: zone, from: Timestamp(microseconds: -366 * Timestamp.day), until: Self.end)
        } catch {
          throw CalendarFault(line.line, error.code, "VTIMEZONE: \(error.description)", hint: error.hint)
        }
      default: break
      }
    }
    return Set(walls.map { Timestamp.seconds(of: $0) }).map { ($0 - from, from, to) }
  }

  private static let end = CalendarDate(year: RecurrenceRule.lastYear, month: 1, day: 1).map { Timestamp(startOf: $0) }

  private func required(_ name: String) throws(CalendarFault) -> ContentLine {
    guard let line = lines.first(where: { $0.name == name }) else {
      throw CalendarFault(line, "calendar.zone", "the VTIMEZONE has no \(name) here")
    }
    return line
  }

  private func wall(_ line: ContentLine, _ value: String) throws(CalendarFault) -> Timestamp {
    // Outlook lets its zones begin in 1601.
    guard case .wall(let wall) = CalendarTime.Reading(value, from: 1_600) else {
      throw CalendarFault(
        line.line, "calendar.zone", "\(line.name) in a VTIMEZONE must look like 20270328T020000, without a zone")
    }
    return wall
  }

  /// `+0100` or `-043000` (RFC 5545 §3.3.14), in seconds east of UTC.
  private func offset(_ name: String) throws(CalendarFault) -> Int64 {
    let line = try required(name)
    let bytes = Array(line.value.utf8)
    let digits = bytes.dropFirst().map { Int64($0) - 48 }
    let isPlain = digits.allSatisfy { (0...9).contains($0) } && [4, 6].contains(digits.count)
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), isPlain else {
      throw CalendarFault(line.line, "calendar.zone", "\(name) is not an offset from UTC, such as +0100")
    }
    let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    guard pairs[0] < 24, pairs[1...].allSatisfy({ $0 < 60 }) else {
      throw CalendarFault(line.line, "calendar.zone", "\(name) must be less than a day")
    }
    let seconds = pairs[0] * 3_600 + pairs[1] * 60 + (pairs.count > 2 ? pairs[2] : 0)
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
