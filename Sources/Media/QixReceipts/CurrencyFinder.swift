internal import QixKernel

/// Finds in which currency a receipt is.
struct CurrencyFinder {
  let rows: [Row]
  let classes: [RowClass]
  let words: Vocabulary
  let sums: TotalFinder.Found

  /// Signs of letters, and the currencies they may stand for. The codes of ISO 4217 stand for their own.
  private static let signs: [String: [String]] = [
    "RS": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"], "KR": ["SEK", "NOK", "DKK", "ISK"], "LEI": ["RON", "MDL"],
    "R": ["ZAR"], "SFR": ["CHF"], "FR": ["CHF", "XOF", "XAF"], "KC": ["CZK"], "ZL": ["PLN"], "FT": ["HUF"],
    "RP": ["IDR"], "DH": ["MAD", "AED"], "DHS": ["MAD", "AED"],
    "TL": ["TRY"], "LV": ["BGN"], "DIN": ["RSD"], "KM": ["BAM"], "LEK": ["ALL"], "HRN": ["UAH"], "GRN": ["UAH"],
    "ZT": ["PLN"], "ZLOTY": ["PLN"], "FORINT": ["HUF"], "DINAR": ["RSD"], "DINARA": ["RSD"], "BAHT": ["THB"],
    "YEN": ["JPY"], "WON": ["KRW"],
    "RM": ["MYR"], "EURO": ["EUR"], "EUROS": ["EUR"], "FRANKEN": ["CHF"], "FRANCHI": ["CHF"],
    "RUPEES": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"], "RUPEE": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"],
  ]

  /// Codes of ISO 4217 that are words in a language of receipts, too: by themselves they prove nothing.
  private static let ordinary: Set<String> = [
    "ALL", "ANG", "BAM", "BHD", "BOB", "COP", "CUP", "DOP", "GEL", "LAK", "MAD", "MOP", "PAB", "PEN", "RON", "SOS",
    "STN",
    "TOP", "TRY", "VES", "R", "FR", "FT", "LEI", "TL", "LV", "DIN", "KM", "LEK", "ZT", "DINAR",
  ]

  /// The confidence where two currencies are printed.
  private static let contradicted = 0.5

  /// Of a country of which one sign speaks: believed where the campaign's is the same, and else no proof.
  private static let guessed = 0.75
  private static let ofCountry = 0.92

  /// The currency whose sign is printed most often, and those that the same sign stands for: where another sign or the
  /// country says which of them it is, none. Without a sign the country's; nil where it isn't known either.
  func find() -> (Receipt.Field<Currency>?, others: [Currency]) {
    let country = CountryFinder(rows: rows, classes: classes).find()
    let beside = besideMoney()
    let foreign = converted(beside)
    let ofTotal = words.signs(in: rows.filter(isOfTotal))
    var counts = words.signs(in: rows).map { sign in
      Sign(
        currencies: sign.currencies, count: sign.count,
        isOfTotal: ofTotal.contains { $0.currencies == sign.currencies })
    }
    for sign in beside {
      // Signs that the locale has counted already stand in more rows.
      if counts.contains(where: { !Set($0.currencies).isDisjoint(with: sign.currencies) }) { continue }
      counts.append(sign)
    }
    counts.removeAll { foreign.isSuperset(of: $0.currencies) }
    // A sign of several says nothing against the one of them that is named elsewhere.
    for index in counts.indices where counts[index].currencies.count == 1 {
      let named = counts[index].currencies[0]
      for other in counts where other.currencies.count > 1 && other.currencies.contains(named) {
        counts[index].count += other.count
        counts[index].isOfTotal = counts[index].isOfTotal || other.isOfTotal
      }
    }
    func weight(_ sign: Sign) -> (Int, Int, Int) { (sign.isOfTotal ? 1 : 0, sign.count, -sign.currencies.count) }
    guard let best = counts.max(by: { weight($0) < weight($1) }) else {
      return (country.map { Receipt.Field($0.currency, confidence: $0.isSure ? Self.ofCountry : Self.guessed) }, [])
    }
    let isContradicted = counts.contains { sign in
      Set(sign.currencies).isDisjoint(with: best.currencies)
        && beside.contains { !Set($0.currencies).isDisjoint(with: sign.currencies) }
    }
    let sureCountry = country.flatMap { $0.isSure ? $0.currency : nil }
    let isCountrys = sureCountry.map(best.currencies.contains) ?? false
    // A country speaks against a sign, unless that stands beside the total; it makes one sure that is a word as well.
    let isDoubtful = sureCountry == nil ? !best.isSure : !isCountrys && !(best.isSure && best.isOfTotal)
    let sure = best.count > 1 ? 0.98 : isCountrys ? Self.ofCountry : 0.9
    let confidence = isContradicted || isDoubtful ? Self.contradicted : sure
    if let sureCountry, isCountrys { return (Receipt.Field(sureCountry, confidence: confidence), []) }
    return (Receipt.Field(best.currencies[0], confidence: confidence), Array(best.currencies.dropFirst()))
  }

  /// The currencies into which a total was only converted: a row says so or at which rate, or they stand beside an amount
  /// below the items that is neither the total nor a part of it nor what was paid.
  private func converted(_ beside: [Sign]) -> Set<Currency> {
    let ofTotal = Set(beside.filter(\.isOfTotal).flatMap(\.currencies))
    let converted = Set(beside.filter(\.isConverted).flatMap(\.currencies))
    let named = rows.filter { words.contains($0, .converted) }.flatMap { row in
      Self.printed(in: row).flatMap { sign($0.letters)?.currencies ?? [] }
        + words.signs(in: [row]).flatMap(\.currencies)
    }
    return converted.union(rows.flatMap(rated)).union(named).subtracting(ofTotal)
  }

  /// The currency of which a row says what one is worth: `1 EURO = 1.05150`.
  private func rated(_ row: Row) -> [Currency] {
    guard row.folded.bytes.contains(UInt8(ascii: "=")) else { return [] }
    return Self.printed(in: row).flatMap { word -> [Currency] in
      var before = row.folded.bytes[..<word.range.lowerBound]
      while before.last == 0x20 { before.removeLast() }
      let number = before.reversed().prefix { $0.isASCIIDigit || ".,".utf8.contains($0) }.filter(\.isASCIIDigit)
      let isOne = number.last == 0x31 && number.dropLast().allSatisfy { $0 == 0x30 }
      return isOne ? sign(word.letters)?.currencies ?? [] : []
    }
  }

  /// A sign of one currency or of several, and in how many rows it stands.
  private struct Sign {
    var currencies: [Currency]
    var count: Int
    /// Whether it is nothing but a sign.
    var isSure = true
    /// Whether it stands beside the total's amount.
    var isOfTotal = false
    /// Whether it stands beside an amount that nothing but a conversion explains.
    var isConverted = false
  }

  /// Signs of letters in the rows of totals and payments, in rows that have nothing but the sign and an amount, and before
  /// an amount in words. In a row of an item they may be a part of its name.
  private func besideMoney() -> [Sign] {
    let known = ([sums.total, sums.subtotal, sums.cash, sums.change, sums.card].compactMap(\.self) + sums.taxes).map(
      \.value)
    let first = rows.first { isMoney($0) && $0.amounts.contains { $0.value == sums.total?.value } }?.index ?? rows.count
    var found: [Sign] = []
    for row in rows {
      let isMoney = isMoney(row)
      for word in Self.printed(in: row) {
        guard let (sign, currencies) = sign(word.letters) else { continue }
        let isOrdinary = Self.ordinary.contains(sign)
        let isAlone = row.key.letters.elementsEqual(sign.utf8) && !row.amounts.isEmpty
        // A letter behind an amount tells of its tax.
        let isBeside = Self.stands(word.range, beside: row.amounts, onlyBefore: sign.count < 2)
        let isInWords = row.amounts.isEmpty && Self.begins(word.range, row, ending: words[.inWords])
        guard
          isAlone && !isOrdinary && (sign.count > 2 || isBeside) || isInWords
            || isMoney && (isBeside || sign.count > 2 && !isOrdinary)
        else {
          continue
        }
        let isKnown = row.amounts.isEmpty || row.amounts.contains { known.contains(abs($0.value)) }
        var entry = Sign(currencies: currencies, count: 1)
        entry.isSure = !isOrdinary || words.signs.contains(Array(sign.utf8))
        entry.isOfTotal = isOfTotal(row) || isAlone && row.amounts.contains { $0.value == sums.total?.value }
        entry.isConverted = !isKnown && (isMoney || row.index > first)
        guard let index = found.firstIndex(where: { $0.currencies == currencies }) else {
          found.append(entry)
          continue
        }
        found[index].count += 1
        found[index].isSure = found[index].isSure || entry.isSure
        found[index].isOfTotal = found[index].isOfTotal || entry.isOfTotal
        found[index].isConverted = found[index].isConverted || entry.isConverted
      }
    }
    return found
  }

  /// Whether a sign begins its row and a word for the end of an amount in words stands in it: `Rs. One hundred only`.
  private static func begins(_ word: Range<Int>, _ row: Row, ending words: [[UInt8]]) -> Bool {
    word.lowerBound < 3
      && row.folded.bytes.split { !$0.isCapital }.contains { word in
        words.contains { $0.elementsEqual(word) }
      }
  }

  private func isOfTotal(_ row: Row) -> Bool {
    isMoney(row) && row.amounts.contains { $0.value == sums.total?.value }
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
      guard word.count <= 7 else { continue }
      let sign = String(decoding: word, as: UTF8.self)
      if let codes = Self.signs[sign] { return (sign, codes.compactMap { Currency($0) }) }
      // The colón of El Salvador went in 2001; service is charged everywhere.
      if sign != "SVC", let currency = Currency(sign) { return (sign, [currency]) }
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
