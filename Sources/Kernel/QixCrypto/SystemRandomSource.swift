internal import CSodium
internal import Glibc
internal import QixKernel

/// The operating system's random source. It is asked without libsodium, which most commands need for nothing else
/// and which looks the processor over when it is set up: on a virtual machine that takes twenty microseconds.
package struct SystemRandomSource: RandomSource {
  package init() {}

  package func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    // So many bytes at once at the most (POSIX.1-2024).
    for start in stride(from: 0, to: bytes.count, by: 256) {
      let piece = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<min(start + 256, bytes.count)])
      guard let address = piece.baseAddress else { continue }
      // Nothing may go on without it.
      precondition(getentropy(address, piece.count) == 0, "the system has no source of randomness")
    }
  }
}

enum Sodium {
  /// Chooses libsodium's implementations for this processor; harmless when repeated.
  static func start() { isStarted }

  private static let isStarted: Void = {
    // -1 means that the system has no source of randomness: nothing may go on without one.
    precondition(sodium_init() >= 0, "libsodium found no source of randomness")
  }()
}
