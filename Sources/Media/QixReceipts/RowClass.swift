/// The kind of an amount in a row.
enum RowClass: Hashable {
  /// The total to be paid; the number says how clearly, 1…6.
  case total(Double)
  case subtotal, net, tax, rounding, change, cash, card, paid, discount
  /// Begins a table of taxes behind the totals, whose sums are no totals.
  case summary
  /// A count or a sum that is no total.
  case uncounted
  case other

  init(_ row: Row, _ words: Vocabulary) {
    func has(_ kind: WordKind) -> Bool { words.has(row, kind) }
    func contains(_ kind: WordKind) -> Bool { words.contains(row, kind) }
    let short = row.amounts.allSatisfy { abs($0.value) < 10 }
    // Short words are letters within others: they count where they are printed as words.
    let isChange = words[.change].contains { $0.count < 5 ? Self.isWord($0, in: row) : row.key.has($0) }
    if isChange, !contains(.notChange), !contains(.total) {
      self = .change
      return
    }
    if contains(.summary), !words.hasWord(row, .columns) {
      self = .summary
      return
    }
    if contains(.converted) {
      self = .uncounted
      return
    }
    let isTotal = has(.total) || Self.looksLikeTotal(row, words)
    let isRounding = words[.rounding].contains { $0.count < 6 ? row.key.contains($0) : row.key.has($0) }
    if isRounding, has(.adjustment) || !isTotal && short {
      self = .rounding
      return
    }
    if has(.subtotal) {
      self = .subtotal
      return
    }
    if isTotal {
      self = Self.total(row, words, isRounding: isRounding)
      return
    }
    if isRounding {
      self = .total(4)
      return
    }
    if Self.isTax(row, words) {
      self = .tax
    } else if has(.surely) || has(.payable) {
      self = .total(5)
    } else if words.contains(row, .net) && !row.amounts.isEmpty && !words.hasWord(row, .columns) {
      self = .net
    } else if words[.discount].contains(where: { $0.count < 5 ? row.key.hasPrefix($0) : row.key.has($0) }) {
      self = .discount
    } else if has(.uncounted) {
      self = .uncounted
    } else {
      self = Self.payment(row, words)
    }
  }

  private static func isWord(_ word: [UInt8], in row: Row) -> Bool {
    row.folded.bytes.split { !$0.isCapital }.contains { $0.elementsEqual(word) }
  }

  /// `T0TAL`, `TOTL`, `TTAL`: short words that lost a letter are no match of `has`.
  private static func looksLikeTotal(_ row: Row, _ words: Vocabulary) -> Bool {
    guard words[.total].contains(Array("TOTAL".utf8)) else { return false }
    return row.folded.bytes.split { !$0.isWordCharacter }.contains { word in
      (4...6).contains(word.count) && word.first == UInt8(ascii: "T")
        && [Array("TOTL".utf8), Array("TOTA".utf8), Array("TOAL".utf8), Array("TTAL".utf8), Array("TDTAL".utf8)]
          .contains { word.elementsEqual($0) }
    }
  }

  private static func total(_ row: Row, _ words: Vocabulary, isRounding: Bool) -> RowClass {
    // TOTAL TO PAY is nearly TOTAL NO.
    let isNearlyUncounted = words.contains(row, .surely) && !words.contains(row, .uncounted)
    if words.has(row, .uncounted), !isNearlyUncounted { return .uncounted }
    if words.contains(row, .net) { return .net }
    // "TOTAL (GST INCL)" is a total, "TOTAL INCLUDES GST" the tax in it.
    let includesTax = words.contains(row, .likely)
    if words[.taxTotal].contains(where: { word in
      row.key.has(word)
        && !(includesTax
          && words[.taxNames].contains { word.reversed().starts(with: $0.reversed()) || word.starts(with: $0) })
    }) {
      return .tax
    }
    if isTaxTotal(row, words) { return .tax }
    if isRounding || words.has(row, .adjusted) { return .total(6) }
    if words.has(row, .surely) { return .total(6) }
    // The word alone, with a sign of the currency and the amount.
    let rest = row.key.letters.count
    if words[.total].contains(where: { total in
      row.key.hasPrefix(total) && (rest == total.count || words.signs.contains { rest == total.count + $0.count })
    }) {
      return .total(5)
    }
    if words.has(row, .likely) { return .total(4) }
    return .total(3)
  }

  /// `TOTAL GST`, `GST 6% TOTAL`.
  private static func isTaxTotal(_ row: Row, _ words: Vocabulary) -> Bool {
    words[.taxNames].contains { tax in
      words[.total].contains { total in row.key.hasPrefix(total + tax) || row.key.hasPrefix(tax + total) }
    } && !words.contains(row, .likely)
  }

  private static func isTax(_ row: Row, _ words: Vocabulary) -> Bool {
    if words.has(row, .tax) { return true }
    let isNamed = words[.taxNames].contains { isWord($0, in: row) }
    if isNamed, row.folded.bytes.contains(UInt8(ascii: "%")) { return true }
    return words[.taxNames].contains { name in row.key.hasPrefix(name) || row.key.hasPrefix(Array("ADD".utf8) + name) }
  }

  private static func payment(_ row: Row, _ words: Vocabulary) -> RowClass {
    func hasOne(_ kind: WordKind) -> Bool {
      words[kind].contains { $0.count < 5 ? isWord($0, in: row) || row.key.hasPrefix($0) : row.key.has($0) }
    }
    if hasOne(.card) { return .card }
    if hasOne(.cash) { return .cash }
    if hasOne(.paid) { return .paid }
    if words[.balance].contains(where: { row.key.has($0) }) { return .change }
    return .other
  }
}
