internal import CCalendar
package import QixKernel
internal import QixLibraries

/// libical behind `qix_calendar.h`, loaded at the first rule.
struct RecurrenceLibrary: Sendable {
  private typealias Expand =
    @convention(c) (
      UnsafePointer<qix_calendar_request>?, UnsafeMutablePointer<Int64>?, Int, UnsafeMutablePointer<Int>?
    ) -> Int32

  private let expand: Expand

  private static let loaded = Result { () throws(LibraryError) in try RecurrenceLibrary() }

  /// - Throws: `LibraryError` where it is missing, or made for another qix.
  static func load() throws(LibraryError) -> RecurrenceLibrary { try loaded.get() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.calendar.load()
    let interface = try library.function("qix_calendar_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_CALENDAR_INTERFACE else {
      throw .unfit(.calendar, lacks: "interface \(QIX_CALENDAR_INTERFACE)")
    }
    expand = try library.function("qix_calendar_expand", as: Expand.self)
  }

  /// Occurrences in seconds on the wall, ascending.
  func occurrences(
    of rule: String, start: Int64, from: Int64, until: Int64, most: Int, seconds: UInt32
  ) throws(RecurrenceError) -> [Int64] {
    var code: Int32 = 0
    let found = rule.withCString { rule in
      [Int64](unsafeUninitializedCapacity: most) { places, count in
        var request = qix_calendar_request(rule: rule, start: start, from: from, until: until, seconds: seconds)
        code = expand(&request, places.baseAddress, most, &count)
      }
    }
    switch Int(code) {
    case QIX_CALENDAR_OK: return found
    case QIX_CALENDAR_NO_RULE: throw .malformed("libical finds no time in it that there can be")
    case QIX_CALENDAR_NOT_AT_START: throw .notAtStart
    case QIX_CALENDAR_TOO_MANY: throw .tooMany(most)
    case QIX_CALENDAR_TOO_LONG: throw .tooLong
    default: throw .failed
    }
  }
}

extension RecurrenceRule {
  /// Occurrences at the most that one rule may give.
  package static let mostOccurrences = 20_000
  /// libical knows no later years (its MAX_TIME_T_YEAR is 2582).
  package static let lastYear: Int64 = 2_500
  /// Seconds of processor time for one rule.
  private static let patience: UInt32 = 1

  /// When it occurs, as a clock on the wall shows it, ascending.
  ///
  /// What the wall's clock skips or shows twice is the caller's: `TimeZone.moment(wall:)`.
  /// - Parameters:
  ///   - start: the first occurrence, on the wall.
  ///   - zone: for the rule's UNTIL and for the span.
  ///   - from: those at this moment or later alone.
  ///   - until: those before this moment alone; nil leaves it to the rule.
  /// - Throws: `RecurrenceError`, `LibraryError`.
  package func occurrences(
    startingAt start: Timestamp, in zone: TimeZone, from: Timestamp, until: Timestamp?
  ) throws -> [Timestamp] {
    guard isFinite || until != nil else { throw RecurrenceError.endless }
    let library = try RecurrenceLibrary.load()
    let seconds = Timestamp.seconds(of: start)
    precondition(seconds * 1_000_000 == start.microseconds, "a rule starts at a whole second")
    // Clocks are less than a day from UTC; what is found too much is taken away below.
    let first = max(seconds, Timestamp.seconds(of: from) - 86_400)
    let last = min(until.map { Timestamp.seconds(of: $0) + 86_401 } ?? .max, try wallEnd(in: zone))
    guard first <= last else { return [] }
    let found = try library.occurrences(
      of: text, start: seconds, from: first, until: last, most: Self.mostOccurrences, seconds: Self.patience)
    return found.map { Timestamp(microseconds: $0 * 1_000_000) }.filter { wall in
      let moment = zone.moment(wall: wall)
      return moment >= from && until.map { moment < $0 } ?? true && contains(wall, at: moment)
    }
  }

  /// A second on the wall behind the last occurrence that UNTIL can allow.
  private func wallEnd(in zone: TimeZone) throws -> Int64 {
    guard let limit = CalendarDate(year: Self.lastYear, month: 1, day: 1).map({ Timestamp(startOf: $0) }) else {
      preconditionFailure("there is such a day")
    }
    let end: Timestamp =
      switch end {
      case .moment(let moment): zone.wallTime(at: moment).advanced(byMicroseconds: Timestamp.day)
      case .wall(let wall): wall.advanced(byMicroseconds: 1_000_000)
      case .day(let day): Timestamp(startOf: day).advanced(byMicroseconds: Timestamp.day)
      case nil: limit
      }
    return Timestamp.seconds(of: min(end, limit))
  }

  /// Whether UNTIL allows an occurrence; the end belongs to it (RFC 5545 §3.3.10).
  private func contains(_ wall: Timestamp, at moment: Timestamp) -> Bool {
    switch end {
    case .moment(let end): moment <= end
    case .wall(let end): wall <= end
    case .day(let day): wall.date <= day
    case nil: true
    }
  }
}
