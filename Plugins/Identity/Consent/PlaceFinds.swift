package import QixModule
internal import Synchronization

/// Counts, for as long as a server runs, the numbers and addresses that customers of one place of the network give as
/// theirs: whoever has used up their own looks begins as another trial user. It stands in memory alone, since who has
/// asked from where is kept nowhere.
final class PlaceFinds: Sendable {
  static let key = ServiceKey<PlaceFinds>("identity.place-finds")

  static let setting = Setting.integer(
    "identity.place-finds-per-day",
    "Phone numbers and email addresses that customers of one network address may give as theirs, in a day.",
    default: 100, in: 1...1_000_000)

  private struct Count {
    var count = 0
    let since: Timestamp

    func isOver(at now: Timestamp) -> Bool { now >= end }
    var end: Timestamp { since.advanced(byMicroseconds: Timestamp.day) }
  }

  private let counts = Mutex<[String: Count]>([:])
  /// Places that are remembered.
  private static let most = 10_000

  /// - Returns: until when no more may be given there; nil where there is room.
  func end(of place: String, most: Int64, at now: Timestamp) -> Timestamp? {
    counts.withLock { counts in
      guard let known = counts[place], !known.isOver(at: now), known.count >= most else { return nil }
      return known.end
    }
  }

  func add(_ place: String, at now: Timestamp) {
    counts.withLock { counts in
      if counts.count >= Self.most { counts = counts.filter { !$0.value.isOver(at: now) } }
      // Where so many are at it, those who have given the fewest are forgotten, and none of those who try numbers.
      if counts.count >= Self.most, counts[place] == nil,
        let least = counts.min(by: { $0.value.count < $1.value.count })?.key
      {
        counts[least] = nil
      }
      if counts[place]?.isOver(at: now) ?? true { counts[place] = Count(since: now) }
      counts[place]?.count += 1
    }
  }
}

extension IdentityModule: LastingProviding {
  package static func beginLasting(_ context: inout Context) -> () -> Void {
    context.services.replace(PlaceFinds.key, with: PlaceFinds())
    return {}
  }
}
