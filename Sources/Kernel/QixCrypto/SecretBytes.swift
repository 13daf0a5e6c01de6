internal import CSodium
package import QixKernel

/// Bytes that no other process should see: outside Swift's heap, not in core dumps, between guard pages, and wiped when
/// the value ends (libsodium's `sodium_malloc`; short ones share its pages, see `SecretPool`). They are never swapped
/// out as long as the system allows that much memory to be locked, which `ProcessProtection.locksMemory` tells.
///
/// They begin at a multiple of 64 where there are up to 2,040 of them, or a multiple of 64.
///
/// It can't be copied, printed or turned into a `String`; users of the bytes borrow them for a closure.
package struct SecretBytes: ~Copyable, Sendable {
  // Owned by this value alone, so it may travel to another thread with it.
  nonisolated(unsafe) private let start: UnsafeMutableRawPointer
  package let count: Int
  /// Nil for a long secret, which has memory of its own.
  private let region: SecretPool.Region?

  /// Makes zeros, to be filled.
  package init(count: Int) {
    precondition(count >= 0)
    self.count = count
    if let slot = SecretPool.shared.take(count) {
      (start, region) = (slot.start, slot.region)
    } else {
      (start, region) = (SecretPool.allocate(count), nil)
    }
  }

  /// A copy of bytes that the caller wipes.
  package init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count)
    if let source = bytes.baseAddress { start.copyMemory(from: source, byteCount: bytes.count) }
  }

  /// A copy of bytes that are no secret by themselves, or that the caller wipes.
  package init(copying bytes: [UInt8]) {
    self.init(count: bytes.count)
    start.copyMemory(from: bytes, byteCount: bytes.count)
  }

  /// A copy of bytes, which are wiped.
  package init(wiping bytes: inout [UInt8]) {
    self.init(count: bytes.count)
    start.copyMemory(from: bytes, byteCount: bytes.count)
    bytes.withUnsafeMutableBytes { $0.wipe() }
    bytes = []
  }

  /// Fresh randomness.
  package static func random(count: Int, from random: any RandomSource) -> SecretBytes {
    var secret = SecretBytes(count: count)
    secret.withUnsafeMutableBytes { random.fill($0) }
    return secret
  }

  deinit {
    if let region {
      SecretPool.shared.giveBack(SecretPool.Slot(region: region, start: start), count)
    } else {
      // Wipes, checks what stands before it, and unmaps.
      sodium_free(start)
    }
  }

  package borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  package mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableRawBufferPointer(start: start, count: count))
  }

  /// The bytes for a function of C, which takes no missing pointer.
  borrowing func withPointer<Result>(_ body: (UnsafePointer<UInt8>) throws -> Result) rethrows -> Result {
    try body(UnsafePointer(start.assumingMemoryBound(to: UInt8.self)))
  }

  borrowing func withPointer<Result>(_ body: (UnsafePointer<UInt8>, Int) throws -> Result) rethrows -> Result {
    try body(UnsafePointer(start.assumingMemoryBound(to: UInt8.self)), count)
  }

  mutating func withMutablePointer<Result>(_ body: (UnsafeMutablePointer<UInt8>) throws -> Result) rethrows -> Result {
    try body(start.assumingMemoryBound(to: UInt8.self))
  }

  package borrowing func copy() -> SecretBytes { withUnsafeBytes { SecretBytes(copying: $0) } }

  /// A copy of a part.
  package borrowing func copy(_ range: Range<Int>) -> SecretBytes {
    withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Whether all bytes are zeros, in a time that depends on the length alone.
  package var isZero: Bool { sodium_is_zero(start.assumingMemoryBound(to: UInt8.self), count) == 1 }

  /// Compares in a time that depends on the lengths alone.
  package static func == (left: borrowing SecretBytes, right: borrowing SecretBytes) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { constantTimeEqual(left, $0) } }
  }
}

/// Compares in a time that depends on the lengths alone: for codes, tokens, tags and digests.
package func constantTimeEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard left.count == right.count else { return false }
  guard let first = left.baseAddress, let second = right.baseAddress else { return true }
  return sodium_memcmp(first, second, left.count) == 0
}

package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.withUnsafeBytes { left in right.withUnsafeBytes { constantTimeEqual(left, $0) } }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites with zeros in a way that no optimiser leaves out.
  package func wipe() {
    if let baseAddress { sodium_memzero(baseAddress, count) }
  }
}
