internal import QixCrypto
internal import QixModule

/// The digits that a phone shows a till: the member number, then a one-time code.
struct MemberCode: Sendable {
  static let digits = MemberNumber.digits + OneTimeCode.digits
  /// Bytes at the most, with what scanners and people put around and between the digits.
  static let limit = 64

  let number: MemberNumber
  /// ASCII digits.
  let code: [UInt8]

  /// Reads what was scanned or typed. Blanks, dashes and a scanner's mark in front (`]C1`, `]Q3`) don't count.
  /// - Throws: `members.code-malformed`, `members.code-mistyped`.
  init(_ typed: borrowing SecretBytes) throws(Failure) {
    let digits = typed.withUnsafeBytes { typed -> [UInt8]? in
      var scalars = Substring(String(decoding: typed, as: UTF8.self)).unicodeScalars
      while let first = scalars.first, Self.isBetween(first) { scalars.removeFirst() }
      if scalars.first == "]" { scalars = scalars.dropFirst(3) }
      var digits: [UInt8] = []
      for scalar in scalars where !Self.isBetween(scalar) {
        guard ("0"..."9").contains(scalar) else { return nil }
        digits.append(UInt8(scalar.value))
      }
      return digits.count == Self.digits ? digits : nil
    }
    guard let digits else {
      throw Failure(
        "members.code-malformed", .usage, "this can't be a member code: it has to be \(Self.digits) digits",
        hint: "Scan the code from the customer's phone again.")
    }
    guard let number = MemberNumber(digits.prefix(MemberNumber.digits).map { $0 - UInt8(ascii: "0") }) else {
      throw Failure(
        "members.code-mistyped", .usage,
        "there is a mistake in the first \(MemberNumber.digits) digits of the member code",
        hint: "Read it again: a digit is wrong, or two are swapped.")
    }
    (self.number, code) = (number, Array(digits.suffix(OneTimeCode.digits)))
  }

  private static func isBetween(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .dashPunctuation, .spaceSeparator: true
    default: false
    }
  }
}
