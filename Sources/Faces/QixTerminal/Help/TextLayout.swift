internal import QixCommands

/// Wraps prose and lists for a terminal.
enum TextLayout {
  /// Breaks paragraphs at spaces. Lines that begin with a space are kept as they are.
  static func wrap(_ text: String, width: Int, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      if paragraph.isEmpty { return "\n" }
      if paragraph.hasPrefix(" ") { return margin + paragraph + "\n" }
      return lines(String(paragraph), width: width - indent).map { margin + $0 + "\n" }.joined()
    }.joined()
  }

  /// Pairs in two columns; a term too wide for its column stands on a line of its own.
  static func list(_ items: [(term: String, text: String)], width: Int, style: (String) -> String = { $0 }) -> String {
    let longest = items.map(\.term.displayWidth).filter { $0 <= 28 }.max() ?? 0
    let column = min(longest, 28) + 4
    // On a very narrow terminal the text goes below its term.
    let isNarrow = width < column + 24
    return items.map { term, text in
      let isBelow = isNarrow || term.displayWidth > column - 4
      let start = isNarrow ? 6 : column
      let margin = String(repeating: " ", count: start)
      let wrapped = lines(text, width: max(16, width - start))
      let head = "  " + style(term)
      let gap = String(repeating: " ", count: max(0, column - 2 - term.displayWidth))
      if isBelow { return head + "\n" + wrapped.map { margin + $0 + "\n" }.joined() }
      return head + gap + wrapped.joined(separator: "\n" + margin) + "\n"
    }.joined()
  }

  /// A command as a shell takes it: lines that are too long go on behind a backslash, each with whole options.
  static func command(_ line: String, width: Int, indent: Int) -> String {
    var units: [String] = [], quote: Character?
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let begins = quote == nil && (word.count > 1 && word.hasPrefix("-") || ["|", "<", ">"].contains(word))
      if begins || units.isEmpty { units.append(String(word)) } else { units[units.count - 1] += " " + word }
      for sign in word where sign == "'" || sign == "\"" {
        if quote == nil { quote = sign } else if quote == sign { quote = nil }
      }
    }
    var lines: [String] = []
    for unit in units {
      // Room for the sign of going on, too.
      if let last = lines.last, indent + 2 + last.displayWidth + 1 + unit.displayWidth + 2 <= width {
        lines[lines.count - 1] = last + " " + unit
      } else {
        lines.append(unit)
      }
    }
    let margin = String(repeating: " ", count: indent)
    return margin + "$ " + lines.joined(separator: " \\\n" + margin + "  ") + "\n"
  }

  /// What is said beside the data: lines that are too long go on below at a margin, others are kept as they are.
  /// - Parameter used: the columns in front of the first line, below which nothing else stands.
  static func message(_ text: String, width: Int, behind used: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
      guard (number == 0 ? used : 0) + line.displayWidth > width else { return String(line) }
      let indent = String(line.prefix { $0 == " " })
      let margin = indent + String(repeating: " ", count: max(2, used))
      let room = max(16, width - margin.count)
      return indent + lines(String(line), width: room).joined(separator: "\n" + margin)
    }.joined(separator: "\n")
  }

  /// The words of a text; a command in backticks is one where it fits on a line.
  private static func words(_ text: String, width: Int) -> [String] {
    var words: [String] = []
    var command: [String] = []
    for word in text.split(separator: " ").map(String.init) {
      let isTick = !word.count { $0 == "`" }.isMultiple(of: 2)
      guard isTick || !command.isEmpty else {
        words.append(word)
        continue
      }
      command.append(word)
      if isTick, command.count > 1 {
        let whole = command.joined(separator: " ")
        words += whole.displayWidth <= width ? [whole] : command
        command = []
      }
    }
    return words + command
  }

  /// - Parameter breaksWords: whether a word that is wider than a line goes on in the next one.
  static func lines(_ text: String, width: Int, breaksWords: Bool = false) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(text, width: width) {
      if !line.isEmpty, line.displayWidth + 1 + word.displayWidth > max(1, width) {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
      while breaksWords, line.displayWidth > max(2, width) {
        var (head, used) = (line.startIndex, 0)
        while head < line.endIndex, used + line[head].displayWidth <= max(2, width) {
          used += line[head].displayWidth
          head = line.index(after: head)
        }
        lines.append(String(line[..<head]))
        line = String(line[head...])
      }
    }
    return lines + [line]
  }
}
