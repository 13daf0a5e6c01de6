/// Finds the numbers that a receipt names itself, its till and its merchant by.
struct DetailFinder {
  let rows: [Row]
  let words: Vocabulary

  /// The text behind a label, or alone in the row below it.
  private func value(
    behind kind: WordKind, accepts: ([UInt8]) -> Bool, skipping: (Row) -> Bool = { _ in false }
  ) -> Receipt.Field<String>? {
    // Long labels first: "RECEIPT NO" says more than "RECEIPT".
    let labels = words[kind].sorted { $0.count > $1.count }
    for label in labels {
      for row in rows where !skipping(row) {
        guard let end = Self.end(of: label, in: row.folded.bytes) else { continue }
        if let (range, text) = Self.token(row, from: end, accepts: accepts) {
          let source = row.source(of: range)
          return Receipt.Field(text, confidence: rounded(0.9 * source.confidence), place: source.box)
        }
      }
    }
    return nil
  }

  /// Returns the end of a label in a row, whatever marks and blanks lie within; it begins with a printed word.
  static func end(of label: [UInt8], in text: [UInt8]) -> Int? {
    for start in text.indices where text[start] == label[0] && (start == 0 || !text[start - 1].isWordCharacter) {
      var (index, place) = (start, 0)
      while index < text.count, place < label.count {
        if text[index] == label[place] { place += 1 } else if text[index].isWordCharacter { break }
        index += 1
      }
      guard place == label.count else { continue }
      // Short labels are words of their own.
      if label.count < 5, index < text.count, text[index].isCapital { continue }
      return index
    }
    return nil
  }

  /// The first word behind a place that is accepted, past marks and words such as `NO`.
  private static func token(
    _ row: Row, from start: Int, accepts: ([UInt8]) -> Bool
  ) -> (Range<Int>, String)? {
    let (bytes, scalars) = (row.folded.bytes, Array(row.text.unicodeScalars))
    var index = start
    while index < bytes.count {
      while index < bytes.count, !bytes[index].isWordCharacter { index += 1 }
      let first = index
      while index < bytes.count, bytes[index].isWordCharacter || "-/.".utf8.contains(bytes[index]) { index += 1 }
      guard first < index else { return nil }
      var end = index
      while end > first, !bytes[end - 1].isWordCharacter { end -= 1 }
      let token = Array(bytes[first..<end])
      if accepts(token) { return (first..<end, String(String.UnicodeScalarView(scalars[first..<end]))) }
      guard token.count <= 8, !token.contains(where: \.isASCIIDigit) else { return nil }
    }
    return nil
  }

  func taxNumber() -> Receipt.Field<String>? {
    value(behind: .taxNumber) { $0.count(where: \.isASCIIDigit) >= 6 && $0.count <= 20 }
  }

  func transaction() -> Receipt.Field<String>? {
    value(behind: .receipt) { token in
      token.count(where: \.isASCIIDigit) >= 3 && token.count <= 30 && !Self.isDate(token)
    }
  }

  func till() -> Receipt.Field<String>? {
    value(behind: .till) { token in
      token.contains(where: \.isASCIIDigit) && token.count <= 8 && !Self.isDate(token)
    } skipping: { row in
      // "REG" and "NO" stand in numbers of registers and taxes, too.
      words.has(row, .taxNumber) || row.folded.bytes.count(where: \.isASCIIDigit) > 24
    }
  }

  private static func isDate(_ token: [UInt8]) -> Bool {
    token.count { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") } >= 2
  }

  /// The numbers of rows that tell of the shop and of nothing that was bought: its taxes, its address, its
  /// telephones, its tills.
  func shopNumbers(of receipt: Receipt) -> [String] {
    let purchase = [receipt.date?.place, receipt.time?.place, receipt.transaction?.place, receipt.total?.place]
      .compactMap(\.self)
    let shop = [receipt.merchant?.place, receipt.firm?.place, receipt.address?.place, receipt.taxNumber?.place]
      .compactMap(\.self)
    var numbers: Set<String> = []
    for row in rows where row.amounts.isEmpty {
      for word in row.words where !purchase.contains(where: { $0.overlaps(word.box) }) {
        let isShop =
          shop.contains { $0.overlaps(word.box) } || words.has(row, .taxNumber) || words.hasWord(row, .till)
          || words.isTelephone(row)
        if isShop { Receipt.numbers(in: word.text, &numbers) }
      }
    }
    return numbers.sorted().prefix(100).map(\.self)
  }
}

extension Box {
  /// Whether half of the other's height lies beside this, and they share a column.
  fileprivate func overlaps(_ other: Box) -> Bool {
    let across = min(x + width, other.x + other.width) - max(x, other.x)
    let down = min(y + height, other.y + other.height) - max(y, other.y)
    return across > 0 && 2 * down > other.height
  }
}
