internal import QixHTTP
internal import Synchronization

/// Counts by address, or by customer, what there may be only so many of in a minute.
final class Attempts: Sendable {
  /// What clients read of it: `requests`, `tokens`, `changes`, `uploads`.
  private let name: String
  private let most: Int
  private static let microseconds: Int64 = 60_000_000

  private struct Count {
    var count = 0
    var since: Int64
  }

  /// Two minutes of them: those of the one before last are forgotten all at once, since looking which are over would take
  /// longer the more there are.
  private struct Counts {
    var latest: [String: Count] = [:]
    var before: [String: Count] = [:]
    var since: Int64 = 0

    /// However many come: beyond, they are forgotten early.
    static let most = 500_000

    mutating func turn(at now: Int64) {
      guard latest.count >= Self.most || now - since >= Attempts.microseconds else { return }
      (before, latest, since) = (latest, [:], now)
    }

    /// Nil where none came within the last minute.
    func known(_ name: String, at now: Int64) -> Count? {
      guard let count = latest[name] ?? before[name], now - count.since < Attempts.microseconds else { return nil }
      return count
    }
  }

  private let counts = Mutex(Counts())

  init(_ name: String, most: Int) { (self.name, self.most) = (name, most) }

  /// Counts one more.
  /// - Returns: seconds that the address has to wait, as there were too many before; nil for none.
  func next(_ address: String) -> Int? {
    let now = ProcessFigures.microseconds
    return counts.withLock { counts in
      counts.turn(at: now)
      var known = counts.known(address, at: now) ?? Count(since: now)
      guard known.count < most else { return Self.seconds(until: known, now) }
      known.count += 1
      counts.latest[address] = known
      return nil
    }
  }

  /// Tells a client how many it has left (draft-ietf-httpapi-ratelimit-headers).
  /// - Parameter wait: seconds until it may come again.
  func fields(of address: String, wait: Int? = nil) -> HTTPFields {
    let now = ProcessFigures.microseconds
    let (left, seconds) = counts.withLock { counts in
      guard let known = counts.known(address, at: now) else { return (most, 60) }
      return (max(0, most - known.count), Self.seconds(until: known, now))
    }
    var fields: HTTPFields = [
      "RateLimit-Policy": "\"\(name)\";q=\(most);w=60", "RateLimit": "\"\(name)\";r=\(left);t=\(seconds)",
    ]
    if let wait { fields.add("Retry-After", "\(wait)") }
    return fields
  }

  private static func seconds(until known: Count, _ now: Int64) -> Int {
    Int((microseconds - (now - known.since)) / 1_000_000) + 1
  }
}
