internal import QixCalendar
package import QixModule

extension TiersModule: SettingProviding {
  package static var settings: [any DeclaredSetting] { [period, timeZone, everywhere] }

  static let period = Setting<Qualification>(
    "tiers.period", .rule,
    """
    Over which time coins are counted that lead to a tier: year, half-year, quarter or month of the calendar, and what \
    was reached holds until the next one is over; or the last so many months or days, such as P12M.
    """,
    placeholder: "PERIOD", default: "year"
  ) { text throws(SettingError) in
    guard let qualification = Qualification(text) else {
      throw SettingError(
        "'\(text)' isn't year, half-year, quarter or month, nor a period of months and days such as P12M")
    }
    return qualification
  }

  static let everywhere = Setting<Bool>(
    "tiers.everywhere", .rule,
    "Whether tiers multiply the awards of every campaign, and not only of those that say so (--multiplier tier): yes or no.",
    placeholder: "YES|NO", default: "no"
  ) { text throws(SettingError) in
    guard ["yes", "no"].contains(text) else { throw SettingError("it must be yes or no") }
    return text == "yes"
  }

  static let timeZone = Setting<TimeZone>(
    "tiers.time-zone", .rule, "By which clock years, months and days of tiers begin.", placeholder: "ZONE",
    default: "UTC"
  ) { text throws(SettingError) in
    do throws(TimeZoneError) {
      return try TimeZone(identifier: text)
    } catch {
      throw SettingError(error.description, hint: error.hint)
    }
  }
}
