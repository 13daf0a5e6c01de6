internal import QixModule

/// The number of a user at tills: eleven random digits and a check digit.
struct MemberNumber: Sendable, Hashable {
  static let digits = 12

  let value: Int64

  /// A number of digits, 0 to 9; nil for another length, and for a wrong check digit.
  init?(_ digits: some Collection<UInt8>) {
    guard digits.count == Self.digits, CheckDigit.isRight(digits) else { return nil }
    value = digits.reduce(0) { $0 * 10 + Int64($1) }
  }

  private init(body: Int64) { value = body * 10 + Int64(CheckDigit.of(Self.digits(of: body, count: 11))) }

  static func random(from source: any RandomSource) -> MemberNumber {
    while true {
      // Of 37 bits, what lies above eleven digits is drawn again, so that all numbers are equally likely.
      let drawn = source.integer() >> 27
      if drawn < 100_000_000_000 { return MemberNumber(body: Int64(drawn)) }
    }
  }

  fileprivate static func digits(of number: Int64, count: Int) -> [UInt8] {
    var (digits, rest) = ([UInt8](repeating: 0, count: count), number)
    for index in digits.indices.reversed() {
      digits[index] = UInt8(rest % 10)
      rest /= 10
    }
    return digits
  }
}

extension MemberNumber: CustomStringConvertible {
  var description: String {
    String(decoding: Self.digits(of: value, count: Self.digits).map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }
}

extension MemberNumber {
  /// A number as it is stored.
  /// - Throws: `StorageError.corrupt` for one whose check digit is wrong.
  init(stored value: Int64) throws {
    guard (0..<1_000_000_000_000).contains(value), let number = MemberNumber(Self.digits(of: value, count: Self.digits))
    else { throw StorageError.corrupt("a member number has a wrong check digit") }
    self = number
  }
}

/// The check digit of ISO/IEC 7064, MOD 11,10: it finds every single wrong digit, and most neighbours that are swapped.
enum CheckDigit {
  /// - Parameter digits: 0 to 9.
  static func of(_ digits: some Sequence<UInt8>) -> UInt8 { UInt8((11 - product(of: digits)) % 10) }

  /// Whether the last of some digits is the check digit of those before it.
  static func isRight(_ digits: some Collection<UInt8>) -> Bool {
    guard let last = digits.dropFirst(max(0, digits.count - 1)).first else { return false }
    return (product(of: digits.dropLast()) + Int(last)) % 10 == 1
  }

  /// The standard's running product, 1 to 10.
  private static func product(of digits: some Sequence<UInt8>) -> Int {
    digits.reduce(10) { product, digit in
      let sum = (product + Int(digit)) % 10
      return (sum == 0 ? 10 : sum) * 2 % 11
    }
  }
}
