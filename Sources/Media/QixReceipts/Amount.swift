/// An amount of money as it is printed, in the currency's smallest units, and where in its row.
struct Amount: Sendable, Hashable {
  var value: Int64
  var range: Range<Int>
}

extension Amount {
  /// All amounts of a row: digits, a point or a comma, and two digits that end there. Groups of thousands are taken by
  /// commas or points; letters that look like digits are digits between them.
  /// - Parameter signs: of currencies, in capitals, which may stand before or behind without a space.
  static func all(in text: FoldedText, signs: [[UInt8]]) -> [Amount] {
    let text = mended(text.bytes, signs: signs)
    var amounts: [Amount] = []
    var index = 0
    while index < text.count {
      if let (amount, end) = amount(in: text, at: index) {
        amounts.append(amount)
        index = end
      } else {
        index += 1
      }
    }
    return amounts
  }

  private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") }

  /// Characters that can't stand before an amount: it would be the tail of a date, a time, a number with three decimals.
  private static func isTail(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || isMark(byte)
      || [UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "%"), UInt8(ascii: "-")]
        .contains(byte)
  }

  /// Whether it may be the end of a larger one whose thousands are parted by a blank: `1 308,90`, or one piece of 308,90.
  func mayLackThousands(in text: FoldedText) -> Bool {
    let bytes = text.bytes
    let before = bytes[..<range.lowerBound]
    guard bytes[range].prefix(while: \.isASCIIDigit).count == 3, before.last == 0x20 else { return false }
    let group = before.dropLast().reversed().prefix(while: \.isASCIIDigit).count
    let rest = before.dropLast(1 + group).last
    return (1...3).contains(group) && rest.map { !Self.isTail($0) && !$0.isWordCharacter } ?? true
  }

  private static func amount(in text: [UInt8], at start: Int) -> (Amount, end: Int)? {
    if start > 0, isTail(text[start - 1]) || text[start - 1] == UInt8(ascii: "'") { return nil }
    var index = start
    func at(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }
    func isBlank(_ index: Int) -> Bool { at(index) == 0x20 }
    // Apostrophes as in Switzerland.
    func isGroup(_ byte: UInt8) -> Bool { isMark(byte) || byte == UInt8(ascii: "'") }
    var isNegative = false
    if at(index) == UInt8(ascii: "-") {
      isNegative = true
      index += 1
      if isBlank(index) { index += 1 }
    }
    let first = index
    var value: Int64 = 0
    var digits = 0
    while at(index).isASCIIDigit {
      value = min(value * 10 + Int64(at(index) - 0x30), 1_000_000_000_000)
      digits += 1
      index += 1
    }
    if digits == 0 {
      // ".50"
      guard at(index) == UInt8(ascii: "."), !isNegative || index == first else { return nil }
    } else {
      guard digits <= 6 else { return nil }
      let ownDigits = digits
      if ownDigits <= 2 {
        // Lakhs and crores, as in India: groups of two before the last of three.
        while isGroup(at(index)), at(index + 1).isASCIIDigit, at(index + 2).isASCIIDigit, isGroup(at(index + 3)),
          at(index + 4).isASCIIDigit, at(index + 5).isASCIIDigit, digits < 6
        {
          value = value * 100 + Int64(at(index + 1) - 0x30) * 10 + Int64(at(index + 2) - 0x30)
          digits += 2
          index += 3
        }
      }
      if ownDigits <= 3 {
        // Groups of three, all by one mark, and another mark before the decimals.
        while isGroup(at(index)), at(index + 1).isASCIIDigit, at(index + 2).isASCIIDigit, at(index + 3).isASCIIDigit,
          isGroup(at(index + 4)), digits < 9
        {
          value = value * 1_000 + Int64(at(index + 1) - 0x30) * 100 + Int64(at(index + 2) - 0x30) * 10
          value += Int64(at(index + 3) - 0x30)
          digits += 3
          index += 4
        }
      }
      if isBlank(index), isMark(at(index + 1)) { index += 1 }
    }
    guard isMark(at(index)) else { return nil }
    index += 1
    if digits > 0, isBlank(index) { index += 1 }
    guard at(index).isASCIIDigit, at(index + 1).isASCIIDigit else { return nil }
    value = value * 100 + Int64(at(index) - 0x30) * 10 + Int64(at(index + 1) - 0x30)
    index += 2
    let next = at(index)
    if next.isASCIIDigit || next == UInt8(ascii: "/") || next == UInt8(ascii: ":") { return nil }
    if isMark(next), at(index + 1).isASCIIDigit { return nil }
    if next == UInt8(ascii: "%") || isBlank(index) && at(index + 1) == UInt8(ascii: "%") { return nil }
    // "3.20-": a minus behind.
    if next == UInt8(ascii: "-"), !at(index + 1).isWordCharacter { isNegative = true }
    return (Amount(value: isNegative ? -value : value, range: start..<index), index)
  }

  /// A row that must have an amount, and whose decimal point was lost or misread: `21 20`, `37:10`, `-001` at its end.
  static func loose(in text: FoldedText, signs: [[UInt8]]) -> Amount? {
    let text = mended(text.bytes, signs: signs).map { $0 == UInt8(ascii: "O") ? UInt8(ascii: "0") : $0 }
    var end = text.count
    while end > 0, !text[end - 1].isASCIIDigit {
      // A letter or two behind say which tax it has.
      guard text.count - end < 4 else { return nil }
      end -= 1
    }
    func digits(before end: Int) -> Int {
      var start = end
      while start > 0, text[start - 1].isASCIIDigit { start -= 1 }
      return start
    }
    func number(_ range: Range<Int>) -> Int64 { text[range].reduce(0) { $0 * 10 + Int64($1 - 0x30) } }
    let cents = digits(before: end)
    if end - cents == 3, text[cents] == 0x30 {
      guard cents == 0 || !isMark(text[cents - 1]) else { return nil }
      return Amount(value: number(cents..<end), range: cents..<end)
    }
    guard end - cents == 2 else { return nil }
    var mark = cents
    while mark > 0, ".:,; ".utf8.contains(text[mark - 1]), cents - mark < 2 { mark -= 1 }
    let units = digits(before: mark)
    guard mark < cents, (1...5).contains(mark - units), units == 0 || text[units - 1] != UInt8(ascii: ":") else {
      return nil
    }
    return Amount(value: number(units..<mark) * 100 + number(cents..<end), range: units..<end)
  }

  /// The text, byte for byte, without signs of currencies, and with digits where letters were read for them.
  private static func mended(_ bytes: [UInt8], signs: [[UInt8]]) -> [UInt8] {
    var text = bytes
    for index in text.indices where text[index] == UInt8(ascii: "$") { text[index] = 0x20 }
    for sign in signs where !sign.isEmpty && text.count >= sign.count {
      for start in 0...(text.count - sign.count) where text[start] == sign[0] {
        let end = start + sign.count
        guard text[start..<end].elementsEqual(sign) else { continue }
        // A sign is no part of a word, but digits may touch it, and what is glued to its front is most often a word.
        if end < text.count, text[end].isCapital, text[end] != UInt8(ascii: "O") { continue }
        for index in start..<end { text[index] = 0x20 }
      }
    }
    func at(_ index: Int) -> UInt8 { text.indices.contains(index) ? text[index] : 0x20 }
    func isDigitOrMark(_ byte: UInt8) -> Bool { byte.isASCIIDigit || isMark(byte) }
    for index in text.indices {
      let (before, after) = (at(index - 1), at(index + 1))
      switch text[index] {
      case UInt8(ascii: "O"):
        if isDigitOrMark(before), isDigitOrMark(after) || !after.isWordCharacter || after == UInt8(ascii: "O") {
          text[index] = UInt8(ascii: "0")
        } else if !before.isWordCharacter, isMark(after), at(index + 2).isASCIIDigit {
          text[index] = UInt8(ascii: "0")
        }
      case UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "|"):
        if isDigitOrMark(before), after.isASCIIDigit || !after.isWordCharacter {
          text[index] = UInt8(ascii: "1")
        } else if !before.isWordCharacter {
          // Digits, a mark and two digits: it begins an amount.
          var end = index + 1
          while at(end).isASCIIDigit { end += 1 }
          if isMark(at(end)), at(end + 1).isASCIIDigit, at(end + 2).isASCIIDigit { text[index] = UInt8(ascii: "1") }
        }
      case UInt8(ascii: "S"):
        if before.isASCIIDigit, isMark(after), at(index + 2).isASCIIDigit {
          text[index] = UInt8(ascii: "5")
        } else if before.isASCIIDigit, isMark(at(index - 2)), !after.isWordCharacter {
          text[index] = UInt8(ascii: "5")
        } else if !before.isWordCharacter, after.isASCIIDigit {
          // It was a dollar's sign.
          text[index] = 0x20
        }
      case UInt8(ascii: "B"):
        if before.isASCIIDigit, isMark(at(index - 2)), !after.isWordCharacter { text[index] = UInt8(ascii: "8") }
      default: break
      }
    }
    return text
  }
}
