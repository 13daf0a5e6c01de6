@_spi(_Unicode) internal import Swift

/// Names as people type them: without capitals and accents, each word by itself.
///
/// Keyed hashes are kept of these forms. When they change, `qix user index-names` has to make all hashes again.
enum FoldedName {
  /// Letters by which a word is found at least, and letters of a word that count.
  static let prefixLengths = 3...12
  /// Words of one name that count.
  private static let mostWords = 8

  /// The words of a name, `ä` as `a`: `Łukasz Groß-Müller` is `lukasz`, `gross` and `muller`.
  static func words(_ name: String) -> [String] { words(name, spelledOut: false) }

  /// The beginnings by which a name is found: of each word, and also of `Müller` as `Mueller`.
  static func prefixes(of name: String) -> Set<String> {
    var prefixes: Set<String> = []
    for word in words(name) + words(name, spelledOut: true) {
      let letters = word.unicodeScalars
      for length in prefixLengths where length <= letters.count {
        prefixes.insert(String(String.UnicodeScalarView(letters.prefix(length))))
      }
    }
    return prefixes
  }

  /// The beginning of a word by which a search finds it; nil for a word of fewer than three letters.
  static func sought(_ word: String) -> String? {
    let letters = word.unicodeScalars
    guard letters.count >= prefixLengths.lowerBound else { return nil }
    return String(String.UnicodeScalarView(letters.prefix(prefixLengths.upperBound)))
  }

  private static func words(_ name: String, spelledOut: Bool) -> [String] {
    // What a later Unicode adds counts for nothing, so that a new toolchain makes no other hashes.
    let settled = name.unicodeScalars.filter(\.isSettled)
    let small = EmailAddress.narrow(String(String.UnicodeScalarView(settled))).lowercased()
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in String.UnicodeScalarView(small._nfd) {
      if let letters = letters[scalar] {
        word.append(contentsOf: (spelledOut ? letters.spelledOut : letters.plain).unicodeScalars)
        continue
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format:
        if spelledOut, let last = word.last, let letter = spelledOutMarks["\(last)\(scalar)"] { word.append(letter) }
      case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
        .decimalNumber, .letterNumber:
        if !apostrophes.contains(scalar) { word.append(scalar) }
      default:
        // O'Brien is one word, Jean-Pierre are two.
        if apostrophes.contains(scalar) { continue }
        if !word.isEmpty { words.append(String(word)) }
        word.removeAll()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return Array(words.prefix(mostWords))
  }

  private static let apostrophes: Set<Unicode.Scalar> = [
    "'", "`", "\u{B4}", "\u{2BB}", "\u{2BC}", "\u{2018}", "\u{2019}", "\u{FF07}",
  ]

  /// What is added to a letter with a mark where it is spelled out: `ae` for `ä`, `aa` for `å`.
  private static let spelledOutMarks: [String: Unicode.Scalar] = {
    var marks: [String: Unicode.Scalar] = [:]
    for letter in ["a", "o", "u"] { marks["\(letter)\u{308}"] = "e" }
    marks["a\u{30A}"] = "a"
    return marks
  }()

  private typealias Spelling = (plain: String, spelledOut: String)

  /// Letters that Unicode doesn't decompose into one of the alphabet and a mark.
  private static let letters: [Unicode.Scalar: Spelling] = {
    var letters: [Unicode.Scalar: Spelling] = ["\u{F8}": ("o", "oe")]
    let same: [(Unicode.Scalar, String)] = [
      ("\u{DF}", "ss"), ("\u{E6}", "ae"), ("\u{153}", "oe"), ("\u{F0}", "d"), ("\u{FE}", "th"), ("\u{111}", "d"),
      ("\u{127}", "h"), ("\u{131}", "i"), ("\u{133}", "ij"), ("\u{138}", "k"), ("\u{142}", "l"), ("\u{149}", "n"),
      ("\u{14B}", "n"), ("\u{167}", "t"), ("\u{17F}", "s"), ("\u{180}", "b"), ("\u{19A}", "l"), ("\u{259}", "e"),
      ("\u{23C}", "c"), ("\u{247}", "e"), ("\u{249}", "j"), ("\u{24D}", "r"), ("\u{24F}", "y"), ("\u{AA}", "a"),
      ("\u{BA}", "o"), ("\u{3C2}", "\u{3C3}"), ("\u{FB00}", "ff"), ("\u{FB01}", "fi"), ("\u{FB02}", "fl"),
      ("\u{FB03}", "ffi"), ("\u{FB04}", "ffl"), ("\u{FB05}", "st"), ("\u{FB06}", "st"),
    ]
    for (letter, plain) in same { letters[letter] = (plain, plain) }
    return letters
  }()
}
