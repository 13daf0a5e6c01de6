/// Splits a line as a POSIX shell would, as far as examples in documentation need it.
package enum ShellWords {
  /// The words of the first simple command of the line whose first word is the program's name, without that word.
  ///
  /// Commands are separated by `|`, `&&`, `||` and `;`; a redirection ends a command's words. Nil when there is none.
  package static func firstCommand(of line: String, named program: String) -> [String]? {
    for command in commands(of: line) where command.first == program { return Array(command.dropFirst()) }
    return nil
  }

  private static func commands(of line: String) -> [[String]] {
    var commands: [[String]] = [[]]
    var word: String?
    var quote: Character?
    var isEscaped = false
    var inRedirection = false
    func endWord() {
      if let word, !inRedirection { commands[commands.count - 1].append(word) }
      word = nil
    }
    for character in line {
      if isEscaped {
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
