/// A Global Trade Item Number, whichever of its four lengths it was written in: fourteen digits, the last of which
/// follows from the others (GS1 General Specifications, 3.3 and 7.9).
package struct GTIN: Sendable, Hashable, Comparable {
  /// Fourteen digits, shorter ones with zeros before them.
  package let digits: String

  /// Why a text is no GTIN.
  package enum Fault: Error, Equatable, Sendable {
    /// It has characters besides digits, blanks and hyphens.
    case characters
    /// It has other than 8, 12, 13 or 14 digits.
    case length(Int)
    case checkDigit(expected: Int)
    /// It has no digit but zeros.
    case zero
  }

  /// Reads a GTIN-8, -12, -13 or -14 as people and readers write it. Blanks and hyphens between digits are nothing.
  package init(_ text: some StringProtocol) throws(Fault) {
    var digits: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") { continue }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw .characters }
      // A longer text is reported by its length alone.
      guard digits.count < 40 else { throw .length(41) }
      digits.append(byte - UInt8(ascii: "0"))
    }
    guard [8, 12, 13, 14].contains(digits.count) else { throw .length(digits.count) }
    let expected = Self.checkDigit(of: digits.dropLast())
    guard Int(digits[digits.count - 1]) == expected else { throw .checkDigit(expected: expected) }
    guard digits.contains(where: { $0 != 0 }) else { throw .zero }
    self.digits = Self.text([UInt8](repeating: 0, count: 14 - digits.count) + digits)
  }

  /// The digit that makes the sum of all a multiple of ten, the last but one and each second before it three times (GS1
  /// General Specifications, 7.9.1).
  package static func checkDigit(of digits: some BidirectionalCollection<UInt8>) -> Int {
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() { sum += Int(digit) * (index % 2 == 0 ? 3 : 1) }
    return (10 - sum % 10) % 10
  }

  static func text(_ digits: some Sequence<UInt8>) -> String {
    String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }

  package static func < (one: GTIN, other: GTIN) -> Bool { one.digits < other.digits }
}

extension GTIN {
  /// The shortest of the four lengths that holds it, as it stands below a code: a GTIN-8 with eight digits, a GTIN-13
  /// with thirteen.
  package var short: String {
    for (zeros, _) in [(6, 8), (2, 12), (1, 13)] where digits.utf8.prefix(zeros).allSatisfy({ $0 == UInt8(ascii: "0") })
    {
      // Eight digits that begin with 0 are of the range for use within a company, and stay so.
      return String(digits.dropFirst(zeros))
    }
    return digits
  }

  /// The number of the unit that a GTIN-14 is a packing of: indicator 0, and its own check digit. The number itself
  /// where it is no packing's.
  package var unit: GTIN {
    guard digits.utf8.first != UInt8(ascii: "0") else { return self }
    let middle = digits.utf8.dropFirst().prefix(12).map { $0 - UInt8(ascii: "0") }
    let check = UInt8(Self.checkDigit(of: middle))
    return GTIN(trusted: "0" + Self.text(middle + [check]))
  }

  private init(trusted digits: String) { self.digits = digits }

  /// A UPC-E's number from its eight printed digits: number system 0 or 1, six digits, the check digit of the number that
  /// they stand for (GS1 General Specifications, 5.2.2.4).
  package init(upcE text: some StringProtocol) throws(Fault) {
    let short = text.utf8.map { $0 &- UInt8(ascii: "0") }
    guard short.allSatisfy({ $0 < 10 }) else { throw .characters }
    guard short.count == 8, short[0] < 2 else { throw .length(short.count) }
    let (d, last) = (Array(short[1..<7]), short[6])
    let middle: [UInt8] =
      switch last {
      case 0...2: [d[0], d[1], last, 0, 0, 0, 0, d[2], d[3], d[4]]
      case 3: [d[0], d[1], d[2], 0, 0, 0, 0, 0, d[3], d[4]]
      case 4: [d[0], d[1], d[2], d[3], 0, 0, 0, 0, 0, d[4]]
      default: [d[0], d[1], d[2], d[3], d[4], 0, 0, 0, 0, last]
      }
    try self.init(Self.text([short[0]] + middle + [short[7]]))
  }
}
