internal import Glibc
internal import QixKernel

/// The lock that every write transaction and every checkpoint of every process takes: `flock` on a file beside the
/// database. The system lets go of it when a process dies, however it dies.
struct WriteLock: ~Copyable {
  private let descriptor: Int32
  private let path: String

  init(path: String) throws(StorageError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(path: path, problem: String(cString: strerror(errno))) }
  }

  deinit { close(descriptor) }

  /// Waits for the lock, asking more and more seldom, up to `patience` seconds.
  func acquire(patience: Int, clock: any Clock) throws(StorageError) {
    let start = clock.monotonicMicroseconds()
    var pause: UInt32 = 20
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw .file(path: path, problem: String(cString: strerror(errno)))
      }
      guard clock.monotonicMicroseconds() - start < Int64(patience) * 1_000_000 else {
        throw .locked(path: path, seconds: patience)
      }
      // Chance keeps two waiters from asking in step for ever.
      usleep(UInt32.random(in: pause / 2...pause))
      pause = min(pause * 2, 2_000)
    }
  }

  func release() { flock(descriptor, LOCK_UN) }
}
