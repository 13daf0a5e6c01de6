/// Thirty-two bytes of a digest, without an allocation.
package struct Hash256: Hashable, Sendable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// All zeros.
  package init() {}

  /// Nil when there are not thirty-two bytes.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
  }

  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    bytes.withUnsafeBytes { source in withUnsafeMutableBytes { $0.copyMemory(from: source) } }
  }

  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try Swift.withUnsafeBytes(of: words) { try body($0) }
  }

  package mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try Swift.withUnsafeMutableBytes(of: &words) { try body($0) }
  }

  package static func == (left: Hash256, right: Hash256) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension Hash256: CustomStringConvertible {
  /// Sixty-four hexadecimal digits.
  package var description: String { Hexadecimal.encode(bytes) }
}

extension SHA256 {
  package mutating func update(_ hash: Hash256) { hash.withUnsafeBytes { update($0) } }

  package mutating func finish() -> Hash256 {
    var digest = Hash256()
    digest.withUnsafeMutableBytes { finish(into: $0) }
    return digest
  }
}
