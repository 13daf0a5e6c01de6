/// A language in which customers are told what is wrong.
package enum Language: String, Sendable, CaseIterable {
  case en, it, es, ca, ro

  /// The language that a client prefers by `Accept-Language` (RFC 9110 §12.5.4), looked up as in RFC 4647 §3.4: `it-CH`
  /// is content with Italian.
  /// - Parameter usual: for a client that prefers none of these, takes any (`*`), or doesn't say.
  package init(accepting field: String?, else usual: Language = .en) {
    self = usual
    guard let field else { return }
    let elements = field.split(separator: ",").prefix(Self.mostRanges)
    let ranges = elements.compactMap { Range($0) }
    guard ranges.count == elements.count else { return }
    // The first of equals: a sort keeps no promise about them.
    var best = 0
    for range in ranges where range.weight > best && (range.isAny || range.language != nil) {
      (self, best) = (range.language ?? usual, range.weight)
    }
  }

  /// Ranges of one field that are looked at.
  private static let mostRanges = 20

  /// An element of the field: `it-CH;q=0.8`.
  private struct Range {
    /// Nil for `*`, and for a language that there are no translations in.
    let language: Language?
    let isAny: Bool
    /// In thousandths; 0 for what the client doesn't take.
    let weight: Int

    init?(_ element: Substring) {
      let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
      guard let tag = parts.first, parts.count <= 2 else { return nil }
      let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
      let isTag = subtags.enumerated().allSatisfy { index, subtag in
        (1...8).contains(subtag.utf8.count)
          && subtag.utf8.allSatisfy { $0.isLetter || (index > 0 && $0.isDigit) }
      }
      guard tag == "*" || isTag else { return nil }
      isAny = tag == "*"
      language = isAny ? nil : Language(rawValue: subtags[0].lowercased())
      guard parts.count == 2 else {
        weight = 1000
        return
      }
      guard let given = Self.weight(parts[1]) else { return nil }
      weight = given
    }

    /// `q=0.8`, with three decimals at the most.
    private static func weight(_ text: Substring) -> Int? {
      guard text.hasPrefix("q=") || text.hasPrefix("Q=") else { return nil }
      let number = text.dropFirst(2).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let decimals = number.count == 2 ? number[1] : ""
      guard let whole = number.first, whole == "0" || whole == "1", decimals.utf8.count <= 3,
        decimals.utf8.allSatisfy(\.isDigit),
        let thousandths = Int(decimals + String(repeating: "0", count: 3 - decimals.utf8.count))
      else { return nil }
      return whole == "0" ? thousandths : thousandths == 0 ? 1000 : nil
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    var trimmed = drop(while: isBlank)
    while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
    return trimmed
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension Language {
  /// The category of a number by which a noun has its form (CLDR's plural rules of cardinals): `one`, `few`, `other`.
  /// Millions with their `de`, CLDR's `many`, are left out.
  func plural(_ number: Int64) -> String {
    guard number != 1 else { return "one" }
    guard self == .ro else { return "other" }
    return number == 0 || (1...19).contains(number.magnitude % 100) ? "few" : "other"
  }

  /// A number with its thousands apart; Spanish leaves those of four digits together.
  func written(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    guard digits.count > (self == .es ? 4 : 3) else { return "\(number)" }
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += self == .en ? "," : "." }
      text.append(digit)
    }
    return text
  }
}
