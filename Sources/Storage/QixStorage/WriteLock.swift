internal import Glibc
internal import QixKernel

/// The lock that every write transaction and every checkpoint of every process takes: `flock` on a file beside the
/// database. The system lets go of it when a process dies, however it dies.
struct WriteLock: ~Copyable {
  private let descriptor: Int32
  private let path: String
  /// When it was had, by the clock that never jumps; 0 before.
  private var had: Int64 = 0

  /// Microseconds between two times that a waiter asks, at most.
  private static let longestPause: UInt32 = 2_000
  /// Microseconds that are long to whoever waits.
  private static let long: Int64 = 50_000

  init(path: String) throws(StorageError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(path: path, problem: String(cString: strerror(errno))) }
  }

  deinit { close(descriptor) }

  /// Waits for the lock, asking more and more seldom, until it has slept for `patience` seconds.
  mutating func acquire(patience: Int) throws(StorageError) {
    var slept: UInt64 = 0
    var pause: UInt32 = 20
    while try !acquireAtOnce() {
      guard slept < UInt64(patience) * 1_000_000 else { throw .locked(path: path, seconds: patience) }
      // Chance keeps two waiters from asking in step for ever.
      let nap = UInt32.random(in: pause / 2...pause)
      usleep(nap)
      slept += UInt64(nap)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// Whether it could be had without waiting.
  mutating func acquireAtOnce() throws(StorageError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      had = SystemClock().monotonicMicroseconds()
      return true
    }
    guard errno == EWOULDBLOCK || errno == EINTR else {
      throw .file(path: path, problem: String(cString: strerror(errno)))
    }
    return false
  }

  /// Lets go of it. Whoever had it for long, such as a file in parts, would take it again before those who wait have
  /// asked, and keep them waiting to its end: it leaves them their turn.
  func release() {
    flock(descriptor, LOCK_UN)
    if had > 0, SystemClock().monotonicMicroseconds() - had >= Self.long { usleep(2 * Self.longestPause) }
  }
}
