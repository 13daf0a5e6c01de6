internal import CSodium
internal import QixKernel

/// The operating system's random source, through libsodium.
package struct SystemRandomSource: RandomSource {
  package init() { Sodium.start() }

  package func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    randombytes_buf(start, bytes.count)
  }
}

enum Sodium {
  /// Chooses libsodium's implementations for this processor; harmless when repeated.
  static func start() {
    // -1 means that the system has no source of randomness: nothing may go on without one.
    precondition(sodium_init() >= 0, "libsodium found no source of randomness")
  }
}
