/// Days that a receipt names besides that of the purchase: until when a voucher is good, when something is delivered. Such a
/// one is all that is left where the purchase's own is folded away, and the words for it have no end. A till's own words
/// have: what stands beside a day in its row is one of them, or the day isn't sure.
extension Vocabulary {
  /// Whether a day may be another than that of the purchase.
  /// - Parameter range: of the day in its row; nil where it was found between blanks, beside its label.
  func isOfAnotherDay(_ row: Row, at range: Range<Int>?, among rows: [Row]) -> Bool {
    if contains(row, .notDate) { return true }
    guard let range else { return false }
    let bytes = row.folded.bytes
    let around = [bytes[..<range.lowerBound], bytes[range.upperBound...]].joined(separator: [0x20])
    let beside = around.split { !$0.isCapital }.map { Array($0) }
    let isNamed = beside.contains { isOne(of: .person, $0) }
    if !isNamed, beside.contains(where: isForeign) { return true }
    if has(row, .date) || beside.contains(where: { isOne(of: .date, $0) }) { return false }
    let neighbours = [row.index - 1, row.index + 1].filter(rows.indices.contains).map { rows[$0] }
    if let above = neighbours.first, above.index < row.index, saysAnotherDay(above) || isLabelOfAnother(above) {
      return true
    }
    // Without any number in its row it may be any day's; a till that prints it so has the time above or below it.
    let isAlone = !around.contains(where: \.isASCIIDigit)
    return isAlone && !neighbours.contains { DateScanner.time(in: $0.folded) != nil }
  }

  private func isForeign(_ word: [UInt8]) -> Bool {
    word.count >= 3
      && ![.besideDate, .person, .date, .receipt, .till, .taxNumber, .taxNames].contains { isOne(of: $0, word) }
  }

  /// Also with a letter misread, of four or more.
  private func isOne(of kind: WordKind, _ word: [UInt8]) -> Bool {
    self[kind].contains { $0 == word || $0.count >= 4 && word.count >= 4 && Self.differ(word, $0, atMost: 1) }
  }

  /// Whether one of two words becomes the other by that many letters that are changed, put in or left out.
  private static func differ(_ one: [UInt8], _ other: [UInt8], atMost most: Int) -> Bool {
    guard abs(one.count - other.count) <= most else { return false }
    var (left, right) = (one[...], other[...])
    while let first = left.first, first == right.first { (left, right) = (left.dropFirst(), right.dropFirst()) }
    while let last = left.last, last == right.last { (left, right) = (left.dropLast(), right.dropLast()) }
    return max(left.count, right.count) <= most
  }

  /// Whether a row begins with a word for another day, or has one of four letters or more, and no day of its own.
  private func saysAnotherDay(_ row: Row) -> Bool {
    guard !row.folded.bytes.contains(where: \.isASCIIDigit) else { return false }
    let printed = row.folded.bytes.split { !$0.isCapital }
    return self[.notDate].contains { word in
      row.key.hasPrefix(word) || word.count >= 4 && printed.contains { $0.starts(with: word) }
    }
  }

  /// Whether a row is a label, of something that a till doesn't print beside its day.
  private func isLabelOfAnother(_ row: Row) -> Bool {
    let bytes = row.folded.bytes
    return bytes.last { $0 != 0x20 } == UInt8(ascii: ":")
      && bytes.split { !$0.isCapital }.contains { isForeign(Array($0)) }
  }
}
