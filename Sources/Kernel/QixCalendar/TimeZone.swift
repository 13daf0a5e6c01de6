package import QixKernel

/// A time zone of the IANA database, as the system's files have it (tzdata), or one that a calendar file describes.
package struct TimeZone: Sendable, Hashable {
  /// `Europe/Rome`.
  package let identifier: String
  /// Whether others know it by this name.
  package let isOfSystem: Bool
  private let rules: ZoneRules

  package static let utc = TimeZone(identifier: "UTC", rules: ZoneRules(offset: 0))

  /// - Throws: `TimeZoneError` when there is no such zone, or no zones at all.
  package init(identifier: String) throws(TimeZoneError) {
    self.init(
      identifier: identifier, rules: identifier == "UTC" ? ZoneRules(offset: 0) : try ZoneFile.rules(of: identifier))
  }

  private init(identifier: String, rules: ZoneRules) {
    self.identifier = identifier
    self.rules = rules
    isOfSystem = true
  }

  /// One that only a file knows.
  init(ofFile identifier: String, rules: ZoneRules) {
    self.identifier = identifier
    self.rules = rules
    isOfSystem = false
  }

  /// Seconds east of UTC at a moment.
  package func offset(at time: Timestamp) -> Int64 {
    rules.offset(at: Timestamp.seconds(of: time))
  }

  /// The clock on the wall, as a timestamp whose UTC fields are those that it shows.
  package func wallTime(at time: Timestamp) -> Timestamp {
    time.advanced(byMicroseconds: offset(at: time) * 1_000_000)
  }

  /// The day that it is there.
  package func date(at time: Timestamp) -> CalendarDate { wallTime(at: time).date }

  /// When a clock on the wall shows this.
  ///
  /// Of a time that is shown twice, the first; one that is skipped is read by the offset before the gap, so that it
  /// lies as long after the gap's start as it says (RFC 5545 §3.3.5).
  /// - Parameter wall: a timestamp whose UTC fields are those that the clock shows.
  package func moment(wall: Timestamp) -> Timestamp {
    let seconds = Timestamp.seconds(of: wall)
    // Offsets are less than a day, so one of these two is in force around the moment.
    let offsets = [rules.offset(at: seconds - 86_400), rules.offset(at: seconds + 86_400)]
    let fitting = offsets.filter { rules.offset(at: seconds - $0) == $0 }
    let offset = fitting.max() ?? offsets[0]
    return wall.advanced(byMicroseconds: -offset * 1_000_000)
  }

  /// The moment at which a day begins there.
  package func start(of date: CalendarDate) -> Timestamp { moment(wall: Timestamp(startOf: date)) }

  /// Returns the same time on the wall a period later.
  package func adding(_ period: Period, to time: Timestamp) -> Timestamp {
    let rest = period.microseconds
    var whole = period
    whole.microseconds = 0
    let moved = whole == Period() ? time : moment(wall: wallTime(at: time).adding(whole))
    return moved.advanced(byMicroseconds: rest)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.identifier == right.identifier && left.isOfSystem == right.isOfSystem
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension Timestamp {
  static func seconds(of time: Timestamp) -> Int64 { time.microseconds.floorDivided(by: 1_000_000) }
}

extension Int64 {
  /// The greatest whole number of times that a positive divisor fits below it.
  func floorDivided(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

/// Why a time zone can't be used.
package enum TimeZoneError: Failing, Equatable {
  case unknown(String)
  /// The system has no zones.
  case noZones
  case damaged(String)

  package var failure: Failure {
    switch self {
    case .unknown(let name):
      Failure(
        "calendar.zone-unknown", .usage, "there is no time zone '\(name)'",
        hint: WindowsZones.identifier(of: name).map { "That is its name in Windows. Write its IANA name, \($0)." }
          ?? "Name an IANA time zone, such as Europe/Rome or UTC.")
    case .noZones:
      Failure(
        "calendar.no-zones", .failed, "this system has no time zones in \(ZoneFile.folder)",
        hint: "Reinstall it: the package is called tzdata.")
    case .damaged(let name):
      Failure(
        "calendar.zone-damaged", .failed, "the system's file of the time zone '\(name)' can't be read",
        hint: "Reinstall it: the package is called tzdata.")
    }
  }
}
