internal import Glibc
internal import QixKernel

/// What the disk takes to make four kilobytes durable, measured at the time of the figures that stand beside it: a
/// disk whose syncs are rationed gives other figures a minute later.
package struct SyncProbe: Sendable {
  /// Microseconds, in the middle.
  package let median: Double
  /// Syncs in a second, over the whole probe.
  package let rate: Double

  /// - Parameter count: how many times 4 KiB are appended and synced.
  package init(in folder: String, count: Int = 200) throws(MeasuringError) {
    let path = "\(folder)/probe"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
    defer {
      close(file)
      unlink(path)
    }
    let page = [UInt8](repeating: 0x51, count: 4_096)
    var times: [Int64] = []
    for _ in 0..<count {
      let start = Stopwatch.now
      guard write(file, page, page.count) == page.count, fdatasync(file) == 0 else {
        throw MeasuringError("\(path): \(String(cString: strerror(errno)))")
      }
      times.append(Stopwatch.now - start)
    }
    median = times.median ?? 0
    rate = Double(count) * 1_000_000 / Double(max(1, times.reduce(0, +)))
  }
}
