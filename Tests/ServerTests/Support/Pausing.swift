import Glibc

/// Waiting for another thread to come to something.
enum Pausing {
  static func wait(milliseconds: Int) { usleep(UInt32(milliseconds) * 1_000) }
}
