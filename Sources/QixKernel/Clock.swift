internal import Glibc

/// Tells the time: what is written into the ledger, and what a progress line measures with.
package protocol Clock: Sendable {
  /// The wall clock. It can jump in both directions; nothing may rely on it to grow.
  func now() -> Timestamp
  /// Microseconds since some fixed moment, never going back; for durations only.
  func monotonicMicroseconds() -> Int64
  /// Lets that many microseconds pass; a signal may end it early. A test's clock moves instead.
  func sleep(microseconds: Int64)
}

extension Clock {
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
