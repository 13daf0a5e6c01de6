internal import Glibc
internal import QixModule

/// The machine's work for qix: telling the time and making data durable.
struct MachineCheck {
  let context: Context

  /// - Parameter lastChange: when the newest entry of the audit log was written.
  func findings(lastChange: Timestamp?) -> [Finding] { [clock(lastChange)] + syncs() }

  private func clock(_ lastChange: Timestamp?) -> Finding {
    let now = context.clock.now()
    let remedy = "Set the clock, preferably by NTP (`timedatectl`)."
    guard (2026...2099).contains(now.date.year) else {
      return .fault("clock", "it says \(now)", remedy: remedy)
    }
    // A day allows for changes made on a machine in another zone with a wrong clock.
    if let lastChange, lastChange.microseconds - now.microseconds > Timestamp.day {
      return .warning("clock", "it says \(now), but the last change was made at \(lastChange)", remedy: remedy)
    }
    return .ok("clock", "\(now)")
  }

  /// Measures how long the disk takes to make one page durable, which bounds how many commits it takes a second.
  private func syncs() -> [Finding] {
    let path = "\(context.home.path)/doctor-\(getpid()).tmp"
    let file: NewFile
    // A disk that can't be written is reported by other checks.
    do { file = try NewFile(path) } catch { return [] }
    defer { file.remove() }
    let page = [UInt8](repeating: 0x51, count: 8_192)
    let rounds = 8
    let clock = SystemClock()
    let start = clock.monotonicMicroseconds()
    for _ in 0..<rounds {
      do {
        try page.withUnsafeBytes(file.write)
        try file.sync()
      } catch {
        return [
          .fault(
            "sync", "the disk did not take a page: \(error)",
            remedy: "Check the disk (dmesg) and its free space.")
        ]
      }
    }
    let each = (clock.monotonicMicroseconds() - start) / Int64(rounds)
    let detail = "\(each) µs for each commit"
    guard each < 50_000 else {
      return [.warning("sync", detail, remedy: "Batches commit many lines at once; use them, or a faster disk.")]
    }
    return [.ok("sync", detail)]
  }
}
