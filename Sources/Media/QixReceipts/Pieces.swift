/// The pieces that a row of an item states, where no unit price stands beside it to check that by.
enum Pieces: Equatable {
  case none
  /// A word says so: `3x COLA`, `3 X COLA`, `COLA x3`, `COLA QTY 3`, `3 PCS COLA`.
  case named(Int64)
  /// A bare number in front, `3 COLA`: pieces, or the number of the line, or a part of the name.
  case perhaps(Int64)

  private static let units = [
    "X", "PC", "PCS", "PZ", "STK", "ST", "UN", "UND", "UD", "UDS", "BUC", "UNIT", "UNITS",
  ].map { Array($0.utf8) }
  /// The text before the number.
  private static let labels = ["X", "QTY", "QTA", "CANT", "MENGE", "ANZ"].map { Array($0.utf8) }

  init(_ row: Row) {
    self = .none
    let end = row.amounts.last?.range.lowerBound ?? row.folded.bytes.count
    let words = row.folded.bytes[..<end].split { !$0.isWordCharacter && $0 != 0x2E && $0 != 0x2C }.map { Array($0) }
    func isName(_ word: [UInt8]) -> Bool {
      word.count(where: \.isCapital) >= 2 && !Self.units.contains(word) && !Self.labels.contains(word)
    }
    guard words.contains(where: isName), let first = words.first, let last = words.last else { return }
    let next = words.dropFirst().first ?? []
    let before = words.dropLast().last ?? []
    if let pieces = Self.glued(first) ?? Self.labelled(first) {
      self = .named(pieces)
    } else if let pieces = Self.number(first), Self.units.contains(next) {
      self = .named(pieces)
    } else if let pieces = Self.labelled(last) ?? Self.glued(last) {
      self = .named(pieces)
    } else if let pieces = Self.number(last), Self.labels.contains(before) {
      self = .named(pieces)
    } else if let pieces = Self.number(before), Self.units.contains(last) {
      self = .named(pieces)
    } else if let pieces = Self.number(first) {
      self = .perhaps(pieces)
    }
  }

  /// `3X`, `3PCS`.
  private static func glued(_ word: [UInt8]) -> Int64? {
    let digits = word.prefix(while: \.isASCIIDigit)
    return units.contains(Array(word.dropFirst(digits.count))) ? number(Array(digits)) : nil
  }

  /// `X3`, `QTY3`.
  private static func labelled(_ word: [UInt8]) -> Int64? {
    let letters = word.prefix(while: \.isCapital)
    return labels.contains(Array(letters)) ? number(Array(word.dropFirst(letters.count))) : nil
  }

  /// 1 to 99, without decimals.
  private static func number(_ word: [UInt8]) -> Int64? {
    guard (1...2).contains(word.count), word.allSatisfy(\.isASCIIDigit) else { return nil }
    let number = word.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    return number > 0 ? number : nil
  }

  /// An item's text without what said the pieces.
  static func without(_ text: String, _ pieces: Pieces) -> String {
    guard case .named(let count) = pieces else { return text }
    var words = text.split(separator: " ").map(String.init)
    func isSaid(_ word: String) -> Bool {
      let bytes = FoldedText(word).bytes.filter(\.isWordCharacter)
      let (letters, digits) = (bytes.filter(\.isCapital), bytes.filter(\.isASCIIDigit))
      return (letters.isEmpty || (units + labels).contains(letters)) && (digits.isEmpty || number(digits) == count)
    }
    while words.count > 1, let last = words.last, isSaid(last) { words.removeLast() }
    while words.count > 1, let first = words.first, isSaid(first) { words.removeFirst() }
    return words.joined(separator: " ")
  }

  /// Bare numbers before items are pieces where each item has one and they don't count the lines; where only some have
  /// one, it may be a part of a name, and is uncertain.
  /// - Parameter leading: by the place of the item.
  static func settle(_ leading: [Int: Int64], in items: inout [Item]) {
    let numbers = leading.sorted { $0.key < $1.key }.map(\.value)
    let countsLines = numbers.count > 1 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    guard !countsLines else { return }
    let isColumn = items.count > 1 && leading.count == items.count
    for (index, pieces) in leading where pieces > 1 {
      items[index].quantity = pieces * 1_000
      if !isColumn { items[index].confidence = rounded(items[index].confidence * 0.85) }
    }
  }
}
