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

  /// The name, the firm behind another name, and the rows of its address.
  func find() -> (merchant: Receipt.Field<String>?, firm: Receipt.Field<String>?, address: Receipt.Field<String>?) {
    let header = self.header()
    guard !header.isEmpty else { return (nil, nil, nil) }
    let addresses = header.filter { isAddress($0) && !isLegal($0) }
    let candidates = self.candidates(header)
    let best = candidates.max { ($0.score, -$0.row.index) < ($1.score, -$1.row.index) }
    let address = address(addresses, below: best?.row.index ?? -1)
    let own: (name: String, rows: [Int]) = best.map { whole($0.row, header) } ?? ("", [])
    let known = known(header) ?? best.flatMap { brand(above: $0, header) }
    let used = own.rows + (known.map { [$0.row.index] } ?? [])
    let rival = candidates.filter { !used.contains($0.row.index) }.map(\.score).max()
    var doubt = 0.05
    if let best, known == nil {
      doubt = best.isLegal ? 0.05 : best.score >= 3 ? 0.12 : 0.3
      if let rival, best.score - rival < 1 { doubt += 0.15 }
    }
    func field(_ name: String, _ rows: [Row]) -> Receipt.Field<String>? {
      let read = rows.map(\.confidence).min() ?? 0
      return name.isEmpty
        ? nil
        : Receipt.Field(
          name, confidence: rounded((1 - doubt) * min(1, read + 0.03)), place: Box(around: rows.map(\.box)))
    }
    let firm = field(own.name, own.rows.map { rows[$0] })
    guard let known else { return (firm, nil, address) }
    let isFirm = best?.isLegal ?? false && own.name != known.name
    return (field(known.name, [known.row]), isFirm ? firm : nil, address)
  }

  /// The chain whose name begins a row of the header; short ones have a row to themselves, or a firm's.
  private func known(_ header: [Row]) -> (name: String, row: Row)? {
    guard words.locale.isBrandFirst else { return nil }
    let chains = Set(words[.chains])
    for row in header {
      let printed = row.folded.bytes.split { !$0.isWordCharacter }
      for count in [3, 2, 1] where printed.count >= count {
        let name = Array(printed.prefix(count).joined())
        guard chains.contains(name), name.count >= 5 || printed.count == count || isLegal(row) else { continue }
        let scalars = Array(row.text.unicodeScalars)[printed[0].startIndex..<printed[count - 1].endIndex]
        return (String(String.UnicodeScalarView(scalars)), row)
      }
    }
    return nil
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
      if candidates.isEmpty { score += words.locale.isBrandFirst ? 2 : 1 }
      // Small letters alone: a signature or a slogan.
      if isSmall(row) || isSlogan(row) { score -= 2 }
      // A logo whose letters are guessed.
      if row.confidence < 0.75 { score -= 1 }
      if isNamedAgain(row, below: header) { score += 1 }
      candidates.append(Candidate(row: row, score: score, isLegal: legal))
    }
    if candidates.isEmpty {
      candidates = header.filter { !isNoise($0) && !isAddress($0) }.prefix(1).map {
        Candidate(row: $0, score: 0, isLegal: false)
      }
    }
    return candidates
  }

  /// The name that a firm trades under, which stands above the firm's own: MEDIA MARKT above TV-HIFI-ELEKTRO GMBH.
  private func brand(above best: Candidate, _ header: [Row]) -> (name: String, row: Row)? {
    guard words.locale.isBrandFirst, best.isLegal else { return nil }
    let firm = Set(coreWords(best.row.text))
    let trades = Set(words[.business] + words[.tails])
    let names = header.prefix { $0.index < best.row.index }.filter { row in
      // A part of the firm's name, or a word of the trade alone, is no other name.
      let own = Set(coreWords(row.text))
      return !isNoise(row) && !isAddress(row) && !isLegal(row) && !isSlogan(row) && !words.has(row, .formerly)
        && row.confidence >= 0.9 && row.text.last != "&" && own.isDisjoint(with: firm)
        && own.contains { $0.count >= 3 && !trades.contains($0) }
    }
    guard let row = names.first(where: { isNamedAgain($0, below: header) }) ?? names.first else { return nil }
    return (mended(Self.withoutRegistration(row.text)), row)
  }

  /// A sentence, or words of which most begin with small letters.
  private func isSlogan(_ row: Row) -> Bool {
    let printed = row.text.split(separator: " ")
    let small = printed.count { $0.first?.isLowercase ?? false }
    return printed.count >= 3 && (row.text.last == "." || row.text.last == "!" || 2 * small > printed.count)
  }

  /// Whether a row below the header bears the name again: `THANK YOU FOR SHOPPING WITH …`, an address of the web.
  private func isNamedAgain(_ row: Row, below header: [Row]) -> Bool {
    let letters = row.key.letters
    guard letters.count >= 5, let last = header.last?.index else { return false }
    return rows[min(last + 1, rows.count)...].contains { $0.amounts.isEmpty && $0.key.contains(letters) }
  }

  // MARK: What a row looks like

  /// Words of at least four letters count in the row's letters, shorter ones and those with points as they are printed.
  func isLegal(_ row: Row) -> Bool {
    let printed = row.folded.bytes.split { !$0.isWordCharacter && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "/") }
      .map { Array($0) }
    // 5DN 8HD, SDNBHO: the letters of the suffix are small and often misread.
    let bytes = row.folded.bytes.filter(\.isWordCharacter).map(Self.plain)
    return words[.legal].contains { suffix in
      if suffix == Array("SDNBHD".utf8) { return Self.contains(bytes, suffix.map(Self.plain)) }
      if suffix.count >= 5, suffix.allSatisfy(\.isCapital) { return row.key.contains(suffix) }
      return printed.dropFirst().contains { word in
        // 5/8 is S/B.
        let word = word.contains(UInt8(ascii: "/")) ? word.map(Self.letter) : word
        return word == suffix || word == suffix + [UInt8(ascii: ".")]
      }
    }
  }

  private static func letter(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "8") ? UInt8(ascii: "B") : byte == UInt8(ascii: "5") ? UInt8(ascii: "S") : byte
  }

  /// Letters that are taken for each other are one letter.
  static func plain(_ byte: UInt8) -> UInt8 {
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

  func isSmall(_ row: Row) -> Bool {
    row.text.unicodeScalars.allSatisfy { !$0.properties.isUppercase }
      && row.text.unicodeScalars.contains { $0.properties.isLowercase }
  }

  /// Streets, towns, telephone numbers, numbers of registers.
  func isAddress(_ row: Row) -> Bool {
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

  private func address(_ rows: [Row], below index: Int) -> Receipt.Field<String>? {
    let parts = rows.filter { $0.index > index }.prefix { !isContact($0) }
    guard !parts.isEmpty else { return nil }
    let text = parts.map(\.text).joined(separator: ", ").replacing(",,", with: ",")
    return Receipt.Field(
      text, confidence: rounded(0.8 * (parts.map(\.confidence).min() ?? 0)), place: Box(around: parts.map(\.box)))
  }

  /// Telephone, tax and register numbers end an address.
  private func isContact(_ row: Row) -> Bool {
    words.has(row, .taxNumber)
      || ["TEL", "FAX", "PHONE", "ROC", "WWW", "EMAIL", "TELEFON"].contains { row.key.hasPrefix(Array($0.utf8)) }
  }
}
