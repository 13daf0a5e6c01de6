/// Which milliseconds of a video were watched: ranges that neither touch nor overlap, in order.
struct WatchedIntervals: Sendable, Equatable {
  /// Ranges beyond this number are given up, the shortest first: a session's row stays small whatever a client sends.
  static let most = 128

  private(set) var ranges: [Range<Int64>] = []
  /// How many milliseconds there are in them together.
  private(set) var total: Int64 = 0

  init() {}

  /// Adds a range, joined with those that it overlaps or touches. Nothing is counted twice.
  mutating func insert(_ new: Range<Int64>) {
    guard !new.isEmpty else { return }
    // The first range that ends at or behind the new one's start, and the first that begins behind its end.
    let first = place { $0.upperBound < new.lowerBound }
    let last = place { $0.lowerBound <= new.upperBound }
    let touched = ranges[first..<last]
    let joined =
      min(
        new.lowerBound, touched.first?.lowerBound ?? new.lowerBound)..<max(
        new.upperBound, touched.last?.upperBound ?? new.upperBound)
    total += Int64(joined.count) - touched.reduce(0) { $0 + Int64($1.count) }
    ranges.replaceSubrange(first..<last, with: [joined])
    if ranges.count > Self.most { giveUpShortest() }
  }

  /// How many ranges at the front fulfil a condition that none behind them does.
  private func place(_ isBefore: (Range<Int64>) -> Bool) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(ranges[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func giveUpShortest() {
    guard let index = ranges.indices.min(by: { ranges[$0].count < ranges[$1].count }) else { return }
    total -= Int64(ranges[index].count)
    ranges.remove(at: index)
  }
}

/// As it lies in a session's row: for each range its start and end, four bytes each, most significant first.
extension WatchedIntervals {
  var bytes: [UInt8] {
    ranges.flatMap { range in
      [range.lowerBound, range.upperBound].flatMap { bound in
        withUnsafeBytes(of: UInt32(bound).bigEndian) { Array($0) }
      }
    }
  }

  /// Nil for what `bytes` never makes: ranges that are empty, touch, or are out of order.
  init?(_ bytes: [UInt8]) {
    guard bytes.count % 8 == 0, bytes.count / 8 <= Self.most else { return nil }
    let bounds = stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start..<start + 4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    guard zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    for index in stride(from: 0, to: bounds.count, by: 2) {
      ranges.append(bounds[index]..<bounds[index + 1])
      total += bounds[index + 1] - bounds[index]
    }
  }
}
