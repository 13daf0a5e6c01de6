package import QixKernel
package import QixStorage

/// Entries that a module takes out of the audit log.
extension TimelineQuery {
  /// The entries of some actions that name the user, or a user merged into them, as far as they answer the question. An
  /// entry that names two of these users is there once.
  /// - Parameter entry: makes an entry of one; nil leaves it out.
  package func log(
    _ actions: Set<String>, in connection: Connection, _ entry: (AuditLog.Entry, UserID) throws -> TimelineEntry?
  ) throws -> [TimelineEntry] {
    var seen: Set<Int64> = []
    var found: [TimelineEntry] = []
    for user in users {
      var own: [TimelineEntry] = []
      try AuditLog.forEach(naming: "\(user)", in: connection) { logged in
        // The log is in the order of its entries, and the clock may have gone back between two of them.
        if own.count >= limit, let last = own.map(\.place.at).min(),
          logged.at < last.advanced(byMicroseconds: -Self.slack)
        {
          return false
        }
        guard actions.contains(logged.action), isBehind(TimelinePlace(logged)), !seen.contains(logged.number),
          let entry = try entry(logged, user)
        else { return true }
        seen.insert(logged.number)
        own.append(entry)
        return true
      }
      found += own
    }
    return cut(found)
  }

  /// The number of such entries, up to the limit.
  package func logged(
    _ actions: Set<String>, in connection: Connection, where isShown: (AuditLog.Entry) -> Bool = { _ in true }
  ) throws -> Int {
    var seen: Set<Int64> = []
    for user in users {
      try AuditLog.forEach(naming: "\(user)", in: connection) { logged in
        if actions.contains(logged.action), isShown(logged) { seen.insert(logged.number) }
        return seen.count < limit
      }
    }
    return seen.count
  }

  /// A minute, in microseconds.
  private static let slack: Int64 = 60_000_000
}

extension TimelinePlace {
  /// The place of an entry of the audit log.
  package init(_ entry: AuditLog.Entry) {
    let digits = String(entry.number)
    self.init(entry.at, "log." + String(repeating: "0", count: max(0, 12 - digits.count)) + digits)
  }
}
