/// Numbers of thirteen digits as scanners at tills read them (GS1 General Specifications).
enum EAN13 {
  static let length = 13

  /// Prefixes that no product has: 20 to 29 are for use inside of a company, 99 is for coupons (GS1 General
  /// Specifications, "GS1 Prefixes"). 02 and 04 are inside of a company too, but tills take these for goods by weight.
  static let prefixes = (20...29).map(String.init) + ["99"]

  /// The most codes of one prefix in a home: with ten random digits each, a guess hits one of these once in 100,000
  /// tries at best.
  static let mostOfPrefix: Int64 = 100_000

  /// The check digit behind twelve digits: the weights are 1 and 3 in turn (GS1 General Specifications §7.9).
  static func check(of digits: some Collection<UInt8>) -> UInt8 {
    var sum = 0
    for (index, digit) in digits.enumerated() { sum += Int(digit - UInt8(ascii: "0")) * (index % 2 == 0 ? 1 : 3) }
    return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
  }

  /// Whether these are thirteen digits of which the last is right.
  static func isValid(_ code: [UInt8]) -> Bool { isNumber(code) && check(of: code.dropLast()) == code.last }

  /// Whether these are thirteen digits of which the last doesn't fit the others.
  static func isMistyped(_ code: [UInt8]) -> Bool { isNumber(code) && !isValid(code) }

  /// Whether it is such a number with zeros in front, which a spreadsheet has left out.
  static func hasLostZeros(_ code: [UInt8]) -> Bool {
    code.count < length && isValid([UInt8](repeating: UInt8(ascii: "0"), count: length - code.count) + code)
  }

  private static func isNumber(_ code: [UInt8]) -> Bool {
    code.count == length && code.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
