/// Finds what the user probably meant.
package enum Suggestion {
  /// The known word nearest to what was typed, or nil when none is near enough to be worth a question.
  /// - Parameter most: the letters that may be wrong, where they are fewer than for a name that must be one of these.
  package static func best(for typed: String, among known: [String], most: Int = .max) -> String? {
    let letters = Self.letters(typed)
    // One slip in each three letters: with more it is another word, and not this one mistyped.
    let limit = min(most, max(1, min(3, letters.count / 3)))
    var best: (word: String, distance: Int)?
    for word in known {
      let wanted = Self.letters(word)
      let distance = distance(letters, wanted)
      // Half of the letters wrong is a different word, however short.
      guard distance <= limit, distance * 2 <= max(letters.count, wanted.count) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (word, distance) }
    }
    if let best { return best.word }
    guard letters.count >= 3 else { return nil }
    let longer = known.filter { $0.hasPrefix(typed) }
    return longer.count == 1 ? longer.first : nil
  }

  /// What can be mistyped of a word: the hyphens of options make none of them alike.
  private static func letters(_ word: String) -> [Unicode.Scalar] {
    Array(word.lowercased().unicodeScalars.drop { $0 == "-" })
  }

  /// `; did you mean 'issue'?`, or nothing.
  package static func clause(for typed: String, among known: [String]) -> String {
    best(for: typed, among: known).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The number of letters inserted, removed, replaced or swapped with their neighbour: the optimal string alignment
  /// form of the Damerau–Levenshtein distance (Boytsov, Indexing Methods for Approximate Dictionary Searching, 2011).
  package static func distance<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for i in 1...left.count {
      var row = [Int](repeating: i, count: right.count + 1)
      for j in 1...right.count {
        let substitution = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
        row[j] = min(last[j] + 1, row[j - 1] + 1, substitution)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
