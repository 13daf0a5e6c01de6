internal import IdentityContract

/// Brings phone numbers into the one form in which they are kept and found.
enum PhoneNumber {
  /// E.164 (ITU-T): a plus and up to fifteen digits, of which the first is not 0. Blanks, hyphens, full stops and
  /// brackets between the digits are left out.
  static func normalised(_ text: String) throws(UserError) -> String {
    func refuse(_ problem: String) -> UserError { .malformedField(.phone, problem: problem) }
    var digits: [UInt8] = []
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "+") where index == 0: continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"): continue
      default: throw refuse("it has something else than digits")
      }
    }
    guard text.hasPrefix("+") else { throw refuse("it doesn't begin with + and the country") }
    guard digits.first != UInt8(ascii: "0") else { throw refuse("no country begins with 0") }
    guard (7...15).contains(digits.count) else { throw refuse("it must have 7 to 15 digits") }
    return "+" + String(decoding: digits, as: UTF8.self)
  }
}
