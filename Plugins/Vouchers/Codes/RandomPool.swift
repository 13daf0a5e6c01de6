internal import QixModule
internal import Synchronization

/// Bytes of the system's random source, fetched many at a time, and dropped once they are used.
struct RandomPool {
  private let source: any RandomSource
  private var bytes: [UInt8] = []
  private var fetch = 64

  init(_ source: any RandomSource) { self.source = source }

  private mutating func next() -> UInt8 {
    if bytes.isEmpty {
      bytes = source.bytes(fetch)
      fetch = min(fetch * 4, 4_096)
    }
    return bytes.removeLast()
  }

  /// A number below a bound of at most 32, each with the same chance: what lies above is drawn again.
  mutating func next(below bound: UInt8) -> UInt8 {
    precondition((1...32).contains(bound))
    while true {
      let number = next() & 31
      if number < bound { return number }
    }
  }

  /// 0 to 9. Of 32 numbers 30 are taken, three for each digit.
  mutating func digit() -> UInt8 { next(below: 30) % 10 }
}

/// A random source that asks the one behind it for some thousand bytes at a time: a call of the system for each nonce
/// takes longer than the encryption. What was handed out is kept nowhere.
final class BufferedRandomSource: RandomSource {
  private static let size = 8_192

  private let source: any RandomSource
  private let waiting = Mutex<[UInt8]>([])

  init(_ source: any RandomSource) { self.source = source }

  func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    guard bytes.count <= Self.size else { return source.fill(bytes) }
    waiting.withLock { waiting in
      if waiting.count < bytes.count {
        // One that hands out few isn't made to fetch many.
        let more = source.bytes(waiting.capacity == 0 ? max(bytes.count, 256) : Self.size)
        waiting.append(contentsOf: more)
      }
      let start = waiting.count - bytes.count
      waiting.withUnsafeBytes { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start...])) }
      waiting.removeLast(bytes.count)
    }
  }
}
