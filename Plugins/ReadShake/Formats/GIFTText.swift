internal import QixShake

/// A character of a GIFT file. One that a backslash stands before means itself and never marks anything.
struct GIFTCharacter {
  let scalar: Unicode.Scalar
  let isEscaped: Bool
  /// Of the file, from 1.
  let line: Int

  func marks(_ mark: Unicode.Scalar) -> Bool { scalar == mark && !isEscaped }
}

typealias GIFTSlice = ArraySlice<GIFTCharacter>

extension ArraySlice<GIFTCharacter> {
  /// Reads lines: `\~ \= \# \{ \} \:` are these characters, `\\` a backslash, `\n` a line end; a backslash before
  /// anything else is one.
  init(lines: [(number: Int, text: String)]) {
    var characters: [GIFTCharacter] = []
    for (number, text) in lines {
      if !characters.isEmpty { characters.append(GIFTCharacter(scalar: "\n", isEscaped: false, line: number)) }
      var scalars = text.unicodeScalars[...]
      while let scalar = scalars.popFirst() {
        if scalar == "\\", let next = scalars.first, "\\~=#{}:n".unicodeScalars.contains(next) {
          scalars.removeFirst()
          characters.append(GIFTCharacter(scalar: next == "n" ? "\n" : next, isEscaped: true, line: number))
        } else {
          characters.append(GIFTCharacter(scalar: scalar, isEscaped: false, line: number))
        }
      }
    }
    self = characters[...]
  }

  /// The text it says, with white space taken from its ends, written-out line ends included.
  var text: String {
    var view = String.UnicodeScalarView()
    for character in self { view.append(character.scalar) }
    return String(view).trimmed
  }

  var isBlank: Bool { allSatisfy { $0.scalar.properties.isWhitespace } }

  /// Without the white space of the file at its ends.
  var stripped: GIFTSlice {
    func isSpace(_ character: GIFTCharacter) -> Bool {
      !character.isEscaped && character.scalar.properties.isWhitespace
    }
    let rest = drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return [] }
    return rest[...last]
  }

  /// Where a mark of several characters begins, none of them escaped.
  func firstMark(_ mark: String, from start: Int? = nil) -> Int? {
    let mark = Array<Unicode.Scalar>(mark.unicodeScalars)
    guard count >= mark.count else { return nil }
    var index = start ?? startIndex
    while index + mark.count <= endIndex {
      if zip(self[index...], mark).allSatisfy({ $0.marks($1) }) { return index }
      index += 1
    }
    return nil
  }

  func lastMark(_ mark: String) -> Int? {
    var found: Int?, start = startIndex
    while let next = firstMark(mark, from: start) { (found, start) = (next, next + 1) }
    return found
  }

  /// Cuts before each unescaped mark.
  /// - Returns: what stands before the first, and each mark with what follows it.
  func cut(at marks: Set<Unicode.Scalar>) -> (front: GIFTSlice, parts: [(mark: GIFTCharacter, text: GIFTSlice)]) {
    let places = indices.filter { !self[$0].isEscaped && marks.contains(self[$0].scalar) }
    let ends = places.dropFirst() + [endIndex]
    return (self[..<(places.first ?? endIndex)], zip(places, ends).map { (self[$0], self[($0 + 1)..<$1]) })
  }

  /// The text, and its format where it begins with the name of one in brackets.
  func formatted(_ standard: TextFormat) -> FormattedText {
    let slice = stripped
    guard slice.first?.scalar == "[", let end = slice.firstIndex(where: { $0.scalar == "]" }),
      let format = TextFormat(rawValue: slice[(slice.startIndex + 1)..<end].text)
    else { return FormattedText(slice.text, standard) }
    return FormattedText(slice[(end + 1)...].text, format)
  }

  /// The text; nil where it is empty.
  func feedback(_ standard: TextFormat) -> FormattedText? {
    let text = formatted(standard)
    return text.text.isEmpty ? nil : text
  }
}
