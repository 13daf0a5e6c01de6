internal import QixShake

/// How long a text takes to read.
///
/// Silent reading of English non-fiction takes 238 words a minute on average (Brysbaert, "How many words do we read per
/// minute?", Journal of Memory and Language 109, 2019, a meta-analysis of 190 studies). Half of that time is asked for
/// unless a campaign says otherwise: nearly nobody reads with understanding at twice the average.
struct ReadingTime: Sendable, Equatable {
  static let standardWordsPerMinute: Int64 = 238
  static let standardFraction = 0.5

  /// How many words a text in Markdown has for its reader: runs of letters and digits, apostrophes and hyphens within
  /// them included; not the addresses of links and pictures, nor HTML tags and comments. Of Chinese and Japanese, where
  /// no blanks stand between words, each character counts: their readers do some 250 of them a minute (Brysbaert 2019).
  static func words(inMarkdown text: String) -> Int64 {
    var count: Int64 = 0
    var isInWord = false
    let characters = Array(text)
    var (link, tag) = (EndSearch(mark: ")"), EndSearch(mark: ">"))
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character == "]", index + 1 < characters.count, characters[index + 1] == "(",
        let end = link.end(in: characters, from: index + 2)
      {
        (isInWord, index) = (false, end + 1)
        continue
      }
      if character == "<", index + 1 < characters.count,
        characters[index + 1].isLetter || "/!".contains(characters[index + 1]),
        let end = tag.end(in: characters, from: index + 1)
      {
        (isInWord, index) = (false, end + 1)
        continue
      }
      if isIdeograph(character) {
        count += 1
        isInWord = false
      } else if character.isLetter || character.isNumber {
        if !isInWord { count += 1 }
        isInWord = true
      } else if !(isInWord && "'’-".contains(character)) {
        isInWord = false
      }
      index += 1
    }
    return count
  }

  /// Looks for what ends a link or a tag, and looks at no character twice, however many of them are never ended.
  private struct EndSearch {
    let mark: Character
    /// How far it has looked: the mark found last, or that there was none before.
    private var (seen, found): (Int, Int?) = (0, nil)
    private static let longest = 2_000

    init(mark: Character) { self.mark = mark }

    mutating func end(in characters: [Character], from start: Int) -> Int? {
      let end = min(characters.count, start + Self.longest)
      if let found, found >= start { return found < end ? found : nil }
      found = nil
      let first = max(start, seen)
      guard first < end else { return nil }
      found = characters[first..<end].firstIndex(of: mark)
      seen = found ?? end
      return found
    }
  }

  private static func isIdeograph(_ character: Character) -> Bool {
    guard let value = character.unicodeScalars.first?.value else { return false }
    return (0x3040...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value)
      || (0x20000...0x323AF).contains(value)
  }

  /// The least that is asked for.
  let microseconds: Int64

  /// - Parameters:
  ///   - wordsPerMinute: 1 or more.
  ///   - fraction: of the time that a reader of that speed needs, 0 to 1.
  init(words: Int64, wordsPerMinute: Int64, fraction: Double) {
    let minutes = Double(words) / Double(max(1, wordsPerMinute)) * fraction
    microseconds = Int64(min(minutes * 60_000_000, 1e15).rounded())
  }

  /// Full seconds, rounded up.
  var seconds: Int64 { (microseconds + 999_999) / 1_000_000 }
}
