internal import QixCommands
internal import QixKernel

/// A word that is looked for in the help, and the words of the help that mean the same.
struct SearchTerm: Equatable, Sendable {
  /// As it was typed, in small letters.
  let typed: String
  /// Without what English puts behind a word: `account` of `accounts`.
  private let stem: String
  /// What the help says in its place: words, or several in a row.
  private let others: [String]

  /// - Parameter synonyms: what words that people use are called in the help.
  init(_ typed: String, synonyms: [String: [String]]) {
    self.typed = typed
    stem = Self.stem(typed)
    // `deleting` is `delet` without its ending.
    let known = [typed, stem, stem + "e"].lazy.compactMap { synonyms[$0] }.first
    others = (known ?? []).map { " " + $0 }
  }

  /// The words of a search; those that any question has are left out where there are others.
  static func terms(_ text: String, synonyms: [String: [String]]) -> [SearchTerm] {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let telling = words.filter { !fillers.contains($0) }
    return (telling.isEmpty ? words : telling).map { SearchTerm($0, synonyms: synonyms) }
  }

  /// How a text has a word.
  enum Fit: Int { case typed, meant }

  /// - Parameter text: in small letters, with a space before each word.
  func fit(_ text: String) -> Fit? {
    if text.contains(typed) { return .typed }
    return text.contains(stem) || others.contains { text.contains($0) } ? .meant : nil
  }

  private static func stem(_ word: String) -> String {
    for ending in ["ing", "ed", "es", "s"] where word.hasSuffix(ending) && word.count >= ending.count + 3 {
      return String(word.dropLast(ending.count))
    }
    return word
  }

  private static let fillers: Set = [
    "a", "already", "am", "an", "and", "are", "at", "be", "been", "by", "can", "cannot", "did", "do", "does", "for",
    "from",
    "had", "has", "have", "he", "her", "him", "his", "how", "i", "in", "is", "it", "its", "me", "my", "of", "on", "our",
    "please", "she", "the", "their", "them", "there", "they", "this", "to", "us", "was", "we", "were", "what", "when",
    "where", "who", "why", "with", "you", "your",
  ]
}
