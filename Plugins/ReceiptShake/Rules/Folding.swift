/// Texts as they are compared: capital letters and digits, without accents and signs.
enum Folding {
  /// `Caffè-Latte 0.33L` → `CAFFELATTE033L`.
  static func letters(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A: folded.append(UInt8(scalar.value))
      case 0x61...0x7A: folded.append(UInt8(scalar.value) - 0x20)
      case 0xC0...0x24F:
        // Latin letters with marks: their first letter by the name that Unicode gives them.
        if let letter = letter(of: scalar) { folded.append(letter) }
      default: break
      }
    }
    return folded
  }

  private static func letter(of scalar: Unicode.Scalar) -> UInt8? {
    // LATIN SMALL LETTER E WITH GRAVE
    guard let words = scalar.properties.name?.split(separator: " "), words.first == "LATIN",
      let place = words.firstIndex(of: "LETTER"), place + 1 < words.count
    else { return nil }
    return words[place + 1].utf8.first
  }

  /// The text with letters and digits that readers take for each other made one: `C0CA` and `COCA`.
  static func shapes(_ text: String) -> [UInt8] {
    letters(text).map { byte in
      switch byte {
      case UInt8(ascii: "0"), UInt8(ascii: "Q"): UInt8(ascii: "O")
      case UInt8(ascii: "1"), UInt8(ascii: "L"): UInt8(ascii: "I")
      case UInt8(ascii: "5"): UInt8(ascii: "S")
      case UInt8(ascii: "8"): UInt8(ascii: "B")
      case UInt8(ascii: "2"): UInt8(ascii: "Z")
      default: byte
      }
    }
  }

  /// How many letters have to be changed, put in or left out for the word to stand somewhere in the text (Sellers 1980).
  /// - Returns: 0 where it stands there as it is; the word's length where nothing of it does.
  static func distance(of word: [UInt8], within text: [UInt8]) -> Int {
    guard !word.isEmpty else { return 0 }
    // Any place of the text may be where it begins.
    var column = Array(0...word.count)
    var best = word.count
    for letter in text {
      var diagonal = 0
      column[0] = 0
      for index in 1...word.count {
        let above = column[index]
        column[index] = min(diagonal + (word[index - 1] == letter ? 0 : 1), min(above, column[index - 1]) + 1)
        diagonal = above
      }
      best = min(best, column[word.count])
    }
    return best
  }

  /// Whether a word stands in a text: exactly up to four letters, with one letter in five misread from five on.
  static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard !word.isEmpty else { return false }
    return distance(of: word, within: text) <= (word.count < 5 ? 0 : word.count / 5)
  }
}
