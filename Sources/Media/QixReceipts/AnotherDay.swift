/// Days that a receipt names besides that of the purchase: until when a voucher is good, when something is delivered. Such a
/// one is all that is left where the purchase's own is folded away, and the words for it have no end. A till's own words
/// have: what stands beside a day in its row is one of them, or the day isn't sure.
extension Vocabulary {
  /// Whether a day may be another than that of the purchase.
  /// - Parameter range: of the day in its row; nil where it was found between blanks, beside its label.
  func isOfAnotherDay(_ row: Row, at range: Range<Int>?, among rows: [Row]) -> Bool {
    // Those of other languages where they are long: short ones stand in the middle of other words.
    if contains(row, .notDate) || otherDays.contains(where: { $0.count >= 6 && row.key.contains($0) }) { return true }
    guard let range else { return false }
    let bytes = row.folded.bytes
    let around = bytes[..<range.lowerBound] + [0x20] + bytes[range.upperBound...]
    let beside = Self.words(of: around)
    let isNamed = beside.contains { isOne(of: .person, $0) }
    if !isNamed, beside.contains(where: isForeign) { return true }
    let neighbours = [row.index - 1, row.index + 1].filter(rows.indices.contains).map { rows[$0] }
    let above = neighbours.first.flatMap { $0.index < row.index ? $0 : nil }
    if let above, saysAnotherDay(above) { return true }
    if has(row, .date) || beside.contains(where: { isOne(of: .date, $0) }) { return false }
    if let above, isLabelOfAnother(above) { return true }
    // Without any number in its row it may be any day's; a till that prints it so has the time above or below it.
    let isAlone = !around.contains(where: \.isASCIIDigit)
    return isAlone && !neighbours.contains { DateScanner.time(in: $0.folded) != nil }
  }

  /// Runs of capitals; a word of letters with a few digits among them was misread: `N0TTE`.
  private static func words(of bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    bytes.split { !$0.isWordCharacter }.flatMap { word -> [[UInt8]] in
      let digits = word.count(where: \.isASCIIDigit)
      guard digits > 0, digits * 2 < word.count else { return word.split { !$0.isCapital }.map { Array($0) } }
      let letters: [UInt8: UInt8] = [0x30: 0x4F, 0x31: 0x49, 0x35: 0x53, 0x38: 0x42]
      return word.map { letters[$0] ?? $0 }.split { !$0.isCapital }.map { Array($0) }
    }
  }

  private func isForeign(_ word: [UInt8]) -> Bool {
    word.count >= 3
      && ![.besideDate, .person, .date, .receipt, .till, .taxNumber, .taxNames].contains { isOne(of: $0, word) }
  }

  private func isOne(of kind: WordKind, _ word: [UInt8]) -> Bool {
    self[kind].contains { $0 == word || Self.isMisread($0, as: word) }
  }

  /// Whether one letter was put in or left out, of four or more, or changed, of five or more: RATA is another word than
  /// DATA.
  private static func isMisread(_ word: [UInt8], as read: [UInt8]) -> Bool {
    guard abs(word.count - read.count) <= 1, min(word.count, read.count) >= (word.count == read.count ? 5 : 4) else {
      return false
    }
    var (left, right) = (word[...], read[...])
    while let first = left.first, first == right.first { (left, right) = (left.dropFirst(), right.dropFirst()) }
    while let last = left.last, last == right.last { (left, right) = (left.dropLast(), right.dropLast()) }
    return max(left.count, right.count) <= 1
  }

  /// Whether a row, or a word of it, begins with a word for another day, in whichever language, and it has no number of
  /// its own.
  private func saysAnotherDay(_ row: Row) -> Bool {
    guard !row.folded.bytes.contains(where: \.isASCIIDigit) else { return false }
    let printed = row.folded.bytes.split { !$0.isCapital }
    return otherDays.contains { word in row.key.hasPrefix(word) || printed.contains { $0.starts(with: word) } }
  }

  /// Whether a row is a label, of something that a till doesn't print beside its day.
  private func isLabelOfAnother(_ row: Row) -> Bool {
    let bytes = row.folded.bytes
    return bytes.last { $0 != 0x20 } == UInt8(ascii: ":")
      && bytes.split { !$0.isCapital }.contains { isForeign(Array($0)) }
  }
}
