internal import Synchronization

/// How long the reads of one address take, by those that came last: what takes long doesn't get at the threads that look
/// at wallets.
final class Pace: Sendable {
  /// Microseconds, of which the newest makes a quarter.
  private let average: Atomic<Int64>

  /// Reads that take longer are slow.
  private static let brief: Int64 = 50_000

  /// - Parameter startsSlowly: whether the first ones are taken for slow.
  init(startsSlowly: Bool) { average = Atomic(startsSlowly ? 8 * Self.brief : 0) }

  var isSlow: Bool { average.load(ordering: .relaxed) > Self.brief }

  /// Of two at once one may go uncounted.
  func note(microseconds: Int64) {
    let before = average.load(ordering: .relaxed)
    average.store(before + (microseconds - before) / 4, ordering: .relaxed)
  }
}
