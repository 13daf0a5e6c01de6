internal import QixKernel

/// The zones that a file names, each looked for once.
struct ZoneBook {
  /// X-LIC-LOCATION by TZID, from the file's VTIMEZONEs.
  private let locations: [String: String]
  private var known: [String: TimeZone?] = [:]

  init(locations: [String: String]) { self.locations = locations }

  /// The zone of IANA's that a TZID means: by its own name, by X-LIC-LOCATION, as Windows calls it, or by the end of a
  /// name such as `/freeassociation.sourceforge.net/Europe/Rome`. What the file itself says about offsets is not looked at: the
  /// system's tables are newer than a file.
  mutating func zone(_ tzid: String) throws(TimeZoneError) -> TimeZone? {
    if let zone = known[tzid] { return zone }
    var zone: TimeZone?
    for name in names(tzid) {
      do {
        zone = try TimeZone(identifier: name)
        break
      } catch .unknown {
        continue
      }
    }
    known.updateValue(zone, forKey: tzid)
    return zone
  }

  private func names(_ tzid: String) -> [String] {
    let parts = tzid.split(separator: "/").map(String.init)
    // The longest end first: America/Argentina/Salta.
    let ends =
      tzid.hasPrefix("/") ? [3, 2].filter { parts.count > $0 }.map { parts.suffix($0).joined(separator: "/") } : []
    return [tzid] + [locations[tzid], WindowsZones.identifier(of: tzid)].compactMap { $0 } + ends
  }
}
