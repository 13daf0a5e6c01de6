internal import QixShake

/// A share of a question's points, exact to five decimals of a percent: Moodle's own grades have no more.
struct Credit: Hashable, Comparable, Sendable {
  /// Hundred-thousandths of a percent, −100 % to 100 %.
  let units: Int64

  static let full = Credit(units: 10_000_000)
  static let zero = Credit(units: 0)
  /// From here on an answer is right: three times 33.33333 % are meant to be the whole.
  static let right = Credit(units: 9_999_000)

  init(units: Int64) { self.units = units }

  var isRight: Bool { self >= Self.right }
  /// 0 to 1.
  var share: Double { Double(units) / Double(Self.full.units) }
  /// Between nothing and the whole, for the sum of several choices.
  var bounded: Credit { Credit(units: min(max(units, 0), Self.full.units)) }

  static func < (left: Self, right: Self) -> Bool { left.units < right.units }
  static func + (left: Self, right: Self) -> Credit { Credit(units: left.units + right.units) }

  /// Reads `50`, `-33.33333`; nil for anything else and for what is beyond 100.
  /// - Returns: whether decimals beyond the fifth were rounded away, too.
  static func parse(_ text: some StringProtocol) -> (credit: Credit, isRounded: Bool)? {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let parts = rest.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, (1...3).contains(whole.count), whole.allSatisfy(\.isDigit),
      parts.count < 2 || parts[1].allSatisfy(\.isDigit)
    else { return nil }
    var units = whole.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    let decimals = parts.count < 2 ? [] : Array(parts[1])
    for index in 0..<5 {
      units = units * 10 + (index < decimals.count ? Int64(decimals[index] - UInt8(ascii: "0")) : 0)
    }
    let lost = decimals.dropFirst(5)
    if let next = lost.first, next >= UInt8(ascii: "5") { units += 1 }
    guard units <= full.units else { return nil }
    return (Credit(units: isNegative ? -units : units), lost.contains { $0 != UInt8(ascii: "0") })
  }
}

extension Credit: CustomStringConvertible {
  /// As GIFT writes it between percent signs: `33.33333`, `-50`, `100`.
  var description: String {
    let (whole, rest) = abs(units).quotientAndRemainder(dividingBy: 100_000)
    var decimals = rest == 0 ? "" : String(String(100_000 + rest).dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return (units < 0 ? "-" : "") + "\(whole)" + (decimals.isEmpty ? "" : "." + decimals)
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
