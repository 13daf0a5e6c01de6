/// The kind of a personal datum, which decides how much of it the masked form shows.
package enum PersonalData: Sendable, CaseIterable {
  /// In E.164.
  case phone
  case email
  case name
  /// A date of ISO 8601.
  case date
  /// Anything else: nothing of it is shown.
  case text

  /// Returns just enough to tell two of them apart when a user reads theirs out on the telephone.
  package func masked(_ value: String) -> String {
    switch self {
    case .phone: Self.maskedPhone(value)
    case .email: Self.maskedEmail(value)
    case .name: value.prefix(1) + "…"
    case .date: Self.maskedDate(value)
    case .text: "…"
    }
  }

  /// `+39 … 4567`: the country, and as many digits at the end as leave at least five hidden.
  private static func maskedPhone(_ value: String) -> String {
    guard value.hasPrefix("+") else { return "…" }
    let digits = value.dropFirst()
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return "…" }
    let country = digits.prefix(lengthOfCountryCode(digits))
    let shown = max(0, min(4, digits.count - country.count - 5))
    return "+\(country) …" + (shown > 0 ? " \(digits.suffix(shown))" : "")
  }

  /// ITU-T E.164's list of assigned country codes: one digit for zones 1 and 7, else two or three.
  private static func lengthOfCountryCode(_ digits: Substring) -> Int {
    switch digits.first {
    case "1", "7": 1
    default: twoDigits.contains(Int(digits.prefix(2)) ?? 0) ? 2 : 3
    }
  }

  private static let twoDigits: Set<Int> = [
    20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61, 62,
    63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
  ]

  /// `j…@example.com`; of a local part of one character not even that.
  private static func maskedEmail(_ value: String) -> String {
    guard let at = value.lastIndex(of: "@") else { return "…" }
    let local = value[..<at]
    return (local.count > 1 ? String(local.prefix(1)) : "") + "…" + value[at...]
  }

  /// The year alone.
  private static func maskedDate(_ value: String) -> String {
    let year = value.prefix { $0 != "-" }
    return year.count == 4 && year.allSatisfy(\.isNumber) ? "\(year)-…" : "…"
  }
}
