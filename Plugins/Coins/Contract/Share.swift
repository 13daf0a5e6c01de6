/// A part of a whole, counted in whole numbers, so that every machine reports the same figure.
package struct Share: Sendable, Equatable {
  package let part: Int64
  package let whole: Int64

  package init(_ part: Int64, of whole: Int64) {
    precondition(part >= 0 && whole >= 0, "neither is below zero")
    self.part = part
    self.whole = whole
  }

  /// Rounded down to four decimals; nil of nothing.
  package var value: Double? {
    Self.scale(10_000, by: part, per: whole).map { Double($0) / 10_000 }
  }

  /// Returns as large a share of an amount, rounded down; 0 of nothing.
  package func of(_ amount: Int64) -> Int64 { Self.scale(amount, by: part, per: whole) ?? 0 }

  /// `amount × factor / divisor`, rounded down or up; nil where that is no 64-bit number, or there is nothing to divide by.
  /// - Parameters: all 0 or more.
  package static func scale(_ amount: Int64, by factor: Int64, per divisor: Int64, up: Bool = false) -> Int64? {
    precondition(amount >= 0 && factor >= 0 && divisor >= 0, "nothing here is below zero")
    guard divisor > 0 else { return nil }
    let product = amount.magnitude.multipliedFullWidth(by: factor.magnitude)
    guard product.high < divisor.magnitude else { return nil }
    let (quotient, rest) = divisor.magnitude.dividingFullWidth(product)
    return Int64(exactly: up && rest > 0 ? quotient + 1 : quotient)
  }
}
