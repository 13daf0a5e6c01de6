internal import IdentityContract
internal import QixModule

extension Requirement {
  /// Brackets within brackets at most.
  private static let deepest = 8

  /// Reads `proved-phone and gender`, `account or (given-name and birth-date)`, or `nothing`.
  ///
  /// `and` and `or` don't mix without brackets: readers of the setting need not know which binds more.
  /// - Throws: `SettingError` that names the fault and where it is.
  init(parsing text: String) throws(SettingError) {
    var parser = Parser(words: Self.words(text))
    self = try parser.requirement(depth: 0)
    if let rest = parser.peek { throw SettingError("'\(rest)' stands where 'and' or 'or' should") }
  }

  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in text {
      if character.isWhitespace || character == "(" || character == ")" {
        if !word.isEmpty { words.append(word) }
        word = ""
        if !character.isWhitespace { words.append(String(character)) }
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The words that name one thing.
  static var vocabulary: [String] {
    ProfileField.allCases.map(\.rawValue) + ["proved-phone", "proved-email", "account", "nothing"]
  }

  private static func item(_ word: String) throws(SettingError) -> Requirement {
    switch word {
    case "nothing": return .nothing
    case "account": return .account
    case "proved-phone": return .proof(.phone)
    case "proved-email": return .proof(.email)
    default:
      if let field = ProfileField(rawValue: word) { return .field(field) }
      throw SettingError(
        "'\(word)' can't be required", hint: "Words: \(vocabulary.joined(separator: ", ")).")
    }
  }

  private struct Parser {
    let words: [String]
    private var index = 0

    init(words: [String]) { self.words = words }

    var peek: String? { index < words.count ? words[index] : nil }

    mutating func requirement(depth: Int) throws(SettingError) -> Requirement {
      guard depth <= Requirement.deepest else {
        throw SettingError("there are more than \(Requirement.deepest) brackets within one another")
      }
      var parts = [try part(depth: depth)]
      guard let joint = peek, joint == "and" || joint == "or" else { return parts[0] }
      while let next = peek, next != ")" {
        guard next == "and" || next == "or" else { break }
        guard next == joint else {
          throw SettingError("'and' and 'or' stand side by side", hint: "Put brackets around what belongs together.")
        }
        index += 1
        parts.append(try part(depth: depth))
      }
      guard !parts.contains(.nothing) else { throw SettingError("'nothing' stands beside something else") }
      return joint == "and" ? .all(parts) : .any(parts)
    }

    private mutating func part(depth: Int) throws(SettingError) -> Requirement {
      guard let word = peek else {
        throw SettingError(
          index == 0 ? "it is empty" : "something is missing after '\(words[index - 1])'",
          hint: "Write 'nothing' if an account level requires nothing.")
      }
      index += 1
      guard word == "(" else {
        guard word != ")", word != "and", word != "or" else {
          throw SettingError("'\(word)' stands where a word should")
        }
        return try Requirement.item(word)
      }
      let inner = try requirement(depth: depth + 1)
      guard peek == ")" else { throw SettingError("a bracket is opened and not closed") }
      index += 1
      return inner
    }
  }
}
