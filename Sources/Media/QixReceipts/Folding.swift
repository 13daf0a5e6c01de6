/// A text in capital letters of ASCII, a byte for each character, so that places in one are places in the other: é is E,
/// what has no letter of ASCII is a dot in the middle of nowhere (0x1F).
struct FoldedText: Sendable {
  var bytes: [UInt8]

  init(_ text: String) {
    bytes = text.unicodeScalars.map { Self.fold($0) }
  }

  private static func fold(_ scalar: Unicode.Scalar) -> UInt8 {
    if scalar.isASCII {
      let byte = UInt8(scalar.value)
      return byte >= 0x61 && byte <= 0x7A ? byte - 0x20 : max(byte, 0x20)
    }
    return letters[scalar.value] ?? 0x1F
  }

  private static let letters: [UInt32: UInt8] = {
    var letters: [UInt32: UInt8] = [:]
    for (letter, variants) in [
      ("A", "ÀÁÂÃÄÅàáâãäåĂă"), ("C", "Çç"), ("E", "ÈÉÊËèéêë"), ("I", "ÌÍÎÏìíîï"), ("N", "Ññ"), ("O", "ÒÓÔÕÖØòóôõöøŒœ"),
      ("U", "ÙÚÛÜùúûü"), ("S", "ȘșŞşß"), ("T", "ȚțŢţ"), ("L", "Łł"), ("Y", "ÿŸ"), ("$", "€£¥"), ("'", "’‘´"),
      ("-", "–—−"),
      (".", "·"),
      (",", "，"), (":", "："), ("/", "⁄"), (" ", "\u{A0}\u{2009}\u{202F}\u{3000}"),
    ] {
      for scalar in variants.unicodeScalars { letters[scalar.value] = letter.utf8.first }
    }
    return letters
  }()
}

extension UInt8 {
  var isASCIIDigit: Bool { self &- 0x30 < 10 }
  /// A capital letter of ASCII.
  var isCapital: Bool { self &- 0x41 < 26 }
  var isWordCharacter: Bool { isASCIIDigit || isCapital }
}

/// The letters of a row without anything between them, since readers drop spaces, and where printed words begin.
struct LetterKey: Sendable {
  private(set) var letters: [UInt8] = []
  /// For each letter, whether a printed word begins with it.
  private(set) var starts: [Bool] = []

  /// Digits that look like letters are letters where a word has two real ones and no two digits in a row.
  init(_ text: FoldedText) {
    var word: [UInt8] = []
    func isMixed() -> Bool {
      var (pair, digits) = (false, false)
      for index in word.indices.dropFirst() {
        if word[index].isCapital, word[index - 1].isCapital { pair = true }
        if word[index].isASCIIDigit, word[index - 1].isASCIIDigit { digits = true }
      }
      return pair && !digits
    }
    func end() {
      let mends = isMixed()
      var isFirst = true
      for byte in word {
        let letter = mends ? Self.mended(byte) : byte
        guard letter.isCapital else { continue }
        letters.append(letter)
        starts.append(isFirst)
        isFirst = false
      }
      word = []
    }
    for byte in text.bytes {
      if byte.isWordCharacter || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "!") {
        word.append(byte)
      } else if !word.isEmpty {
        end()
      }
    }
    end()
  }

  private static func mended(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0"): UInt8(ascii: "O")
    case UInt8(ascii: "1"), UInt8(ascii: "|"), UInt8(ascii: "!"): UInt8(ascii: "L")
    case UInt8(ascii: "5"): UInt8(ascii: "S")
    case UInt8(ascii: "8"): UInt8(ascii: "B")
    default: byte
    }
  }

  func contains(_ word: [UInt8]) -> Bool { firstPlace(of: word) != nil }

  private func firstPlace(of word: [UInt8]) -> Int? {
    guard !word.isEmpty, letters.count >= word.count else { return nil }
    for start in 0...(letters.count - word.count) where letters[start] == word[0] {
      var index = 1
      while index < word.count, letters[start + index] == word[index] { index += 1 }
      if index == word.count { return start }
    }
    return nil
  }

  /// Whether a word stands in it: exactly, anywhere, or with a few letters misread where a printed word begins, and for
  /// short ones where one ends
  /// (Sellers, 1980): one wrong of 5 to 10 letters, two of more.
  func has(_ word: [UInt8]) -> Bool {
    if contains(word) { return true }
    let allowed = word.count < 5 ? 0 : word.count < 11 ? 1 : 2
    guard allowed > 0, letters.count >= word.count - allowed else { return false }
    let far = 99
    var previous = (0...word.count).map { starts.first == true ? $0 : far }
    var current = previous
    for index in letters.indices {
      current[0] = index + 1 < starts.count && starts[index + 1] ? 0 : far
      for place in 1...word.count {
        let same = previous[place - 1] + (word[place - 1] == letters[index] ? 0 : 1)
        current[place] = min(same, previous[place] + 1, current[place - 1] + 1)
      }
      let endsWord = index + 1 == letters.count || starts[index + 1]
      if current[word.count] <= allowed, endsWord || word.count >= 8 { return true }
      swap(&previous, &current)
    }
    return false
  }

  /// Whether its letters begin with those of a word.
  func hasPrefix(_ word: [UInt8]) -> Bool { letters.starts(with: word) }
}
