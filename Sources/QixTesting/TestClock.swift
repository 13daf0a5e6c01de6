package import QixKernel
internal import Synchronization

/// A clock that stands still until a test moves it.
package final class TestClock: Clock {
  private let time: Mutex<Timestamp>

  /// 2027-01-15T08:00:00Z unless told otherwise.
  package init(_ time: Timestamp = Timestamp(microseconds: 1_800_000_000_000_000)) { self.time = Mutex(time) }

  package func now() -> Timestamp { time.withLock { $0 } }
  package func monotonicMicroseconds() -> Int64 { now().microseconds }

  package func sleep(microseconds: Int64) { advance(byMicroseconds: microseconds) }

  package func set(_ new: Timestamp) { time.withLock { $0 = new } }

  /// - Parameter microseconds: may be negative, as a clock that is put right goes back.
  package func advance(byMicroseconds microseconds: Int64) {
    time.withLock { $0 = $0.advanced(byMicroseconds: microseconds) }
  }
}
