package import QixKernel

/// How long to wait after a try in vain: twice as long each time, from the shortest to the longest, and of that from a
/// half to the whole by lot, so that many who wait for one machine don't knock together again.
package struct Backoff: Sendable, Equatable {
  /// Microseconds.
  package let shortest: Int64
  package let longest: Int64

  package init(shortest: Int64, longest: Int64) { (self.shortest, self.longest) = (shortest, longest) }

  /// The span for so many tries in vain, in microseconds.
  package func span(failures: Int64) -> ClosedRange<Int64> {
    // 2^9 of the shortest is more than the longest.
    let doubled = shortest << min(max(failures, 1) - 1, 9)
    let whole = min(doubled, longest)
    return whole / 2...whole
  }

  package func microseconds(failures: Int64, random: any RandomSource) -> Int64 {
    let span = span(failures: failures)
    let width = UInt64(span.upperBound - span.lowerBound + 1)
    // 64 bits over at most 2^37 values: no value is likelier than another by more than 1 in 2^27.
    return span.lowerBound + Int64(random.integer() % width)
  }
}
