internal import QixHTTP
internal import Synchronization

/// Counts by address, or by customer, what there may be only so many of in a minute.
final class Attempts: Sendable {
  /// What clients read of it: `requests`, `tokens`, `uploads`.
  private let name: String
  private let most: Int
  private static let microseconds: Int64 = 60_000_000

  private struct Count {
    var count = 0
    var since: Int64
  }

  private let counts = Mutex<[String: Count]>([:])

  init(_ name: String, most: Int) { (self.name, self.most) = (name, most) }

  /// Counts one more.
  /// - Returns: seconds that the address has to wait, as there were too many before; nil for none.
  func next(_ address: String) -> Int? {
    let now = ProcessFigures.microseconds
    return counts.withLock { counts in
      // However many addresses come: those whose minute is over are forgotten.
      if counts.count > 10_000 { counts = counts.filter { now - $0.value.since < Self.microseconds } }
      guard var known = counts[address], now - known.since < Self.microseconds else {
        counts[address] = Count(count: 1, since: now)
        return nil
      }
      guard known.count < most else { return Self.seconds(until: known, now) }
      known.count += 1
      counts[address] = known
      return nil
    }
  }

  /// Tells a client how many it has left (draft-ietf-httpapi-ratelimit-headers).
  /// - Parameter wait: seconds until it may come again.
  func fields(of address: String, wait: Int? = nil) -> HTTPFields {
    let now = ProcessFigures.microseconds
    let (left, seconds) = counts.withLock { counts in
      guard let known = counts[address], now - known.since < Self.microseconds else { return (most, 60) }
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
