internal import QixKernel

/// How long to wait after a delivery in vain: twice as long each time, from ten seconds to an hour, and of that from a
/// half to the whole by lot, so that many webhooks of one receiver don't knock together again.
enum Backoff {
  static let shortest: Int64 = 10_000_000
  static let longest: Int64 = 3_600_000_000

  /// The span for so many tries in vain, in microseconds.
  static func span(failures: Int64) -> ClosedRange<Int64> {
    // 2^9 of the shortest is more than the longest.
    let doubled = shortest << min(max(failures, 1) - 1, 9)
    let whole = min(doubled, longest)
    return whole / 2...whole
  }

  static func microseconds(failures: Int64, random: any RandomSource) -> Int64 {
    let span = span(failures: failures)
    let width = UInt64(span.upperBound - span.lowerBound + 1)
    // 64 bits over at most 2^31 values: no value is likelier than another by more than 1 in 2^33.
    return span.lowerBound + Int64(random.integer() % width)
  }
}
