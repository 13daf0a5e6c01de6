internal import QixCalendar
package import QixModule

extension TiersModule: SettingProviding {
  package static var settings: [any DeclaredSetting] { [period, timeZone, everywhere] }

  static let period = Setting<Qualification>(
    "tiers.period", .rule,
    """
    The time over which coins are counted. It can be year, half-year, quarter or month of the calendar: a tier then \
    holds until the next one is over. It can also be the last months or days, such as P12M.
    """,
    placeholder: "PERIOD", default: "year"
  ) { text throws(SettingError) in
    guard let qualification = Qualification(text) else {
      throw SettingError(
        "'\(text)' is not year, half-year, quarter or month, nor a period of months and days such as P12M")
    }
    return qualification
  }

  static let everywhere = Setting<Bool>(
    "tiers.everywhere", .rule,
    "Whether tiers multiply the awards of every campaign, or only of those with --multiplier tier: yes or no.",
    placeholder: "YES|NO", default: "no"
  ) { text throws(SettingError) in
    guard ["yes", "no"].contains(text) else { throw SettingError("it must be yes or no") }
    return text == "yes"
  }

  static let timeZone = Setting<TimeZone>(
    "tiers.time-zone", .rule, "The time zone in which years, months and days of tiers begin.", placeholder: "ZONE",
    default: "UTC"
  ) { text throws(SettingError) in
    do throws(TimeZoneError) {
      return try TimeZone(identifier: text)
    } catch {
      throw SettingError(error.sentence, hint: error.hint)
    }
  }
}
