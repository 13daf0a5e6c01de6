package import QixCalendar
package import QixKernel

private enum InstallationZoneKey: ContextKey {
  static var defaultValue: @Sendable () throws -> TimeZone? { { nil } }
}

extension Context {
  /// Reads the time zone that is set for the installation; nil where none is.
  package var installationZone: @Sendable () throws -> TimeZone? {
    get { self[InstallationZoneKey.self] }
    set { self[InstallationZoneKey.self] = newValue }
  }

  /// Returns the zone in which days are meant that are written without one: of `--zone`, or of the installation, or UTC.
  package func zone() throws -> TimeZone { try chosenZone() ?? .utc }

  /// Returns the zone that was said on the line, or set for the installation; nil where neither was.
  package func chosenZone() throws -> TimeZone? { try face.zone ?? installationZone() }

  /// Finds the zone by whose clock a person reads moments. The system's own counts where the installation has none.
  package var displayZone: @Sendable () -> TimeZone {
    let (installed, system) = (installationZone, environment.nonEmpty("TZ"))
    return {
      if let zone = try? installed() { return zone }
      // A colon in front of a name is POSIX's; other forms than names of zones aren't read.
      let name = system.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
      return name.flatMap { try? TimeZone(identifier: $0) } ?? .utc
    }
  }
}

extension ValueType where Value == TimeZone {
  /// A time zone of the IANA database.
  package static var zone: ValueType {
    ValueType(placeholder: "ZONE") { text throws(ValueError) in
      do throws(TimeZoneError) {
        return try TimeZone(identifier: text)
      } catch {
        throw ValueError(error.hint.map { "\(error). \($0)" } ?? "\(error)")
      }
    }
  }
}
