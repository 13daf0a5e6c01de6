package import QixKernel
internal import Synchronization

/// A clock that stands still until a test moves it.
package final class TestClock: Clock {
  private struct State {
    var wall: Timestamp
    var boot = 1
    var uptime: Int64 = 1_000_000_000
  }

  private let state: Mutex<State>

  /// 2027-01-15T08:00:00Z unless told otherwise.
  package init(_ time: Timestamp = Timestamp(microseconds: 1_800_000_000_000_000)) {
    state = Mutex(State(wall: time))
  }

  package func now() -> Timestamp { state.withLock { $0.wall } }
  package func monotonicMicroseconds() -> Int64 { now().microseconds }
  package func uptime() -> Uptime? { state.withLock { Uptime(boot: "boot-\($0.boot)", microseconds: $0.uptime) } }

  package func sleep(microseconds: Int64) { advance(byMicroseconds: microseconds) }

  package func set(_ new: Timestamp) { advance(byMicroseconds: new.microseconds - now().microseconds) }

  /// Lets time pass. A clock that is put right goes back, and no time passes by that.
  /// - Parameter microseconds: may be negative.
  package func advance(byMicroseconds microseconds: Int64) {
    state.withLock {
      $0.wall = $0.wall.advanced(byMicroseconds: microseconds)
      $0.uptime += max(0, microseconds)
    }
  }

  /// Sets the clock on the wall, and no time passes.
  package func jump(byMicroseconds microseconds: Int64) {
    state.withLock { $0.wall = $0.wall.advanced(byMicroseconds: microseconds) }
  }

  /// Restarts the machine; the clock on the wall goes on.
  package func reboot() {
    state.withLock {
      $0.boot += 1
      $0.uptime = 0
    }
  }
}
