internal import QixKernel

/// Finds in which currency a receipt is.
struct CurrencyFinder {
  let rows: [Row]
  let classes: [RowClass]
  let words: Vocabulary

  /// Signs of letters, and the currencies they may stand for. The codes of ISO 4217 stand for their own.
  private static let signs: [String: [String]] = [
    "RS": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"], "KR": ["SEK", "NOK", "DKK", "ISK"], "LEI": ["RON", "MDL"],
    "R": ["ZAR"], "SFR": ["CHF"], "FR": ["CHF", "XOF", "XAF"], "KC": ["CZK"], "ZL": ["PLN"], "FT": ["HUF"],
    "RP": ["IDR"], "DH": ["MAD", "AED"], "DHS": ["MAD", "AED"],
    "TL": ["TRY"], "LV": ["BGN"], "DIN": ["RSD"], "KM": ["BAM"], "LEK": ["ALL"], "HRN": ["UAH"], "GRN": ["UAH"],
    "ZT": ["PLN"], "ZLOTY": ["PLN"], "FORINT": ["HUF"], "DINAR": ["RSD"], "DINARA": ["RSD"], "BAHT": ["THB"],
    "YEN": ["JPY"], "WON": ["KRW"],
    "RM": ["MYR"], "EURO": ["EUR"], "EUROS": ["EUR"],
  ]

  /// Codes of ISO 4217 that are words in a language of receipts, too: by themselves they prove nothing.
  private static let ordinary: Set<String> = [
    "ALL", "ANG", "BAM", "BHD", "BOB", "COP", "CUP", "DOP", "GEL", "LAK", "MAD", "MOP", "PAB", "PEN", "RON", "SOS",
    "STN",
    "TOP", "TRY", "VES", "R", "FR", "FT", "LEI", "TL", "LV", "DIN", "KM", "LEK", "ZT", "DINAR",
  ]

  /// The confidence where two currencies are printed.
  private static let contradicted = 0.5

  /// The currency whose sign is printed most often, and those that the same sign stands for: where another sign says
  /// which of them it is, none. Nil where no sign is printed.
  func find() -> (Field<Currency>?, others: [Currency]) {
    var counts = words.signs(in: rows).map { (currencies: $0.currencies, count: $0.count, isSure: true) }
    for sign in besideMoney() {
      // Signs that the locale has counted already stand in more rows.
      if counts.contains(where: { !Set($0.currencies).isDisjoint(with: sign.currencies) }) { continue }
      counts.append(sign)
    }
    // A sign of several says nothing against the one of them that is named elsewhere.
    for index in counts.indices where counts[index].currencies.count == 1 {
      let named = counts[index].currencies[0]
      for other in counts where other.currencies.count > 1 && other.currencies.contains(named) {
        counts[index].count += other.count
      }
    }
    guard let best = counts.max(by: { ($0.count, -$0.currencies.count) < ($1.count, -$1.currencies.count) }) else {
      return (nil, [])
    }
    let printed = counts.filter { Set($0.currencies).isDisjoint(with: best.currencies) }
    let isContradicted = !best.isSure || printed.contains { isMoney($0.currencies) }
    let confidence = isContradicted ? Self.contradicted : best.count > 1 ? 0.98 : 0.9
    return (Field(best.currencies[0], confidence: confidence), Array(best.currencies.dropFirst()))
  }

  /// Whether one of them is named beside what was to be paid, or was paid.
  private func isMoney(_ currencies: [Currency]) -> Bool {
    besideMoney().contains { !Set($0.currencies).isDisjoint(with: currencies) }
  }

  /// Signs of letters in the rows of totals and payments, and in rows that have nothing but the sign and an amount. In a
  /// row of an item they may be a part of its name.
  private func besideMoney() -> [(currencies: [Currency], count: Int, isSure: Bool)] {
    var found: [(currencies: [Currency], count: Int, isSure: Bool)] = []
    for row in rows {
      let isMoney = isMoney(row)
      for word in Self.printed(in: row) {
        guard let (sign, currencies) = sign(word.letters) else { continue }
        let isOrdinary = Self.ordinary.contains(sign)
        let isAlone = row.key.letters.elementsEqual(sign.utf8) && !row.amounts.isEmpty
        // A letter behind an amount tells of its tax.
        let isBeside = Self.stands(word.range, beside: row.amounts, onlyBefore: sign.count < 2)
        guard
          isAlone && !isOrdinary && (sign.count > 2 || isBeside)
            || isMoney && (isBeside || sign.count > 2 && !isOrdinary)
        else {
          continue
        }
        let isSure = !isOrdinary || words.signs.contains(Array(sign.utf8))
        if let index = found.firstIndex(where: { $0.currencies == currencies }) {
          found[index].count += 1
          if isSure { found[index].isSure = true }
        } else {
          found.append((currencies, 1, isSure))
        }
      }
    }
    return found
  }

  private func isMoney(_ row: Row) -> Bool {
    switch classes[row.index] {
    case .total, .subtotal, .net, .cash, .card, .paid, .change: true
    default: false
    }
  }

  /// The currency of a printed word, also where the word for the total is glued to it.
  private func sign(_ letters: [UInt8]) -> (sign: String, currencies: [Currency])? {
    let labels = (words[.total] + [Array("TOTAL".utf8)]).filter { letters.starts(with: $0) }
    for word in [letters] + labels.map({ Array(letters.dropFirst($0.count)) }) {
      guard word.count <= 5 else { continue }
      let sign = String(decoding: word, as: UTF8.self)
      if let codes = Self.signs[sign] { return (sign, codes.compactMap { Currency($0) }) }
      if let currency = Currency(sign) { return (sign, [currency]) }
    }
    return nil
  }

  /// The runs of letters, with their places.
  private static func printed(in row: Row) -> [(letters: [UInt8], range: Range<Int>)] {
    row.folded.bytes.split { !$0.isCapital }.map { (Array($0), $0.startIndex..<$0.endIndex) }
  }

  /// Whether nothing but marks and blanks stands between a word and an amount.
  private static func stands(_ word: Range<Int>, beside amounts: [Amount], onlyBefore: Bool) -> Bool {
    amounts.contains { amount in
      let before = amount.range.lowerBound - word.upperBound
      let behind = word.lowerBound - amount.range.upperBound
      return (0...3).contains(before) || !onlyBefore && (0...3).contains(behind)
    }
  }
}
