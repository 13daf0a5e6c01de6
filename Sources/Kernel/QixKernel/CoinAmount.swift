/// Reads amounts of coins: whole, positive, in ASCII digits, and nothing else.
///
/// An amount decides what a user owns, so no form is guessed at: separators, signs, exponents and other scripts' digits
/// mean different things to different people and are each refused in their own words.
package enum CoinAmount {
  /// Reads an amount of 1 to 2⁶³ − 1 without allocating. Leading zeros are accepted.
  package static func parse(_ bytes: UnsafeRawBufferPointer) -> Result<Int64, CoinAmountError> {
    guard !bytes.isEmpty else { return .failure(.empty) }
    var value: Int64 = 0
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return .failure(fault(in: bytes)) }
      let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = tens.addingReportingOverflow(Int64(digit))
      guard !overflowed, !carried else {
        // Too long and malformed is malformed: the fault that hides the others is the length.
        let isNumber = bytes.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        return .failure(isNumber ? .tooLarge : fault(in: bytes))
      }
      value = sum
    }
    return value > 0 ? .success(value) : .failure(.zero)
  }

  /// Whether it is a number as spreadsheets write those that are too long for a cell: `4.9E+11`, `4,9E+11`.
  package static func hasExponent(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Of amounts with separators few have one, and files have many.
    guard bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return false }
    let halves = bytes.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    guard halves.count == 2, var exponent = halves.last else { return false }
    if let sign = exponent.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { exponent.removeFirst() }
    let mantissa = halves[0].split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
    }
    return mantissa.count <= 2
      && (mantissa + [exponent]).allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
      }
  }

  /// Names what is wrong with bytes that aren't all ASCII digits.
  private static func fault(in bytes: UnsafeRawBufferPointer) -> CoinAmountError {
    switch bytes[0] {
    case UInt8(ascii: "-"): return .negative
    case UInt8(ascii: "+"): return .signed
    default: break
    }
    if hasExponent(bytes) { return .exponential }
    var decoder = Unicode.UTF8()
    var iterator = bytes.makeIterator()
    var hasDigit = false
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      switch scalar {
      case "0"..."9": hasDigit = true
      case "\u{2212}": return .negative
      case ".": return hasDigit ? .fractional : .notANumber
      case "e" where hasDigit, "E" where hasDigit: return .exponential
      case ",", "'", "_", "\u{2019}": return hasDigit ? .separated : .notANumber
      case " ", "\t", "\r", "\n", "\u{A0}", "\u{202F}", "\u{2009}": return .spaced
      default: return scalar.properties.generalCategory == .decimalNumber ? .foreignDigits : .notANumber
      }
    }
    return .notANumber
  }
}

/// Why an amount of coins is not one.
package enum CoinAmountError: Error, Equatable, Sendable, CaseIterable, CustomStringConvertible {
  case empty, zero, negative, signed, exponential, separated, spaced, fractional, tooLarge, foreignDigits, notANumber

  package var description: String {
    switch self {
    case .empty: "the amount is empty; write a whole number of coins, such as 500"
    case .zero: "the amount is zero; it must be at least 1 coin"
    case .negative: "the amount is negative; write a positive amount, because the command gives the direction"
    case .signed: "the amount begins with '+'; write only the digits"
    case .exponential:
      """
      the amount has an exponent, probably from a spreadsheet; format the column as a number without decimals, or \
      write digits, such as 1000
      """
    case .separated:
      "the amount has separators, which can mean thousands or decimals; write only digits, such as 1000"
    case .spaced: "the amount has a space in it; write only digits, such as 1000"
    case .fractional:
      "the amount has a point, which can mean decimals or thousands; write only digits, such as 1000"
    case .tooLarge: "the amount is too large; the most is 9223372036854775807 coins"
    case .foreignDigits: "the amount has digits other than 0 to 9; write it in ASCII digits"
    case .notANumber: "the amount is not a number; write a whole number of coins, such as 500"
    }
  }
}
