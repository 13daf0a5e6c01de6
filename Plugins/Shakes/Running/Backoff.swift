internal import QixModule

/// How long to wait after a try in vain: twice as long each time, from the shortest to the longest, and of that from a
/// half to the whole by lot, so that many who wait for one machine don't knock together again.
struct Backoff: Sendable, Equatable {
  /// Microseconds.
  let shortest: Int64
  let longest: Int64

  /// From ten seconds to an hour.
  static let webhook = Backoff(shortest: 10_000_000, longest: 3_600_000_000)

  /// From the age at which directives are fetched again to a quarter of an hour: what a source says meanwhile is missed.
  /// - Parameter age: in seconds.
  static func source(age: Int64) -> Backoff {
    let shortest = max(age, 10) * 1_000_000
    return Backoff(shortest: shortest, longest: max(shortest, 900_000_000))
  }

  /// The span for so many tries in vain, in microseconds.
  func span(failures: Int64) -> ClosedRange<Int64> {
    // 2^9 of the shortest is more than the longest.
    let doubled = shortest << min(max(failures, 1) - 1, 9)
    let whole = min(doubled, longest)
    return whole / 2...whole
  }

  func microseconds(failures: Int64, random: any RandomSource) -> Int64 {
    let span = span(failures: failures)
    let width = UInt64(span.upperBound - span.lowerBound + 1)
    // 64 bits over at most 2^37 values: no value is likelier than another by more than 1 in 2^27.
    return span.lowerBound + Int64(random.integer() % width)
  }
}
