internal import QixKernel

/// A file of events: iCalendar, RFC 5545.
///
/// It may be a stranger's, so it is read by line and within limits.
package struct CalendarFile: Sendable {
  package let name: String
  /// The events that can be read.
  package let events: [CalendarEvent]

  /// The longest file that is read, in bytes.
  package static let mostBytes = 10 << 20
  package static let mostEvents = 20_000
  /// Components within components.
  private static let deepest = 8

  /// - Parameters:
  ///   - name: what messages call it.
  ///   - zone: of times that say none; nil leaves it to the file's X-WR-TIMEZONE.
  /// - Throws: `CalendarFaults` with everything that is wrong; `TimeZoneError` where the system has no zones.
  package init(_ bytes: [UInt8], name: String, zone: TimeZone? = nil) throws {
    var faults: [CalendarFault] = []
    try self.init(bytes, name: name, zone: zone, faults: &faults)
    guard faults.isEmpty else { throw CalendarFaults(name, faults) }
  }

  /// Reads a file and goes on with the events that can be read, to report their faults at once, too.
  /// - Parameter faults: gets the first fault of each event that can't be read.
  /// - Throws: `CalendarFaults` where the file isn't built as it must be.
  package init(_ bytes: [UInt8], name: String, zone: TimeZone? = nil, faults: inout [CalendarFault]) throws {
    self.name = name
    var outline = Outline()
    guard bytes.count <= Self.mostBytes else {
      throw CalendarFaults(name, [CalendarFault(1, "calendar.too-large", "it is longer than \(Self.mostBytes) bytes")])
    }
    ContentLine.read(bytes) { outline.take($0, $1) }
    outline.finish()
    // With wrong lines and components, faults between them aren't worth reporting.
    guard outline.faults.isEmpty else { throw CalendarFaults(name, outline.faults) }
    var reader = EventReader(ZoneBook(outline.zones), zone: zone, cancels: outline.cancels)
    if zone == nil, let given = outline.zone {
      do {
        reader.zone = try reader.zones.zone(given)
      } catch let fault as CalendarFault {
        faults.append(fault)
      }
      if reader.zone == nil { reader.unknownZone = given }
    }
    var events: [CalendarEvent] = []
    for component in outline.events where faults.count <= CalendarFaults.most {
      do {
        events.append(try reader.read(component.lines, at: component.line))
      } catch let fault as CalendarFault {
        // A zone that can't be followed is one fault, however many events are in it.
        if !faults.contains(fault) { faults.append(fault) }
      }
    }
    self.events = events
  }

  /// The file's components, as far as they matter.
  private struct Outline {
    var events: [(line: Int, lines: [ContentLine])] = []
    /// VTIMEZONEs by TZID.
    var zones: [String: FileZone] = [:]
    /// X-WR-TIMEZONE
    var zone: String?
    /// METHOD:CANCEL
    var cancels = false
    var faults: [CalendarFault] = []
    private var open: [(name: String, line: Int)] = []
    private var lines: [ContentLine] = []
    private var openZone: FileZone?
    private var hasCalendar = false
    private var isOver = false

    mutating func take(_ line: Result<ContentLine, ContentLine.Problem>, _ number: Int) {
      guard !isOver, faults.count <= CalendarFaults.most else { return }
      switch line {
      case .failure(let problem):
        let sentence =
          switch problem {
          case .notText: "it is not text: it isn't UTF-8, or has control characters"
          case .noColon: "it is not a line of an iCalendar file: it has no colon"
          case .malformed: "it is not a line of an iCalendar file"
          }
        faults.append(CalendarFault(number, "calendar.line", "\(sentence)"))
        // A picture or a spreadsheet has no second line that is worth a word.
        if !hasCalendar { isOver = true }
      case .success(let line): take(line)
      }
    }

    private mutating func take(_ line: ContentLine) {
      switch line.name {
      case "BEGIN": begin(line)
      case "END": end(line)
      default:
        switch open.map(\.name) {
        case ["VCALENDAR", "VEVENT"]: if EventReader.names.contains(line.name) { lines.append(line) }
        case ["VCALENDAR", "VTIMEZONE"]:
          if line.name == "TZID" { openZone?.identifier = line.plainText }
          if line.name == "X-LIC-LOCATION" { openZone?.location = line.plainText }
        case ["VCALENDAR", "VTIMEZONE", "STANDARD"], ["VCALENDAR", "VTIMEZONE", "DAYLIGHT"]: openZone?.take(line)
        case ["VCALENDAR"]:
          if line.name == "X-WR-TIMEZONE" { zone = line.plainText }
          if line.name == "METHOD" { cancels = line.value.uppercased() == "CANCEL" }
        case []: fault(line.line, "it is outside of BEGIN:VCALENDAR and END:VCALENDAR")
        default: break
        }
      }
    }

    private mutating func begin(_ line: ContentLine) {
      let name = line.value.uppercased()
      guard open.isEmpty == (name == "VCALENDAR") else {
        fault(
          line.line,
          open.isEmpty ? "it is not an iCalendar file, which begins with BEGIN:VCALENDAR" : "a calendar in a calendar")
        return
      }
      guard open.count < CalendarFile.deepest else {
        fault(line.line, "more than \(CalendarFile.deepest) components are nested")
        return
      }
      open.append((name, line.line))
      hasCalendar = true
      if open.count == 2 { (lines, openZone) = ([], name == "VTIMEZONE" ? FileZone(line: line.line) : nil) }
      if open.count == 3 { openZone?.begin(name, at: line.line) }
    }

    private mutating func end(_ line: ContentLine) {
      guard let (name, start) = open.last, name == line.value.uppercased() else {
        fault(line.line, "this END has no BEGIN")
        return
      }
      open.removeLast()
      guard open.count == 1 else { return }
      if name == "VEVENT" {
        events.append((start, lines))
        if events.count > CalendarFile.mostEvents {
          fault(start, "there are more than \(CalendarFile.mostEvents) events")
        }
      }
      if let zone = openZone, let id = zone.identifier { zones[id] = zone }
      openZone = nil
    }

    /// Notes a fault that makes the rest of the file unreadable.
    private mutating func fault(_ line: Int, _ sentence: Sentence) {
      faults.append(CalendarFault(line, "calendar.structure", sentence))
      isOver = true
    }

    mutating func finish() {
      guard !isOver, faults.isEmpty else { return }
      if let (name, line) = open.last { fault(line, "the file ends within this \(EventReader.shown(name))") }
      if !hasCalendar { fault(1, "it is not an iCalendar file, which begins with BEGIN:VCALENDAR") }
    }
  }
}
