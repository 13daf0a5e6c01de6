// Replacements for parts of the standard library's `_StringProcessing`, which brings a machine for regular expressions
// into the program and some two thousand addresses to each of its starts (docs/decisions/0020-start-up.md).
// Package.swift turns off the import of it that is otherwise implied.
extension Substring {
  /// The first place where a text stands, character by character; nil where it doesn't, or is empty.
  package func firstRange(of text: String) -> Range<Index>? {
    guard let first = text.first else { return nil }
    var rest = self
    while let place = rest.firstIndex(of: first) {
      var end = place, matched = text.startIndex
      while matched < text.endIndex, end < endIndex, self[end] == text[matched] {
        formIndex(after: &end)
        text.formIndex(after: &matched)
      }
      if matched == text.endIndex { return place..<end }
      rest = self[index(after: place)...]
    }
    return nil
  }

  /// Returns the pieces between the occurrences of a text, empty ones, too.
  package func pieces(separatedBy text: String) -> [Substring] {
    var pieces: [Substring] = [], rest = self
    while let place = rest.firstRange(of: text) {
      pieces.append(rest[..<place.lowerBound])
      rest = rest[place.upperBound...]
    }
    return pieces + [rest]
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Whether a text stands somewhere in this one; the empty one does everywhere.
  package func contains(_ text: String) -> Bool {
    text.isEmpty || self[...].firstRange(of: text) != nil
  }

  /// The text with another one in each place where one stands.
  package func replacing(_ text: String, with other: String) -> String {
    // Not by `joined`, which is generic: which types it takes is asked of the runtime, a hundredth of a short command.
    let pieces = self[...].pieces(separatedBy: text)
    var result = String(pieces[0])
    for piece in pieces.dropFirst() {
      result += other
      result.append(contentsOf: piece)
    }
    return result
  }
}
