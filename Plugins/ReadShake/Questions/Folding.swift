internal import QixShake

/// Free text in the form in which it is compared: small letters, single blanks, plain quotes and hyphens. Accents stay:
/// they make another word.
enum Folding {
  static func fold(_ text: String) -> [Character] {
    var result: [Character] = []
    for character in text.lowercased() {
      if character.isWhitespace {
        if let last = result.last, last != " " { result.append(" ") }
      } else {
        result.append(plain[character] ?? character)
      }
    }
    if result.last == " " { result.removeLast() }
    return result
  }

  private static let plain: [Character: Character] = [
    "’": "'", "‘": "'", "ʼ": "'", "“": "\"", "”": "\"", "‐": "-", "‑": "-", "–": "-", "—": "-",
  ]

  private enum Piece: Equatable {
    case character(Character)
    case anything
  }

  /// Whether a text is what a pattern accepts: `*` stands for any text, also none, `\*` for a star.
  static func matches(_ text: String, pattern: String) -> Bool {
    let text = fold(text), pieces = pieces(of: pattern)
    // One star is gone back to at a time, so the work is at most the product of the lengths.
    var (place, piece) = (0, 0)
    var back: (place: Int, piece: Int)?
    while place < text.count {
      if piece < pieces.count, pieces[piece] == .anything {
        back = (place, piece)
        piece += 1
      } else if piece < pieces.count, pieces[piece] == .character(text[place]) {
        (place, piece) = (place + 1, piece + 1)
      } else if let last = back {
        back = (last.place + 1, last.piece)
        (place, piece) = (last.place + 1, last.piece + 1)
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .anything }
  }

  private static func pieces(of pattern: String) -> [Piece] {
    var result: [Piece] = []
    let characters = fold(pattern)
    var index = 0
    while index < characters.count {
      let isEscaped = characters[index] == "\\" && index + 1 < characters.count && characters[index + 1] == "*"
      if isEscaped { index += 1 }
      result.append(!isEscaped && characters[index] == "*" ? .anything : .character(characters[index]))
      index += 1
    }
    return result
  }
}
