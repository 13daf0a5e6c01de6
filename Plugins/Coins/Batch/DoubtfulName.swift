internal import QixModule

/// Why an external id that a file would make a user of may be none.
enum DoubtfulName: CaseIterable, Sendable {
  /// `4.9E+11`: a spreadsheet has rounded it, so that several customers may be one by now.
  case rounded
  /// `Total`: a row below the table.
  case sum
  /// `ada@example.org`: personal data, where they aren't encrypted.
  case address

  init?(_ name: String) {
    // A file makes a hundred thousand users in a second: nearly all names are told by a look at their bytes.
    var name = name
    let (hasAt, hasPlus, hasDigit) = name.withUTF8 { bytes in
      (
        bytes.contains(UInt8(ascii: "@")), bytes.contains(UInt8(ascii: "+")),
        bytes.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") }
      )
    }
    if hasPlus, Self.isRounded(name.lowercased()) {
      self = .rounded
    } else if !hasDigit, Self.isSum(name.lowercased()) {
      self = .sum
    } else if hasAt, let at = name.firstIndex(of: "@"), at > name.startIndex, name[at...].contains(".") {
      self = .address
    } else {
      return nil
    }
  }

  private static func isSum(_ lower: String) -> Bool {
    sums.contains(lower) || lower.hasSuffix(":") && sums.contains(String(lower.dropLast()))
  }

  /// What spreadsheets and shops write below a column, in the languages of the receipts that qix reads.
  private static let sums: Set = [
    "total", "subtotal", "grand total", "sum", "summe", "gesamt", "totale", "somma", "suma", "total general", "somme",
    "jumlah", "total général",
  ]

  private static func isRounded(_ lower: String) -> Bool {
    let parts = lower.split(separator: "e", omittingEmptySubsequences: false)
    guard parts.count == 2, let sign = parts[1].first, sign == "+" else { return false }
    func isDigits(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    let mantissa = parts[0].split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    return isDigits(parts[1].dropFirst()) && mantissa.count <= 2 && mantissa.allSatisfy(isDigits)
  }

  /// What is told of users who were made, or would be, under such names.
  /// - Parameter first: one of them; nil where the caller may not know what is in the file.
  func warning(count: Int, first: String?) -> String {
    let names = count == 1 ? "One new user has a name" : "\(count) new users have names"
    let example = first.map { ", such as '\($0)'" } ?? ""
    return switch self {
    case .rounded:
      "\(names) that a spreadsheet seems to have rounded\(example): format the column as text, and export it again."
    case .sum: "\(names) of a row of sums\(example): take that row out of the file."
    case .address:
      "\(names) with an e-mail address in it\(example): external ids aren't encrypted as profiles are; use the number "
        + "that your own systems know the customer by."
    }
  }
}
