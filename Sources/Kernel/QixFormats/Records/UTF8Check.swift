/// A fault in bytes that should be text, with its offset from the start of the current record.
struct ByteFault: Error, Equatable {
  let offset: Int
  let problem: RecordError.Problem
}

/// Finds the first byte that is no well-formed UTF-8 (Unicode 15, table 3-7), or is zero.
enum UTF8Check {
  /// Checks how far bytes are good, and why no farther.
  enum Stop: Equatable {
    /// All is good.
    case none
    /// A character is cut off by the end: more bytes may complete it.
    case incomplete
    case invalid
    case zero
  }

  /// - Returns: the count of good bytes from the start, and what stopped there.
  static func scan(_ bytes: UnsafePointer<UInt8>, count: Int) -> (good: Int, stop: Stop) {
    let raw = UnsafeRawPointer(bytes)
    var index = 0
    while index < count {
      // Nearly all of nearly every file is ASCII: 32 bytes at a time. The subtraction borrows out of a zero byte, so
      // its top bit shows zeros and bytes above 0x80, and the words themselves show all from 0x80 up.
      while index + 32 <= count {
        let one = raw.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
        let suspects = (one | ((one &- 0x0101_0101_0101_0101) & ~one)) & 0x8080_8080_8080_8080
        guard suspects == .zero else { break }
        index += 32
      }
      // Then character by character, at least to the end of the stretch that was not plain.
      let stretch = min(count, index + 32)
      while index < stretch {
        let byte = bytes[index]
        if byte < 0x80 {
          guard byte != 0 else { return (index, .zero) }
          index += 1
          continue
        }
        let length = sequenceLength(bytes + index, available: count - index)
        guard length > 0 else { return (index, length == 0 ? .incomplete : .invalid) }
        index += length
      }
    }
    return (count, .none)
  }

  /// The length of the multi-byte character at a position, 0 when cut off by the end, -1 when malformed.
  private static func sequenceLength(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    let first = bytes[0]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return -1
    }
    guard available > 1 else { return 0 }
    guard second.contains(bytes[1]) else { return -1 }
    for index in 2..<max(2, length) {
      guard available > index else { return 0 }
      guard bytes[index] & 0xC0 == 0x80 else { return -1 }
    }
    return length
  }
}
