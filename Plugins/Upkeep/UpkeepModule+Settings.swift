package import QixCalendar
package import QixModule

extension UpkeepModule {
  package static var settings: [any DeclaredSetting] { [timeZone] }

  static let timeZone = Setting<TimeZone>(
    "upkeep.time-zone", .rule,
    """
    The time zone of the installation: days that are written without a zone are days there, and people read times by \
    its clock.
    """,
    placeholder: "ZONE", default: "UTC"
  ) { text throws(SettingError) in
    do throws(TimeZoneError) {
      return try TimeZone(identifier: text)
    } catch {
      throw SettingError(error.description, hint: error.hint)
    }
  }
}

extension Connection {
  /// The time zone that was set for the installation; nil where none was.
  package func zoneOfInstallation() throws -> TimeZone? {
    guard try text(ofSetting: UpkeepModule.timeZone.name) != nil else { return nil }
    return try value(of: UpkeepModule.timeZone)
  }
}
