internal import QixKernel

/// Finds what was bought, line by line, above the totals.
struct ItemFinder {
  let rows: [Row]
  let classes: [RowClass]
  let words: Vocabulary
  let merchantRow: Int?

  /// - Returns: items in their order; a discount is an item of a negative amount.
  func find() -> [Item] {
    let end =
      classes.indices.first { index in
        switch classes[index] {
        case .total, .subtotal, .net, .cash, .summary: !rows[index].amounts.isEmpty || classes[index] == .summary
        default: false
        }
      } ?? rows.count
    // A header that is cropped away leaves an item on top.
    let above = merchantRow ?? -1
    let start =
      (rows.indices.first { index in
        // "COLA QTY 3 4.47" is an item, and no row of headings.
        words.hasWord(rows[index], .columns) && rows[index].amounts.isEmpty && index > above && index < end
      } ?? above) + 1
    guard start < end else { return [] }
    var items: [Item] = []
    var leading: [Int: Int64] = [:]
    // A row of text alone may name what the next row prices.
    var name: (text: String, row: Int)?
    var gtin: String?
    // A quantity and a price by themselves, above or below what they belong to: "2.000 BUC x 3.50".
    var measure: (is: Measure, name: String?, row: Row)?
    // An amount that isn't printed is computed from both, and uncertain.
    func flush() {
      if let measure, let name = measure.name {
        items.append(
          Item(
            text: name, quantity: measure.is.quantity, unitPrice: measure.is.price, amount: measure.is.amount,
            confidence: rounded(measure.row.confidence * 0.7), place: measure.row.box))
      }
      measure = nil
    }
    for row in rows[start..<end] {
      let isSkipped =
        switch classes[row.index] {
        case .other, .discount: false
        default: true
        }
      guard !isSkipped else { continue }
      let found = Self.gtin(in: row)
      if let found { gtin = found }
      guard let last = row.amounts.last else {
        let text = Self.text(row, [], gtin: found)
        if text.unicodeScalars.count(where: { $0.properties.isAlphabetic }) >= 3 { name = (text, row.index) }
        continue
      }
      let isMeasure = Measure.isAlone(in: row)
      if isMeasure, let found = Measure(row, amount: last.value) {
        if let index = items.indices.last, items[index].unitPrice == nil,
          Self.fits(found.quantity, found.price, items[index].amount)
        {
          (items[index].quantity, items[index].unitPrice) = (found.quantity, found.price)
          name = nil
        } else {
          flush()
          measure = (found, name.flatMap { row.index - $0.row <= 2 ? $0.text : nil }, row)
          name = nil
        }
        continue
      }
      var (quantity, unitPrice) = Self.quantity(row, amount: last.value)
      if let above = measure?.is, Self.fits(above.quantity, above.price, last.value) {
        (quantity, unitPrice) = (above.quantity, above.price)
        name = name ?? measure?.name.map { ($0, row.index - 1) }
        measure = nil
      }
      flush()
      var text = isMeasure ? "" : Self.text(row, row.amounts, gtin: found)
      if text.unicodeScalars.count(where: { $0.properties.isAlphabetic }) < 3 {
        guard let above = name, row.index - above.row <= 2 else { continue }
        text = above.text
      }
      name = nil
      let source = row.source(of: last.range)
      let value = classes[row.index] == .discount ? -abs(last.value) : last.value
      // Quantity times price is the amount: both are read right.
      let isChecked = unitPrice.map { Self.fits(quantity, $0, last.value) } ?? false
      let pieces = isChecked ? .none : Pieces(row)
      // A quantity times a price that isn't the amount: one of them was misread.
      let isOff = isMeasure && !isChecked
      if case .named(let count) = pieces { quantity = count * 1_000 } else if !isChecked { quantity = 1_000 }
      if case .perhaps(let count) = pieces { leading[items.count] = count }
      items.append(
        Item(
          text: Pieces.without(text, pieces), quantity: quantity, unitPrice: isChecked ? unitPrice : nil,
          amount: value, gtin: gtin, confidence: rounded(source.confidence * (isChecked ? 0.98 : isOff ? 0.7 : 0.9)),
          place: row.box, kind: kind(of: row)))
      gtin = nil
    }
    flush()
    Pieces.settle(leading, in: &items)
    return items
  }

  private func kind(of row: Row) -> Item.Kind {
    // A discount, a voucher or a share of the price: nothing that was given back.
    if let last = row.amounts.last, last.value < 0 || classes[row.index] == .discount {
      let isMoneyOff =
        classes[row.index] == .discount || words.hasWord(row, .moneyOff) || row.folded.bytes.contains(0x25)
      return isMoneyOff ? .moneyOff : words.says(row, .deposit) ? .deposit : .goods
    }
    return words.says(row, .noGoods) ? .noGoods : words.says(row, .deposit) ? .deposit : .goods
  }

  static func fits(_ quantity: Int64, _ price: Int64, _ amount: Int64) -> Bool {
    abs(price * quantity - amount * 1_000) <= 1_000
  }

  /// A quantity and a price of one whose product is the amount: `2 X 3.50 7.00`, `0.350 kg`, `3 @ 1.20`.
  private static func quantity(_ row: Row, amount: Int64) -> (Int64, Int64?) {
    let numbers = Self.numbers(row.folded.bytes)
    for price in row.amounts.dropLast().map(\.value) where price > 0 && price < 1_000_000_000 {
      for number in numbers where fits(number, price, amount) && number % 1_000 == 0 { return (number, price) }
    }
    for price in row.amounts.dropLast().map(\.value) where price > 0 && price < 1_000_000_000 {
      for number in numbers where fits(number, price, amount) { return (number, price) }
    }
    return (1_000, nil)
  }

  /// Numbers that may be quantities, in thousandths, below a thousand.
  static func numbers(_ bytes: [UInt8]) -> [Int64] {
    var numbers: [Int64] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index].isASCIIDigit, index == 0 || !bytes[index - 1].isWordCharacter else {
        index += 1
        continue
      }
      var (value, decimals, isFraction): (Int64, Int, Bool) = (0, 0, false)
      while index < bytes.count {
        if bytes[index].isASCIIDigit {
          value = min(value * 10 + Int64(bytes[index] - 0x30), 1_000_000_000)
          if isFraction { decimals += 1 }
        } else if !isFraction, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") {
          isFraction = true
        } else {
          break
        }
        index += 1
      }
      guard decimals <= 3, value > 0, value < 1_000_000 else { continue }
      let thousandths = value * [1_000, 100, 10, 1][decimals]
      if thousandths < 1_000_000 { numbers.append(thousandths) }
    }
    return numbers
  }

  /// A number of 8, 12, 13 or 14 digits whose check digit is right (GS1 General Specifications, 7.9).
  static func gtin(in row: Row) -> String? {
    for digits in row.folded.bytes.split(whereSeparator: { !$0.isWordCharacter }) {
      guard [8, 12, 13, 14].contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { continue }
      var sum = 0
      for (place, digit) in digits.reversed().enumerated() { sum += Int(digit - 0x30) * (place % 2 == 1 ? 3 : 1) }
      // A date of eight digits now and then has a right check digit, too.
      if sum % 10 == 0, digits.count != 8 || !digits.starts(with: Array("20".utf8)),
        digits.contains(where: { $0 != 0x30 })
      {
        return String(decoding: digits, as: UTF8.self)
      }
    }
    return nil
  }

  /// The row without its amounts, its GTIN and the numbers before and behind its words.
  private static func text(_ row: Row, _ amounts: [Amount], gtin: String?) -> String {
    let scalars = Array(row.text.unicodeScalars)
    var kept: [Unicode.Scalar] = []
    for index in scalars.indices {
      kept.append(amounts.contains { $0.range.contains(index) } ? " " : scalars[index])
    }
    var parts = String(String.UnicodeScalarView(kept)).split(separator: " ").map { String($0) }
    if let gtin { parts.removeAll { $0.contains(gtin) } }
    func isWord(_ part: String) -> Bool { part.unicodeScalars.count { $0.properties.isAlphabetic } >= 2 }
    while let first = parts.first, !isWord(first) { parts.removeFirst() }
    func isMark(_ part: String) -> Bool {
      part.unicodeScalars.count == 1 || !part.unicodeScalars.contains { $0.properties.isAlphabetic }
    }
    while let last = parts.last, isMark(last) || ["RM", "SR", "ZRL", "EUR", "LEI", "PCS", "UNIT"].contains(last) {
      parts.removeLast()
    }
    return parts.joined(separator: " ")
  }
}
