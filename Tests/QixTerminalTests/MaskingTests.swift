import QixTerminal
import Testing

@testable import QixCommands

/// How much of a personal datum is left.
@Suite struct MaskingTests {
  @Test(
    arguments: [
      (.phone, "+393331234567", "+39 … 4567"), (.phone, "+12025550123", "+1 … 0123"),
      (.phone, "+3581234567", "+358 … 67"), (.phone, "+37812345", "+378 …"), (.phone, "+29012345", "+290 …"),
      (.phone, "+7", "+7 …"), (.phone, "+", "+ …"), (.phone, "0123456789", "…"), (.phone, "+39x3331234567", "…"),
      (.phone, "", "…"), (.phone, "+٣٩٣٣٣١٢٣٤٥٦٧", "…"),
      (.email, "jane@example.com", "j…@example.com"), (.email, "j@example.com", "…@example.com"),
      (.email, "\"a@b\"@example.com", "\"…@example.com"), (.email, "jane", "…"), (.email, "", "…"),
      (.name, "Jane", "J…"), (.name, "Éva", "É…"), (.name, "", "…"), (.name, "李", "李…"),
      (.date, "1990-04-01", "1990-…"), (.date, "yesterday", "…"), (.date, "", "…"),
      (.text, "Main Street 1", "…"),
    ] as [(PersonalData, String, String)])
  func masks(_ kind: PersonalData, _ value: String, _ masked: String) {
    #expect(kind.masked(value) == masked)
  }

  /// However long a number is, five of its digits are hidden, or all behind the country.
  @Test func aPhoneNumberKeepsFiveDigitsHidden() {
    for start in 1...999 {
      for length in 1...15 {
        let digits = ("\(start)" + String(repeating: "5", count: 15)).prefix(length)
        let shown = PersonalData.phone.masked("+" + digits).filter(\.isNumber).count
        #expect(shown <= max(3, length - 5), "\(start), \(length) digits")
      }
    }
  }
}
