package import QixCalendar
package import QixKernel
package import QixStorage

/// What an installation decides for all of its modules.
package enum Installation {
  package static let timeZone = Setting<TimeZone>(
    "upkeep.time-zone", .rule,
    """
    The installation's time zone. It applies to days without a zone, to daily limits and periods, and to times shown \
    to people.
    """,
    placeholder: "ZONE", default: "UTC"
  ) { text throws(SettingError) in
    do throws(TimeZoneError) {
      return try TimeZone(identifier: text)
    } catch {
      throw SettingError(error.sentence, hint: error.hint)
    }
  }
}

extension Connection {
  /// Returns the moment a period later by the installation's clock: months and days keep the time of day there.
  package func end(of period: Period, from start: Timestamp) throws -> Timestamp {
    // Hours are the same everywhere.
    guard period.months != 0 || period.days != 0 else { return start.adding(period) }
    return try value(of: Installation.timeZone).adding(period, to: start)
  }

  /// Returns the installation's day of a moment, in days since 1970-01-01.
  package func dayNumber(at time: Timestamp) throws -> Int64 {
    try value(of: Installation.timeZone).date(at: time).daysSinceEpoch
  }
}
