/// A part of an identifier's text, as a person reads it in a table or types it: its end, `trf_…7h3k2m`, its beginning,
/// `trf_01m7w9…`, or both. Without an ellipsis it is either of the two.
///
/// The end tells more than the beginning: identifiers begin with the time, and those of one batch differ in their last
/// letters alone.
package struct ShortIdentifier: Sendable, Equatable {
  /// Such as `trf`.
  package let prefix: String
  /// Letters at its beginning, behind the prefix.
  package let head: String
  package let tail: String
  /// Whether `head` may as well be the end.
  package let isEither: Bool

  /// The letters behind the prefix of a whole one.
  package static let length = 26
  /// The fewest letters that are looked for.
  package static let least = 3
  /// The letters of the end that tables show, unless two of one table would look the same.
  package static let shown = 6

  /// - Returns: nil for a text that isn't a part of such an identifier; a whole one is none.
  package init?(_ text: String, prefix: String) {
    guard text.hasPrefix(prefix + "_") else { return nil }
    let letters = text.dropFirst(prefix.count + 1).lowercased()
    let parts = letters.replacing("...", with: "…").split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }) else { return nil }
    let count = parts.reduce(0) { $0 + $1.count }
    guard count >= Self.least, count < Self.length else { return nil }
    self.prefix = prefix
    (head, tail) = (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
    isEither = parts.count == 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool { IdentifierDigits.value(byte) != nil }

  /// Whether a whole identifier's text is one that it may stand for.
  package func fits(_ text: String) -> Bool {
    let letters = text.dropFirst(prefix.count + 1)
    return letters.hasPrefix(head) && letters.hasSuffix(tail) || isEither && letters.hasSuffix(head)
  }

  /// The first and the last sixteen bytes that begin as it does; nil where a beginning is no identifier's.
  package var range: (first: [UInt8], last: [UInt8])? {
    var value: UInt128 = 0
    for byte in head.utf8 { value = value << 5 | UInt128(IdentifierDigits.value(byte) ?? 0) }
    // 26 letters have 130 bits, of which the first letter's upper two are none.
    guard head.isEmpty || (head.utf8.first.flatMap(IdentifierDigits.value) ?? 8) < 8 else { return nil }
    let free = 5 * (Self.length - head.utf8.count)
    guard free < 128 else { return (Self.bytes(0), Self.bytes(.max)) }
    return (Self.bytes(value << free), Self.bytes(value << free | (1 << free - 1)))
  }

  /// The whole bytes of its end: those that a search may ask for before it compares letters.
  package var lastBytes: [UInt8] {
    let letters = isEither ? head : tail
    var value: UInt128 = 0
    for byte in letters.utf8 { value = value << 5 | UInt128(IdentifierDigits.value(byte) ?? 0) }
    return Array(Self.bytes(value).suffix(letters.utf8.count * 5 / 8))
  }

  private static func bytes(_ value: UInt128) -> [UInt8] {
    (0..<16).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// The text of an identifier of this kind.
  package func text(high: UInt64, low: UInt64) -> String {
    var (value, letters) = (UInt128(high) << 64 | UInt128(low), [UInt8]())
    for _ in 0..<Self.length {
      letters.append(IdentifierDigits.letter(Int(truncatingIfNeeded: value & 31)))
      value >>= 5
    }
    return prefix + "_" + String(decoding: letters.reversed(), as: UTF8.self)
  }

  /// A whole identifier's text with the last letters alone; nil for any other text.
  package static func shortened(_ text: String, to letters: Int = shown) -> String? {
    let bytes = text.utf8
    guard bytes.count > length + 1, bytes.count <= length + 5, let bar = bytes.firstIndex(of: UInt8(ascii: "_")),
      bytes.distance(from: bar, to: bytes.endIndex) == length + 1,
      bytes[..<bar].allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }),
      bytes[bar...].dropFirst().allSatisfy(isDigit)
    else { return nil }
    return letters < length ? text[..<bar] + "_…" + text.suffix(letters) : text
  }
}

/// Crockford's base 32, in lower case.
enum IdentifierDigits {
  private static var alphabet: StaticString { "0123456789abcdefghjkmnpqrstvwxyz" }

  static func letter(_ value: Int) -> UInt8 { alphabet.utf8Start[value] }

  /// Capital letters are accepted.
  static func value(_ byte: UInt8) -> UInt8? {
    let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    let letters = UnsafeBufferPointer(start: alphabet.utf8Start, count: 32)
    return letters.firstIndex(of: lower).map(UInt8.init(truncatingIfNeeded:))
  }
}

/// Looks for the identifiers of a kind that a part of one may stand for.
package struct IdentifierSearch: Sendable {
  /// Whole texts, a handful at most: who finds several tells them apart with more letters.
  /// - Parameter place: a table's column, `coins_transfers.id`.
  package let find: @Sendable (_ part: ShortIdentifier, _ place: String) throws -> [String]

  package init(_ find: @escaping @Sendable (_ part: ShortIdentifier, _ place: String) throws -> [String]) {
    self.find = find
  }
}

private enum IdentifierSearchKey: ContextKey {
  static var defaultValue: IdentifierSearch? { nil }
}

extension Context {
  /// Nil where there is nothing to look in, or the caller may not know whose things there are.
  package var identifierSearch: IdentifierSearch? {
    get { self[IdentifierSearchKey.self] }
    set { self[IdentifierSearchKey.self] = newValue }
  }

  /// Returns the text of the whole identifier that a part of one stands for.
  /// - Throws: `Failure` where it is none, or several.
  package func identifier(_ part: ShortIdentifier, spelled text: String, in place: String) throws -> String {
    guard let identifierSearch else {
      throw Failure(
        "identifier.whole", .usage, "the identifier must be '\(part.prefix)_' and 26 letters and digits",
        hint: "Only people who may see users can use short identifiers. --wide shows them whole.")
    }
    let found = try identifierSearch.find(part, place)
    switch found.count {
    case 1: return found[0]
    case 0:
      throw Failure(
        "identifier.not-found", .notFound, "no identifier is shortened to '\(text)'",
        hint: "Lists show short identifiers. --wide shows them whole.")
    default:
      throw Failure(
        "identifier.ambiguous", .usage,
        "'\(text)' can be \(found.prefix(5).joined(separator: ", "))\(found.count > 5 ? ", or others" : "")",
        hint: "Give more of its letters, or all of them.")
    }
  }
}
