package import QixKernel

/// An event of a file: something that happens once, repeats, or stands in for one occurrence of what repeats.
package struct CalendarEvent: Sendable, Equatable {
  /// The line where it begins in the file.
  package let line: Int
  package let uid: String
  /// Grows with each revision (RFC 5545 §3.8.7.4).
  package let sequence: Int64
  package let summary: String?
  package let location: String?
  package let category: String?
  /// X-QIX-CHANNEL
  package let channel: String?
  package let isCancelled: Bool
  let start: CalendarTime
  /// The line of DTSTART.
  let startLine: Int
  let length: CalendarLength
  let rule: Rule?
  /// RDATE
  let added: [Addition]
  /// EXDATE
  let removed: [Removal]
  /// RECURRENCE-ID: which occurrence it stands in for.
  let instance: CalendarTime?
  let instanceLine: Int?

  struct Rule: Sendable, Equatable {
    let line: Int
    let rule: RecurrenceRule
  }

  struct Addition: Sendable, Equatable {
    let start: CalendarTime
    /// Nil where it lasts as long as the others.
    let length: CalendarLength?
  }

  struct Removal: Sendable, Equatable {
    let line: Int
    let time: CalendarTime
  }

  /// Something may last so long, in days.
  package static let longestDays: Int64 = 31

  /// Whether an occurrence was taken out.
  func excludes(_ moment: Timestamp) -> Bool {
    removed.contains { takes($0.time, moment) }
  }

  /// Whether a time that is taken out is that moment's, or its day's.
  func takes(_ time: CalendarTime, _ moment: Timestamp) -> Bool {
    time.isDate && !start.isDate ? start.zone.wallTime(at: moment).date == time.wall.date : time.moment == moment
  }
}

/// One time at which an event happens.
package struct CalendarOccurrence: Sendable, Equatable {
  /// The line of the event with the time, for messages.
  package let line: Int
  package let uid: String
  package let sequence: Int64
  /// When it would happen if it had not been moved: names it within its series (RFC 5545 §3.8.4.4).
  package let instance: Timestamp
  package let start: Timestamp
  /// Later than the start.
  package let end: Timestamp
  package let zone: TimeZone
  package let summary: String?
  package let location: String?
  package let category: String?
  package let channel: String?

  init(_ event: CalendarEvent, instance: Timestamp, start: Timestamp, length: CalendarLength) {
    line = event.line
    uid = event.uid
    sequence = event.sequence
    self.instance = instance
    self.start = start
    end = length.end(from: start, in: event.start.zone)
    zone = event.start.zone
    summary = event.summary
    location = event.location
    category = event.category
    channel = event.channel
  }
}
