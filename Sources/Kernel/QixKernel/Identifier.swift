/// Marks what an identifier belongs to and how it begins in text: `usr` for `usr_01j…`.
package protocol IdentifierTag: Sendable {
  static var prefix: String { get }
  /// The column that holds all of them, `coins_transfers.id`: there a shortened one is looked for. Nil where none is.
  static var place: String? { get }
}

extension IdentifierTag {
  package static var place: String? { nil }
}

/// Sixteen bytes that order by time (UUID version 7, RFC 9562 §5.7) and name a thing of one kind.
///
/// In text: the kind's prefix, an underscore, and 26 characters of lower-case Crockford base 32, whose order is the
/// order of the bytes.
///
/// The tag needs its protocol for the text alone. Were it asked for here, the first use of each kind of identifier would
/// search the whole program for the tag's conformance (decision 0020).
package struct Identifier<Tag>: Hashable, Comparable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the sixteen bytes that a database column holds; nil when there are more or fewer.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// The sixteen bytes, most significant first.
  package var bytes: [UInt8] { withBytes { Array($0) } }

  /// Lends the sixteen bytes, most significant first, without allocating.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    var pair = (high.bigEndian, low.bigEndian)
    return try withUnsafeBytes(of: &pair) { try body($0) }
  }

  package static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }

  /// The moment at which it was made, to the millisecond, as far as it was made by `IdentifierGenerator`.
  package var created: Timestamp { Timestamp(microseconds: Int64(high >> 16) * 1_000) }
}

extension Identifier: CustomStringConvertible, LosslessStringConvertible where Tag: IdentifierTag {
  package var description: String {
    String(unsafeUninitializedCapacity: Tag.prefix.utf8.count + 27) { bytes in
      var count = 0
      for letter in Tag.prefix.utf8 {
        bytes[count] = letter
        count += 1
      }
      bytes[count] = UInt8(ascii: "_")
      var value = UInt128(high) << 64 | UInt128(low)
      for index in (count + 1...count + 26).reversed() {
        bytes[index] = IdentifierDigits.letter(Int(truncatingIfNeeded: value & 31))
        value >>= 5
      }
      return count + 27
    }
  }

  /// Reads the text form; nil when prefix, length or letters are wrong. Capital letters are accepted.
  package init?(_ text: String) {
    var bytes = text.utf8[...]
    for expected in Tag.prefix.utf8 {
      guard bytes.popFirst() == expected else { return nil }
    }
    guard bytes.popFirst() == UInt8(ascii: "_"), bytes.count == 26 else { return nil }
    var value: UInt128 = 0
    for (index, byte) in bytes.enumerated() {
      guard let digit = IdentifierDigits.value(byte), index > 0 || digit < 8 else { return nil }
      value = value << 5 | UInt128(digit)
    }
    self.init(high: UInt64(truncatingIfNeeded: value >> 64), low: UInt64(truncatingIfNeeded: value))
  }
}

/// Makes identifiers that only ever grow, even when the clock stands still or goes back.
package struct IdentifierGenerator: Sendable {
  private var high: UInt64
  private var low: UInt64
  private var pool: [UInt8] = []
  /// The number of random bytes to fetch next: few for the first identifier, many when there is a batch.
  private var fetch = 16
  private let random: any RandomSource

  /// - Parameter last: the greatest identifier made so far (both halves); what follows is greater.
  package init(random: any RandomSource, after last: (high: UInt64, low: UInt64) = (0, 0)) {
    self.random = random
    // Version and variant are there from the first one on, also where the clock shows 1970.
    (high, low) = (max(last.high, 0x7000), max(last.low, 0x8000_0000_0000_0000))
  }

  /// The next identifier: of this millisecond when the clock has moved on, else just after the last one.
  ///
  /// Within one millisecond the 62 random bits grow by a random step of up to 2³² (RFC 9562 §6.2, method 2).
  package mutating func next<Tag>(_: Tag.Type = Tag.self, at time: Timestamp) -> Identifier<Tag> {
    let milliseconds = UInt64(max(0, time.microseconds / 1_000)) & 0xFFFF_FFFF_FFFF
    if milliseconds > high >> 16 {
      let bits = draw(8), more = draw(8)
      high = milliseconds << 16 | 0x7000 | bits & 0x0FFF
      low = 0x8000_0000_0000_0000 | more & 0x3FFF_FFFF_FFFF_FFFF
    } else {
      let (sum, _) = low.addingReportingOverflow(draw(4) + 1)
      if sum >> 62 == 0b10 {
        low = sum
      } else {
        // The 62 bits are used up: carry into the 12 bits above the variant, and from there into the time.
        let carried = high & 0x0FFF == 0x0FFF ? (high >> 16 + 1) << 16 | 0x7000 : high + 1
        high = carried
        low = 0x8000_0000_0000_0000 | sum & 0x3FFF_FFFF_FFFF_FFFF
      }
    }
    return Identifier(high: high, low: low)
  }

  private mutating func draw(_ count: Int) -> UInt64 {
    if pool.count < count {
      pool = random.bytes(fetch)
      fetch = min(fetch * 4, 4_096)
    }
    var value: UInt64 = 0
    for _ in 0..<count { value = value << 8 | UInt64(pool.removeLast()) }
    return value
  }
}
