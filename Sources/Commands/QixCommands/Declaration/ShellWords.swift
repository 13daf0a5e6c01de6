/// Splits a line as a POSIX shell would, as far as examples in documentation need it.
package enum ShellWords {
  /// Returns the words of the line's first simple command that begins with the program's name, without that word.
  ///
  /// Commands are separated by `|`, `&&`, `||` and `;`; a redirection ends a command's words. Variables may be set before
  /// the name, by what other commands print (`$(…)`) too; a word that is such a variable (`"$trf"`) is replaced by what it
  /// may stand for, an identifier that begins so. Nil when there is none.
  package static func firstCommand(of line: String, named program: String) -> [String]? {
    for command in commands(of: line) {
      let words = command.drop(while: isAssignment)
      if words.first == program { return words.dropFirst().map(standIn) }
    }
    return nil
  }

  /// `NAME=value`
  private static func isAssignment(_ word: String) -> Bool {
    guard let sign = word.firstIndex(of: "="), let first = word.first, !first.isNumber, sign > word.startIndex else {
      return false
    }
    return word[..<sign].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// What a word may be that is a variable: `$trf`.
  private static func standIn(_ word: String) -> String {
    let name = word.dropFirst()
    guard word.hasPrefix("$"), name.count == 3 || name.count == 4, name.allSatisfy({ $0.isASCII && $0.isLowercase })
    else { return word }
    return "\(name)_01m7w9tzg3f7fs9hn862jj74bb"
  }

  private static func commands(of line: String) -> [[String]] {
    var commands: [[String]] = [[]]
    var word: String?
    var quote: Character?
    var isEscaped = false
    var inRedirection = false
    // How deep in `$(…)`; what stands there belongs to the word.
    var depth = 0
    func endWord() {
      if let word, !inRedirection { commands[commands.count - 1].append(word) }
      word = nil
    }
    for character in line {
      if depth > 0 || (character == "(" && quote != "'" && word?.hasSuffix("$") == true) {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        word = (word ?? "") + String(character)
      } else if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else {
        switch character {
        case "'", "\"":
          quote = character
          word = word ?? ""
        case " ", "\t", "\n": endWord()
        case "|", "&", ";":
          endWord()
          inRedirection = false
          if commands.last?.isEmpty == false { commands.append([]) }
        case "<", ">":
          // A number right before it is the descriptor that is redirected.
          if word?.allSatisfy(\.isWholeNumber) == true { word = nil }
          endWord()
          inRedirection = true
        default: word = (word ?? "") + String(character)
        }
      }
    }
    endWord()
    return commands
  }
}

extension String {
  /// The text as one word of a POSIX shell's line.
  package var quotedForShell: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
