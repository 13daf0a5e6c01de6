/// A source of unpredictable bytes. QixCrypto brings the system's; tests bring a seeded one.
package protocol RandomSource: Sendable {
  func fill(_ bytes: UnsafeMutableRawBufferPointer)
}

extension RandomSource {
  package func bytes(_ count: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    result.withUnsafeMutableBytes { fill($0) }
    return result
  }

  package func integer() -> UInt64 {
    var result: UInt64 = 0
    withUnsafeMutableBytes(of: &result) { fill($0) }
    return result
  }
}

struct UnpreparedRandomSource: RandomSource {
  func fill(_ bytes: UnsafeMutableRawBufferPointer) { unprepared("random source") }
}
