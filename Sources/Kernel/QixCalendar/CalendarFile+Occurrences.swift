package import QixKernel

/// When the events of a file happen within a span.
package struct CalendarExpansion: Sendable {
  /// In the order of the file's events, those of one event ascending.
  package let occurrences: [CalendarOccurrence]
  /// The greatest sequence of each event of the file, the cancelled ones too.
  package let sequences: [String: Int64]
  /// Starts that a rule doesn't give, and that were left out: in the order of the events, with their lines.
  package let notes: [CalendarFault]
}

extension CalendarFile {
  /// Occurrences at the most that a file may have in a span.
  package static let mostOccurrences = 50_000

  /// Occurrences that are on, or were to be on before they were moved, at any moment of a span.
  /// - Parameters:
  ///   - from: the span's first moment.
  ///   - until: the first moment behind it; nil for no end, which rules that never end don't allow.
  /// - Throws: `CalendarFaults`
  package func occurrences(from: Timestamp, until: Timestamp?) throws -> CalendarExpansion {
    var faults: [CalendarFault] = []
    let expansion = occurrences(from: from, until: until, faults: &faults)
    guard faults.isEmpty else { throw CalendarFaults(name, faults) }
    return expansion
  }

  /// Returns the occurrences and goes on after faults: those of events whose times can't be told are added to `faults`.
  package func occurrences(
    from: Timestamp, until: Timestamp?, faults: inout [CalendarFault]
  ) -> CalendarExpansion {
    let series = series(&faults)
    var found: [CalendarOccurrence] = []
    var notes: [CalendarFault] = []
    for one in series where faults.count <= CalendarFaults.most {
      do throws(CalendarFault) {
        found += try one.occurrences(from: from, until: until, &notes)
        faults += try one.strays()
      } catch {
        faults.append(error)
      }
      if found.count > Self.mostOccurrences {
        faults.append(
          CalendarFault(
            one.line, "calendar.too-large", "the file gives more than \(Self.mostOccurrences) times up to this event",
            hint: "Choose a shorter span with --from and --until."))
        break
      }
    }
    let sequences = Dictionary(events.map { ($0.uid, $0.sequence) }, uniquingKeysWith: max)
    return CalendarExpansion(occurrences: found, sequences: sequences, notes: notes)
  }

  /// Events of one UID belong together. Of two for the same occurrence the greater sequence counts.
  private func series(_ faults: inout [CalendarFault]) -> [CalendarSeries] {
    var order: [String] = []
    var series: [String: CalendarSeries] = [:]
    for event in events {
      if series[event.uid] == nil { order.append(event.uid) }
      if !series[event.uid, default: CalendarSeries()].take(event) {
        faults.append(
          CalendarFault(
            event.line, "calendar.duplicate", "another event has the same UID and SEQUENCE",
            hint: "Give it its own UID. If it replaces the other event, give it a greater SEQUENCE."))
      }
    }
    return order.compactMap { series[$0] }
  }
}

/// An event that may repeat, and what stands in for some of its occurrences.
private struct CalendarSeries {
  var master: CalendarEvent?
  var instances: [Timestamp: CalendarEvent] = [:]

  var line: Int { master?.line ?? instances.values.map(\.line).min() ?? 1 }

  /// - Returns: false where it is undecidable which of two counts.
  mutating func take(_ event: CalendarEvent) -> Bool {
    let moment = event.instance?.moment
    let before = moment.map { instances[$0] } ?? master
    guard before?.sequence != event.sequence else { return false }
    if let before, before.sequence > event.sequence { return true }
    if let moment { instances[moment] = event } else { master = event }
    return true
  }

  func occurrences(
    from: Timestamp, until: Timestamp?, _ notes: inout [CalendarFault]
  ) throws(CalendarFault) -> [CalendarOccurrence] {
    if let master, master.isCancelled { return [] }
    var found: [CalendarOccurrence] = []
    func isWithin(_ start: Timestamp, _ end: Timestamp) -> Bool { end > from && until.map { start < $0 } ?? true }
    if let master {
      for (start, length) in try starts(of: master, from: from, until: until, &notes) where instances[start] == nil {
        let one = CalendarOccurrence(master, instance: start, start: start, length: length ?? master.length)
        if isWithin(one.start, one.end) { found.append(one) }
      }
    }
    for (instance, event) in instances where !event.isCancelled {
      let one = CalendarOccurrence(event, instance: instance, start: event.start.moment, length: event.length)
      let planned = (master?.length ?? event.length).end(from: instance, in: event.start.zone)
      if isWithin(one.start, one.end) || isWithin(instance, planned) { found.append(one) }
    }
    return found.sorted { ($0.start, $0.instance) < ($1.start, $1.instance) }
  }

  /// When it begins each time, by moment: two clock times that a change of the clocks makes one are one.
  private func starts(
    of event: CalendarEvent, from: Timestamp, until: Timestamp?, _ notes: inout [CalendarFault]
  ) throws(CalendarFault) -> [(key: Timestamp, value: CalendarLength?)] {
    var starts: [Timestamp: CalendarLength?] = [:]
    if let rule = event.rule {
      let earliest = from.advanced(byMicroseconds: -(CalendarEvent.longestDays + 1) * Timestamp.day)
      do throws(RecurrenceError) {
        let walls = try rule.rule.occurrences(
          startingAt: event.start.wall, in: event.start.zone, from: earliest, until: until)
        for wall in walls { starts[event.start.zone.moment(wall: wall)] = .some(nil) }
      } catch {
        throw fault(of: event, rule, error)
      }
      if try !startsWithItsRule(event, rule) { notes.append(note(of: event)) }
    } else {
      starts[event.start.moment] = .some(nil)
    }
    for addition in event.added { starts[addition.start.moment] = .some(addition.length) }
    notes += try vainRemovals(of: event)
    return starts.filter { !event.excludes($0.key) }.sorted { $0.key < $1.key }
  }

  /// Times that are taken out and that there are not: something was to be called off, and goes on.
  private func vainRemovals(of event: CalendarEvent) throws(CalendarFault) -> [CalendarFault] {
    let zone = event.start.zone
    // A first time that isn't its rule's own is taken out by some programs, too.
    let others = event.added.map(\.start.moment) + [event.start.moment]
    var open = event.removed.filter { removal in !others.contains { event.takes(removal.time, $0) } }
    if let rule = event.rule, !open.isEmpty {
      let isOfDay = { (time: CalendarTime) in time.isDate && !event.start.isDate }
      do throws(RecurrenceError) {
        let walls = Set(open.filter { !isOfDay($0.time) }.map { zone.wallTime(at: $0.time.moment) })
        let given = try rule.rule.gives(walls, startingAt: event.start.wall, in: zone)
        var vain: [CalendarEvent.Removal] = []
        for removal in open {
          if isOfDay(removal.time) {
            let day = removal.time.wall.date
            let times = try rule.rule.occurrences(
              startingAt: event.start.wall, in: zone, from: zone.start(of: day),
              until: zone.start(of: CalendarDate(daysSinceEpoch: day.daysSinceEpoch + 1)))
            if times.isEmpty { vain.append(removal) }
          } else if !given.contains(zone.wallTime(at: removal.time.moment)) {
            vain.append(removal)
          }
        }
        open = vain
      } catch {
        throw fault(of: event, rule, error)
      }
    }
    return open.map { removal in
      CalendarFault(
        removal.line, "calendar.exdate",
        "EXDATE names a time when the event\(Self.title(of: event)) doesn't begin, so nothing is cancelled",
        hint: "Write it like DTSTART, with the same TZID, such as EXDATE;TZID=Europe/Rome:20270302T203000.")
    }
  }

  /// Whether the nature of the first time is beyond doubt: one of the rule's, or taken out, or added.
  private func startsWithItsRule(_ event: CalendarEvent, _ rule: CalendarEvent.Rule) throws(CalendarFault) -> Bool {
    let start = event.start
    if event.excludes(start.moment) || event.added.contains(where: { $0.start.moment == start.moment }) { return true }
    do throws(RecurrenceError) {
      return try !rule.rule.gives([start.wall], startingAt: start.wall, in: start.zone).isEmpty
    } catch {
      throw fault(of: event, rule, error)
    }
  }

  private func note(of event: CalendarEvent) -> CalendarFault {
    CalendarFault(
      event.startLine, "calendar.rule-not-at-start",
      "the first time of the event\(Self.title(of: event)) doesn't match its rule, and is left out",
      hint: "Add an RDATE to keep this time, or an EXDATE to leave it out (RFC 5545 §3.8.5.3 leaves that open).")
  }

  /// Events that stand in for an occurrence that doesn't exist: their meaning is unclear.
  func strays() throws(CalendarFault) -> [CalendarFault] {
    guard let master, !master.isCancelled else { return [] }
    let zone = master.start.zone
    var open = instances.filter { !$0.value.isCancelled }
    for addition in master.added { open[addition.start.moment] = nil }
    if master.rule == nil { open[master.start.moment] = nil }
    if let rule = master.rule, !open.isEmpty {
      // A clock's time that is skipped has a moment that the clock shows otherwise.
      var walls = Set(open.values.compactMap { $0.instance?.wall })
      walls.formUnion(open.keys.map { zone.wallTime(at: $0) })
      do throws(RecurrenceError) {
        for wall in try rule.rule.gives(walls, startingAt: master.start.wall, in: zone) {
          open[zone.moment(wall: wall)] = nil
        }
      } catch {
        throw fault(of: master, rule, error)
      }
    }
    return open.values.sorted { $0.line < $1.line }.map { event in
      CalendarFault(
        event.instanceLine ?? event.line, "calendar.instance",
        "RECURRENCE-ID names a time when the event\(Self.title(of: master)) doesn't begin",
        hint: "Name one of its times, or give the event its own UID.")
    }
  }

  private func fault(
    of event: CalendarEvent, _ rule: CalendarEvent.Rule, _ error: RecurrenceError
  ) -> CalendarFault {
    CalendarFault(
      rule.line, error.code, "event\(Self.title(of: event)): \(error.description)", hint: error.hint)
  }

  private static func title(of event: CalendarEvent) -> String {
    (event.summary.map { " '\(EventReader.shown($0))'" } ?? "") + " (\(EventReader.shown(event.uid)))"
  }
}
