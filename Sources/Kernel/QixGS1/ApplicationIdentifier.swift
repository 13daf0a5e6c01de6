/// The definition of an element of a GS1 string: its identifier, its form and its name in scanners' displays (GS1 General
/// Specifications, 3.2, release 24).
package struct ApplicationIdentifier: Sendable, Equatable {
  /// A piece of an element's data.
  struct Part: Sendable, Equatable {
    enum Kind: Character, Sendable {
      case digits = "N"
      /// GS1 AI encodable character set 82: letters, digits and some signs.
      case text = "X"
      /// Set 39: capitals, digits, `#`, `-`, `/`.
      case part = "Y"
      /// Set 64: file-safe base 64.
      case base64 = "Z"
      /// YYMMDD; a day of 00 is the month's last one.
      case date = "D"
      /// hhmm, hours from 00 to 23.
      case time = "T"
      /// Digits with a check digit at the end.
      case checked = "C"
    }

    let kind: Kind
    let lengths: ClosedRange<Int>
    let isOptional: Bool
  }

  /// Two to four digits; with `n` at the end in the table, which here stands for a digit.
  package let code: String
  /// `USE BY`.
  package let title: String
  let parts: [Part]
  /// Whether the data's place of the decimal point is the identifier's last digit.
  package var hasDecimals: Bool {
    code.utf8.count == 4 && code >= "3100" && code < "3700" || Self.amounts.contains(code.prefix(3))
  }
  private static let amounts: Set<Substring> = ["390", "391", "392", "393", "394", "395"]

  /// Whether the length follows from the first two digits, so that no FNC1 follows (GS1 General Specifications, figure
  /// 7.8.5-1).
  package var isPredefined: Bool { Self.predefined.contains(code.prefix(2)) }

  private static let predefined: Set<Substring> = [
    "00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31", "32", "33", "34",
    "35", "36", "41",
  ]

  /// The identifier that a string begins with; nil where there is none.
  package static func leading(_ bytes: ArraySlice<UInt8>) -> ApplicationIdentifier? {
    for length in 2...4 where bytes.count >= length {
      if let found = named(String(decoding: bytes.prefix(length), as: UTF8.self)) { return found }
    }
    return nil
  }

  /// - Parameter code: its digits, such as `3103`.
  package static func named(_ code: some StringProtocol) -> ApplicationIdentifier? { all[String(code)] }

  static let all: [String: ApplicationIdentifier] = {
    var all: [String: ApplicationIdentifier] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      let parts = words[1].split(separator: "+").map(part)
      for code in codes(words[0]) {
        all[code] = ApplicationIdentifier(code: code, title: String(words[2]), parts: parts)
      }
    }
    return all
  }()

  /// `310n` stands for 3100 to 3105, `391-395` for all between.
  private static func codes(_ text: Substring) -> [String] {
    let ends = text.split(separator: "-")
    if ends.count == 2, let from = Int(ends[0]), let to = Int(ends[1]) { return (from...to).map(String.init) }
    guard text.hasSuffix("n") else { return [String(text)] }
    // Weights and measures have up to five decimals, amounts of money up to nine.
    return (0...(text.hasPrefix("39") ? 9 : 5)).map { text.dropLast() + String($0) }
  }

  /// `N6`, `X..20`, `[N..12]`.
  private static func part(_ text: Substring) -> Part {
    let isOptional = text.hasPrefix("[")
    let inner = text.filter { $0 != "[" && $0 != "]" }
    let kind = inner.first.flatMap(Part.Kind.init) ?? .text
    let rest = inner.dropFirst()
    guard rest.hasPrefix("..") else {
      let length = Int(rest) ?? 0
      return Part(kind: kind, lengths: length...length, isOptional: isOptional)
    }
    return Part(kind: kind, lengths: 1...(Int(rest.dropFirst(2)) ?? 1), isOptional: isOptional)
  }
}
