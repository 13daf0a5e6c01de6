internal import Glibc

/// Said once and for all, to a thread that waits for it no longer than a time (POSIX `pthread_cond_t`).
///
/// The time is that of the clock that never jumps; a semaphore would wait by the one on the wall.
final class EndSignal: Sendable {
  private struct Parts {
    var mutex = pthread_mutex_t()
    var condition = pthread_cond_t()
    var isGiven = false
  }

  // As a number, since pointers can't be sent. What it points to is touched under its mutex alone.
  private let address: UInt

  private var parts: UnsafeMutablePointer<Parts>? { UnsafeMutablePointer(bitPattern: address) }

  init() {
    let parts = UnsafeMutablePointer<Parts>.allocate(capacity: 1)
    parts.initialize(to: Parts())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    let clock = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    let codes = [
      clock, pthread_mutex_init(&parts.pointee.mutex, nil), pthread_cond_init(&parts.pointee.condition, &attributes),
    ]
    pthread_condattr_destroy(&attributes)
    precondition(codes == [0, 0, 0], "a condition can always be made")
    address = UInt(bitPattern: parts)
  }

  deinit {
    guard let parts else { return }
    pthread_cond_destroy(&parts.pointee.condition)
    pthread_mutex_destroy(&parts.pointee.mutex)
    parts.deallocate()
  }

  func give() {
    guard let parts else { return }
    pthread_mutex_lock(&parts.pointee.mutex)
    parts.pointee.isGiven = true
    pthread_cond_broadcast(&parts.pointee.condition)
    pthread_mutex_unlock(&parts.pointee.mutex)
  }

  var isGiven: Bool { wait(microseconds: 0) }

  /// - Returns: whether it was given; at once where it was given before.
  func wait(microseconds: Int64) -> Bool {
    guard let parts else { return false }
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = Int64(end.tv_nsec) + microseconds % 1_000_000 * 1_000
    end.tv_sec += Int(microseconds / 1_000_000 + nanoseconds / 1_000_000_000)
    end.tv_nsec = Int(nanoseconds % 1_000_000_000)
    pthread_mutex_lock(&parts.pointee.mutex)
    defer { pthread_mutex_unlock(&parts.pointee.mutex) }
    while !parts.pointee.isGiven {
      if pthread_cond_timedwait(&parts.pointee.condition, &parts.pointee.mutex, &end) != 0 { break }
    }
    return parts.pointee.isGiven
  }
}
