/// Puts a shop's name together, which may run over two rows, and mends the letters of it that readers get wrong.
extension MerchantFinder {
  func whole(_ pick: Row, _ header: [Row]) -> (name: String, rows: [Int]) {
    var name = Self.withoutRegistration(pick.text)
    var used = [pick.index]
    let trades = Set(words[.business] + words[.tails])
    func at(_ index: Int) -> Row? { header.first { $0.index == index } }
    func isPart(_ row: Row?) -> Row? {
      guard let row, !isAddress(row), !words.has(row, .noise), !words.has(row, .formerly) else { return nil }
      return row
    }
    let above = isPart(at(pick.index - 1)).flatMap { row in
      FoldedText(row.text).bytes.count(where: \.isCapital) >= 3 ? row : nil
    }
    if let above, !isSmall(above) {
      let core = coreWords(Self.withMalaysianForm(name))
      let isTail = core.isEmpty || core.count <= 2 && core.first.map { words[.tails].contains($0) } == true
      let continues = above.text.last == "&" || above.text.hasSuffix(" and") || above.text.hasSuffix(" AND")
      // withoutRegistration takes marks off its front.
      let opens = pick.text.first == "&"
      let opened = above.text.contains("(") && !above.text.contains(")") && name.contains(")")
      let trade = coreWords(above.text)
      let isTrade = !trade.isEmpty && !isLegal(above) && trade.allSatisfy(trades.contains)
      if isTail && !isLegal(above) || isTrade || continues || opens || opened {
        name = Self.withoutRegistration(above.text, keepsEnd: true) + (opens ? " & " : " ") + name
        used.insert(above.index, at: 0)
      }
    }
    if let below = isPart(at(pick.index + 1)) {
      let text = Self.withoutRegistration(below.text)
      let isOnlyTail = coreWords(text).isEmpty && !text.isEmpty
      let continues = pick.text.last == "&" || pick.text.last == "," || text.first == "&"
      let isOpen = name.contains("(") && !name.contains(")") && text.contains(")")
      let (core, next) = (coreWords(name), coreWords(text))
      // A word of the trade begins the name, or ends it.
      let isTrade = !core.isEmpty && core.allSatisfy(trades.contains) && !next.allSatisfy(trades.contains)
      let isOfTrade = (1...2).contains(next.count) && next.allSatisfy(trades.contains) && !isLegal(below)
      // Both in the same large type.
      let isSameType =
        isLarge(pick, header) && isLarge(below, header) && abs(pick.height - below.height) < 0.12 * pick.height
      if continues || isOpen || !isLegal(pick) && (isLegal(below) && isOnlyTail || isTrade || isOfTrade || isSameType) {
        name += " " + text
        used.append(below.index)
      }
    }
    return (mended(name), used)
  }

  private func isLarge(_ row: Row, _ header: [Row]) -> Bool {
    let heights = header.map(\.height).sorted()
    return row.height > 1.25 * heights[heights.count / 2]
  }

  /// The words of a name without its legal form: what is in brackets, `CO`, `SDN BHD`.
  func coreWords(_ name: String) -> [[UInt8]] {
    var depth = 0
    var outside: [UInt8] = []
    for byte in FoldedText(name).bytes {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if depth == 0 { outside.append(byte) }
      if byte == UInt8(ascii: ")") { depth = max(0, depth - 1) }
    }
    let forms = Set(words[.legal] + ["CO", "SDN", "BHD", "SND", "S", "B", "M"].map { Array($0.utf8) })
    return outside.split { !$0.isWordCharacter && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") }
      .map { $0.filter { $0 != UInt8(ascii: ".") } }
      .filter { word in
        !word.isEmpty && !forms.contains(word) && word.contains(where: \.isCapital) && word != Array("SDNBHD".utf8)
      }
  }

  /// A name without the number of its register and what follows it, and without marks around it.
  static func withoutRegistration(_ text: String, keepsEnd: Bool = false) -> String {
    var characters = Array(text.unicodeScalars)
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }
    // From a bracket or a word with four digits in a row on.
    var run = 0
    for index in characters.indices {
      run = isDigit(characters[index]) ? run + 1 : 0
      guard run == 4 else { continue }
      var start = index - 3
      while start > 0, characters[start - 1] != " ", characters[start - 1] != "(", index - start < 8 { start -= 1 }
      if let bracket = characters[..<start].lastIndex(of: "("), !characters[bracket..<start].contains(")") {
        start = bracket
      }
      characters = Array(characters[..<start])
      break
    }
    // "Co. Reg. No", "Company No", "ROC" behind the name.
    var name = String(String.UnicodeScalarView(characters))
    let folded = FoldedText(name).bytes
    let parts = folded.split(omittingEmptySubsequences: true) { !$0.isCapital }
    for (index, part) in parts.enumerated() where index > 0 {
      let word = Array(part)
      let next = index + 1 < parts.count ? Array(parts[index + 1]) : []
      let isLabel =
        word == Array("ROC".utf8) || word == Array("REG".utf8)
        || (word == Array("CO".utf8) || word == Array("COMPANY".utf8))
          && (next == Array("REG".utf8) || next == Array("NO".utf8))
      if isLabel {
        name = String(String.UnicodeScalarView(characters[..<part.startIndex]))
        break
      }
    }
    var trimmed = Substring(name)
    while let first = trimmed.unicodeScalars.first, !isLetter(first), !isDigit(first), first != "(" {
      trimmed.removeFirst()
    }
    let marks: Set<Character> =
      keepsEnd
      ? [" ", ",", ";", ":", "-", "_", "*", "\"", "|", "~"]
      : [" ", ",", ";", ":", ".", "-", "_", "*", "\"", "“", "'", "/", "|", "~", "(", "["]
    while let last = trimmed.last, marks.contains(last) { trimmed.removeLast() }
    if trimmed.count(where: { $0 == "(" }) > trimmed.count(where: { $0 == ")" }),
      let bracket = trimmed.lastIndex(of: "("), trimmed[bracket...].count <= 21
    {
      return trimmed + ")"
    }
    return String(trimmed)
  }

  /// Digits in words are the letters that they look like, and a word of the trade with one letter misread is that word.
  func mended(_ name: String) -> String {
    let lexicon = (words[.business] + words[.tails]).filter { $0.count >= 6 }
    var result = ""
    for word in name.split(separator: " ") {
      var scalars = Array(word.unicodeScalars)
      let folded = FoldedText(String(word)).bytes
      let hasPair = zip(folded, folded.dropFirst()).contains { $0.isASCIIDigit && $1.isASCIIDigit }
      if folded.contains(where: \.isCapital), !hasPair, folded.count(where: \.isCapital) >= 2 {
        for index in scalars.indices {
          func isLetter(_ index: Int) -> Bool { folded.indices.contains(index) && folded[index].isCapital }
          func isLetterOrPoint(_ index: Int) -> Bool {
            isLetter(index) || folded.indices.contains(index) && folded[index] == UInt8(ascii: ".")
          }
          switch scalars[index] {
          // A small l among capitals, or between points.
          case "l" where scalars.allSatisfy({ $0 == "l" || !$0.properties.isLowercase }): scalars[index] = "I"
          case "0" where isLetter(index - 1) || isLetter(index + 1): scalars[index] = "O"
          case "1"
          where isLetterOrPoint(index - 1) && isLetterOrPoint(index + 1) || index == 0 && isLetter(1) && isLetter(2),
            "|" where isLetter(index - 1) && isLetter(index + 1):
            scalars[index] = "I"
          case "5" where isLetter(index - 1) && isLetter(index + 1): scalars[index] = "S"
          default: break
          }
        }
      }
      let letters = FoldedText(String(String.UnicodeScalarView(scalars))).bytes
      if letters.allSatisfy(\.isCapital), letters.count >= 6,
        !lexicon.contains(letters),
        let meant = lexicon.first(where: { known in
          known.count == letters.count && zip(known, letters).count { $0 != $1 } == 1
            && zip(known, letters).allSatisfy { $0 == $1 || Self.areAlike($0, $1) }
        })
      {
        scalars = Array(String(decoding: meant, as: UTF8.self).unicodeScalars)
      }
      if let meant = words.locale.misread[FoldedText(String(String.UnicodeScalarView(scalars))).bytes] {
        scalars = Array(meant.unicodeScalars)
      }
      if !result.isEmpty { result += " " }
      result.unicodeScalars.append(contentsOf: scalars)
    }
    if ["S/8", "5/B", "5/8"].contains(where: result.hasSuffix) { result = result.dropLast(3) + "S/B" }
    return Self.withMalaysianForm(result)
  }

  /// Whether a printed letter is easily taken for the other.
  private static func areAlike(_ a: UInt8, _ b: UInt8) -> Bool {
    ["ILTJ1", "ODQCG0", "EF", "BRHP8", "NMHW", "UVY", "CG", "S5B", "KXH"].contains { group in
      group.utf8.contains(a) && group.utf8.contains(b)
    }
  }

  /// `5DN 8HD`, `SDNBHO`: the legal form as it is meant, wherever its letters were misread.
  private static func withMalaysianForm(_ name: String) -> String {
    let folded = FoldedText(name).bytes
    let places = folded.indices.filter { folded[$0].isWordCharacter }
    let plain = places.map { Self.plain(folded[$0]) }
    let form = Array("SDNBHD".utf8).map(Self.plain)
    guard plain.count >= form.count,
      let start = (0...(plain.count - form.count)).last(where: { plain[$0..<$0 + form.count].elementsEqual(form) }),
      start == 0 || places[start] == places[start - 1] + 1 || !folded[places[start] - 1].isWordCharacter
    else { return name }
    let scalars = Array(name.unicodeScalars)
    let before = String(String.UnicodeScalarView(scalars[..<places[start]]))
    let behind = String(String.UnicodeScalarView(scalars[(places[start + form.count - 1] + 1)...]))
    let gap = before.isEmpty || before.last == " " ? "" : " "
    return before + gap + "SDN BHD" + behind
  }
}
