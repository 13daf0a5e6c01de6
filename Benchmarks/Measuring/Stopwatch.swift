internal import Glibc

/// Time as it passes.
package enum Stopwatch {
  /// Microseconds since some fixed moment.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  package static func nap(microseconds: UInt32) { usleep(microseconds) }

  /// Microseconds of processor time that this process has used.
  package static var processor: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}

extension Collection where Element == Double {
  /// The middle value; the mean of both when there are two; nil of nothing.
  package var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = self.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

extension Collection where Element == Int64 {
  package var median: Double? { map(Double.init).median }
}
