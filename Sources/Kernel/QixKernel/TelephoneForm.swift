/// The form of a telephone number with its country, by which a text is taken for one where nothing knows real numbers.
package enum TelephoneForm {
  /// Returns the number as it is kept, `+` and digits (E.164), of a text that is one but for signs that part its digits;
  /// nil for any other text.
  package static func number(_ text: String) -> String? {
    // Asked of each user of a file: nearly all names end here.
    guard text.utf8.first == UInt8(ascii: "+") else { return nil }
    var number = [UInt8(ascii: "+")]
    for byte in text.utf8.dropFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "("),
        UInt8(ascii: ")"):
        continue
      default: return nil
      }
    }
    // ITU-T E.164: 15 digits at most. Fewer than 7 are no number that can be called from abroad.
    return (8...16).contains(number.count) ? String(decoding: number, as: UTF8.self) : nil
  }
}
