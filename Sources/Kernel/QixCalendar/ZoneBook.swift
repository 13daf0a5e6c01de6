internal import QixKernel

/// The zones that a file names, each looked for once.
struct ZoneBook {
  /// The file's VTIMEZONEs by TZID.
  private let own: [String: FileZone]
  private var known: [String: Result<TimeZone?, CalendarFault>] = [:]

  init(_ own: [String: FileZone]) { self.own = own }

  /// The zone that a TZID means: one of IANA's by its own name, by X-LIC-LOCATION, as Windows calls it, or by the end of
  /// a name such as `/freeassociation.sourceforge.net/Europe/Rome`; else what the file's VTIMEZONE says itself.
  ///
  /// Where the system has the zone, the file's own offsets are not looked at: the system's tables are newer.
  /// - Throws: `CalendarFault` where the VTIMEZONE can't be followed; `TimeZoneError` where the system has no zones.
  mutating func zone(_ tzid: String) throws -> TimeZone? {
    if let zone = known[tzid] { return try zone.get() }
    let zone = try find(tzid)
    known[tzid] = zone
    return try zone.get()
  }

  private func find(_ tzid: String) throws(TimeZoneError) -> Result<TimeZone?, CalendarFault> {
    for name in names(tzid) {
      do {
        return .success(try TimeZone(identifier: name))
      } catch .unknown {
        continue
      }
    }
    guard let own = own[tzid] else { return .success(nil) }
    return Result { () throws(CalendarFault) in TimeZone(ofFile: tzid, rules: try own.rules()) }
  }

  private func names(_ tzid: String) -> [String] {
    // A slash in front says that the name is the same everywhere (RFC 5545 §3.8.3.1); the longest end first:
    // America/Argentina/Salta.
    let parts = tzid.hasPrefix("/") ? tzid.split(separator: "/").map(String.init) : []
    let ends = [3, 2].filter { parts.count >= $0 }.map { parts.suffix($0).joined(separator: "/") }
    return [tzid] + [own[tzid]?.location, WindowsZones.identifier(of: tzid)].compactMap { $0 } + ends
      + (parts.count == 1 ? parts : [])
  }
}
