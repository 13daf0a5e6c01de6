internal import QixKernel

/// Finds who sold: among the rows above the address the one that looks most like a firm's name, put together where it
/// runs over two rows.
struct MerchantFinder {
  let rows: [Row]
  let words: Vocabulary

  private struct Candidate {
    var row: Row
    var score: Double
    var isLegal: Bool
  }

  /// The name, and the rows of its address.
  func find() -> (merchant: Field<String>?, address: Field<String>?) {
    let header = self.header()
    guard !header.isEmpty else { return (nil, nil) }
    let addresses = header.filter { isAddress($0) && !isLegal($0) }
    let candidates = self.candidates(header)
    guard let best = candidates.max(by: { ($0.score, -$0.row.index) < ($1.score, -$1.row.index) }) else {
      return (nil, address(addresses, below: -1))
    }
    let (name, used) = whole(best.row, header)
    guard !name.isEmpty else { return (nil, address(addresses, below: best.row.index)) }
    let rival = candidates.filter { !used.contains($0.row.index) }.map(\.score).max()
    var doubt = best.isLegal ? 0.05 : best.score >= 3 ? 0.12 : 0.3
    if let rival, best.score - rival < 1 { doubt += 0.15 }
    let read = used.map { rows[$0].confidence }.min() ?? 0
    let merchant = Field(
      name, confidence: rounded((1 - doubt) * min(1, read + 0.03)), place: Box(around: used.map { rows[$0].box }))
    return (merchant, address(addresses, below: best.row.index))
  }

  /// The rows above the items and what the till tells of itself, fourteen at most.
  private func header() -> [Row] {
    var header: [Row] = []
    for row in rows.prefix(14) {
      // A row with a price is an item: the header ends there, or was cropped away.
      if words.has(row, .table) || !row.amounts.isEmpty { break }
      if DateScanner.time(in: row.folded) != nil, header.contains(where: isAddress) { break }
      header.append(row)
    }
    return header.isEmpty ? rows.prefix(3).filter(\.amounts.isEmpty) : header
  }

  private func candidates(_ header: [Row]) -> [Candidate] {
    let heights = header.map(\.height).sorted()
    let usual = heights[heights.count / 2]
    var candidates: [Candidate] = []
    var addresses = 0
    for row in header {
      let legal = isLegal(row)
      if isAddress(row), !legal {
        addresses += 1
        continue
      }
      guard legal ? addresses < 3 : addresses == 0 && !isNoise(row) else { continue }
      guard !(legal && words.has(row, .formerly)) else { continue }
      var score = 0.0
      if legal { score += 6 }
      if words.has(row, .business) { score += 2.5 }
      if hasRegistration(row) || nextIsRegistration(row) { score += 2 }
      if row.height > 1.25 * usual { score += 0.75 }
      if let next = rows.indices.contains(row.index + 1) ? rows[row.index + 1] : nil, isAddress(next) { score += 0.5 }
      if candidates.isEmpty { score += 1 }
      // Small letters alone: a signature or a slogan.
      if isSmall(row) { score -= 2 }
      candidates.append(Candidate(row: row, score: score, isLegal: legal))
    }
    if candidates.isEmpty {
      candidates = header.filter { !isNoise($0) && !isAddress($0) }.prefix(1).map {
        Candidate(row: $0, score: 0, isLegal: false)
      }
    }
    return candidates
  }

  // MARK: What a row looks like

  /// Words of at least four letters count in the row's letters, shorter ones and those with points as they are printed.
  private func isLegal(_ row: Row) -> Bool {
    let printed = row.folded.bytes.split { !$0.isWordCharacter && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "/") }
      .map { Array($0) }
    // 5DN 8HD, SDNBHO: the letters of the suffix are small and often misread.
    let bytes = row.folded.bytes.filter(\.isWordCharacter).map(Self.plain)
    return words[.legal].contains { suffix in
      if suffix == Array("SDNBHD".utf8) { return Self.contains(bytes, suffix.map(Self.plain)) }
      if suffix.count >= 5, suffix.allSatisfy(\.isCapital) { return row.key.contains(suffix) }
      return printed.dropFirst().contains { word in
        // S/8 is S/B.
        let word =
          word.contains(UInt8(ascii: "/")) ? word.map { $0 == UInt8(ascii: "8") ? UInt8(ascii: "B") : $0 } : word
        return word == suffix || word == suffix + [UInt8(ascii: ".")]
      }
    }
  }

  /// Letters that are taken for each other are one letter.
  private static func plain(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0"), UInt8(ascii: "D"), UInt8(ascii: "Z"): UInt8(ascii: "O")
    case UInt8(ascii: "8"), UInt8(ascii: "R"): UInt8(ascii: "B")
    case UInt8(ascii: "M"): UInt8(ascii: "N")
    case UInt8(ascii: "5"): UInt8(ascii: "S")
    default: byte
    }
  }

  private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
    guard bytes.count >= word.count else { return false }
    return (0...(bytes.count - word.count)).contains { bytes[$0..<$0 + word.count].elementsEqual(word) }
  }

  private func isNoise(_ row: Row) -> Bool { words.has(row, .noise) || !isName(row) }

  /// Four letters at least, and mostly letters.
  private func isName(_ row: Row) -> Bool {
    let name = FoldedText(Self.withoutRegistration(row.text)).bytes
    let letters = name.count(where: \.isCapital)
    return letters >= 4 && Double(letters) >= 0.6 * Double(name.count { $0 != 0x20 })
  }

  private func isSmall(_ row: Row) -> Bool {
    row.text.unicodeScalars.allSatisfy { !$0.properties.isUppercase }
      && row.text.unicodeScalars.contains { $0.properties.isLowercase }
  }

  /// Streets, towns, telephone numbers, numbers of registers.
  private func isAddress(_ row: Row) -> Bool {
    let bytes = row.folded.bytes
    let printed = bytes.split { !$0.isWordCharacter }.map { Array($0) }
    for word in words[.address] {
      let isPrinted = printed.contains { $0 == word }
      // "NO" is a word of its own; a number must follow it.
      if word == Array("NO".utf8) || word == Array("LOT".utf8) || word == Array("LEVEL".utf8)
        || word == Array("NR".utf8)
      {
        for (index, part) in printed.enumerated() {
          if part == word, printed.indices.contains(index + 1), printed[index + 1].contains(where: \.isASCIIDigit) {
            return true
          }
          if part.count > word.count, part.starts(with: word), part[word.count].isASCIIDigit { return true }
        }
      } else if isPrinted || word.count >= 5 && row.key.contains(word)
        || printed.contains(where: {
          word.count >= 3 && $0.count > word.count && $0.starts(with: word) && $0[word.count].isASCIIDigit
        })
      {
        return true
      }
    }
    // A post code, or a number of a register by itself.
    if printed.contains(where: { $0.count == 5 && $0.allSatisfy(\.isASCIIDigit) }) { return true }
    if bytes.contains(UInt8(ascii: "@")) { return true }
    let digits = bytes.count(where: \.isASCIIDigit)
    return digits >= 4 && bytes.count(where: \.isCapital) <= 4
  }

  /// `(81109-A)`, `Co. Reg. No: 1234567-X`
  private func hasRegistration(_ row: Row) -> Bool { Self.withoutRegistration(row.text).count + 5 < row.text.count }

  private func nextIsRegistration(_ row: Row) -> Bool {
    guard rows.indices.contains(row.index + 1) else { return false }
    let bytes = rows[row.index + 1].folded.bytes
    let digits = bytes.count(where: \.isASCIIDigit)
    let letters = bytes.count(where: \.isCapital)
    return digits >= 5 && (letters <= 4 || rows[row.index + 1].key.contains(Array("REG".utf8)) && letters <= 14)
  }

  // MARK: Putting the name together

  private func whole(_ pick: Row, _ header: [Row]) -> (name: String, rows: [Int]) {
    var name = Self.withoutRegistration(pick.text)
    var used = [pick.index]
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
      let opened = above.text.contains("(") && !above.text.contains(")") && name.contains(")")
      if isTail && !isLegal(above) || continues || opened {
        name = Self.withoutRegistration(above.text, keepsEnd: true) + " " + name
        used.insert(above.index, at: 0)
      }
    }
    if let below = isPart(at(pick.index + 1)) {
      let text = Self.withoutRegistration(below.text)
      let isOnlyTail = coreWords(text).isEmpty && !text.isEmpty
      let continues = pick.text.last == "&" || pick.text.last == "," || text.first == "&"
      let isOpen = name.contains("(") && !name.contains(")") && text.contains(")")
      if continues || isOpen || !isLegal(pick) && isLegal(below) && isOnlyTail {
        name += " " + text
        used.append(below.index)
      }
    }
    return (mended(name), used)
  }

  /// The words of a name without its legal form: what is in brackets, `CO`, `SDN BHD`.
  private func coreWords(_ name: String) -> [[UInt8]] {
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
  private func mended(_ name: String) -> String {
    let lexicon = (words[.business] + words[.tails]).filter { $0.count >= 7 }
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
      if letters.allSatisfy(\.isCapital), letters.count >= 7,
        !lexicon.contains(letters),
        let meant = lexicon.first(where: { known in
          known.count == letters.count && zip(known, letters).count { $0 != $1 } == 1
            && zip(known, letters).allSatisfy { $0 == $1 || Self.areAlike($0, $1) }
        })
      {
        scalars = Array(String(decoding: meant, as: UTF8.self).unicodeScalars)
      }
      if !result.isEmpty { result += " " }
      result.unicodeScalars.append(contentsOf: scalars)
    }
    if result.hasSuffix("S/8") { result = result.dropLast() + "B" }
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

  private func address(_ rows: [Row], below index: Int) -> Field<String>? {
    let parts = rows.filter { $0.index > index }.prefix { !isContact($0) }
    guard !parts.isEmpty else { return nil }
    let text = parts.map(\.text).joined(separator: ", ").replacing(",,", with: ",")
    return Field(
      text, confidence: rounded(0.8 * (parts.map(\.confidence).min() ?? 0)), place: Box(around: parts.map(\.box)))
  }

  /// Telephone, tax and register numbers end an address.
  private func isContact(_ row: Row) -> Bool {
    words.has(row, .taxNumber)
      || ["TEL", "FAX", "PHONE", "ROC", "WWW", "EMAIL", "TELEFON"].contains { row.key.hasPrefix(Array($0.utf8)) }
  }
}
