extension ApplicationIdentifier {
  /// The longest its data can be.
  var longest: Int { parts.reduce(0) { $0 + $1.lengths.upperBound } }

  /// Whether data have the form that belongs to the identifier.
  func check(_ value: ArraySlice<UInt8>) throws(ElementString.Fault) {
    var rest = value
    for part in parts {
      if rest.isEmpty, part.isOptional { break }
      guard rest.count >= part.lengths.lowerBound else { throw .malformed(code: code) }
      let piece = rest.prefix(part.lengths.upperBound)
      guard piece.allSatisfy(part.kind.takes) else { throw .malformed(code: code) }
      switch part.kind {
      case .checked:
        let digits = piece.map { $0 - UInt8(ascii: "0") }
        guard let last = digits.last, Int(last) == GTIN.checkDigit(of: digits.dropLast()) else {
          throw .checkDigit(code: code)
        }
      case .date: guard GS1Date(piece) != nil else { throw .date(code: code) }
      case .time:
        let numbers = piece.map { Int($0) - 48 }
        guard numbers[0] * 10 + numbers[1] < 24, numbers[2] < 6 else { throw .date(code: code) }
      default: break
      }
      rest = rest.dropFirst(piece.count)
    }
    guard rest.isEmpty else { throw .malformed(code: code) }
  }
}

extension ApplicationIdentifier.Part.Kind {
  /// Whether a byte can stand in it (GS1 General Specifications, figures 7.11-1 to 7.11-3).
  func takes(_ byte: UInt8) -> Bool {
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    switch self {
    case .digits, .date, .time, .checked: return isDigit
    case .part: return isDigit || isCapital || "#-/".utf8.contains(byte)
    case .base64: return isDigit || isCapital || isSmall || "-_=".utf8.contains(byte)
    case .text: return isDigit || isCapital || isSmall || "!\"%&'()*+,-./:;<=>?_".utf8.contains(byte)
    }
  }
}

/// A day as GS1 writes it: two digits of the year, of the month, of the day; a day of 00 is the month's last one.
package struct GS1Date: Sendable, Equatable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// - Parameter reference: the year as of which the century is found: at most 49 years later, 50 years earlier (GS1
  ///   General Specifications, 7.12).
  package init?(_ digits: some Collection<UInt8>, reference: Int = 2025) {
    let numbers = digits.map { Int($0) - 48 }
    guard numbers.count == 6, numbers.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let short = numbers[0] * 10 + numbers[1], month = numbers[2] * 10 + numbers[3], day = numbers[4] * 10 + numbers[5]
    guard (1...12).contains(month) else { return nil }
    let difference = short - reference % 100, century = reference / 100 * 100
    year = short + (difference >= 51 ? century - 100 : difference <= -50 ? century + 100 : century)
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let last = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    guard day <= last else { return nil }
    self.month = month
    self.day = day == 0 ? last : day
  }
}
