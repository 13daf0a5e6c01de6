internal import Glibc

/// Tells the time: what is written into the ledger, and what a progress line measures with.
package protocol Clock: Sendable {
  /// The wall clock. It can jump in both directions; nothing may rely on it to grow.
  func now() -> Timestamp
  /// Microseconds since some fixed moment, never going back; for durations only.
  func monotonicMicroseconds() -> Int64
  /// Returns how long the machine has run; nil where that is unknown.
  func uptime() -> Uptime?
  /// Lets that many microseconds pass; a signal may end it early. A test's clock moves instead.
  func sleep(microseconds: Int64)
}

/// Time that can't be set: how long a machine has run, also while it slept.
package struct Uptime: Sendable, Equatable {
  /// The start of the machine it is counted from; two of different starts can't be compared.
  package let boot: String
  package let microseconds: Int64

  package init(boot: String, microseconds: Int64) {
    self.boot = boot
    self.microseconds = microseconds
  }
}

extension Clock {
  package func uptime() -> Uptime? { nil }

  package func sleep(microseconds: Int64) {
    guard microseconds > 0 else { return }
    var time = timespec(
      tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
    nanosleep(&time, nil)
  }
}

/// The operating system's clocks.
package struct SystemClock: Clock {
  package init() {}

  package func now() -> Timestamp { Timestamp(microseconds: Self.read(CLOCK_REALTIME)) }
  package func monotonicMicroseconds() -> Int64 { Self.read(CLOCK_MONOTONIC) }

  /// proc(5): the kernel draws `boot_id` at each start.
  package func uptime() -> Uptime? {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 36)
    guard bytes.withUnsafeMutableBytes({ Glibc.read(file, $0.baseAddress, $0.count) }) == bytes.count else {
      return nil
    }
    return Uptime(boot: String(decoding: bytes, as: UTF8.self), microseconds: Self.read(CLOCK_BOOTTIME))
  }

  private static func read(_ id: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(id, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}

struct UnpreparedClock: Clock {
  func now() -> Timestamp { unprepared("clock") }
  func monotonicMicroseconds() -> Int64 { unprepared("clock") }
  func sleep(microseconds: Int64) { unprepared("clock") }
}
