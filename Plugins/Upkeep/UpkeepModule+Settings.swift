package import QixCalendar
package import QixModule

extension UpkeepModule {
  package static var settings: [any DeclaredSetting] { [Installation.timeZone] }
}

extension Connection {
  /// The time zone that was set for the installation; nil where none was.
  package func zoneOfInstallation() throws -> TimeZone? {
    guard try text(ofSetting: Installation.timeZone.name) != nil else { return nil }
    return try value(of: Installation.timeZone)
  }
}
