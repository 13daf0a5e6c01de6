internal import QixShake

/// A text in Markdown as a terminal shows it: paragraphs wrapped, the rest as it was written, which Markdown is made for.
struct MarkdownPage {
  private let lines: [String]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).sanitised() }
  }

  /// - Parameter width: in columns of a terminal.
  func text(width: Int) -> String {
    var result: [String] = [], paragraph: [Substring] = []
    var isCode = false
    func flush() {
      if !paragraph.isEmpty { result += Self.wrapped(paragraph, width) }
      paragraph = []
    }
    for line in lines {
      let isFence = line.trimmed.hasPrefix("```") || line.trimmed.hasPrefix("~~~")
      if isFence || isCode || line.trimmed.isEmpty || Self.standsAlone(line) {
        flush()
        result.append(line)
        if isFence { isCode.toggle() }
      } else {
        paragraph += line.split(separator: " ")
      }
    }
    flush()
    return result.joined(separator: "\n")
  }

  /// Headings, items of lists, quotations, tables and indented code keep their lines.
  private static func standsAlone(_ line: String) -> Bool {
    guard let first = line.first else { return true }
    if line.hasPrefix("    ") || "#>|".contains(first) { return true }
    let rest = line.drop { $0 == " " }
    if ["- ", "* ", "+ "].contains(where: { rest.hasPrefix($0) }) { return true }
    let digits = rest.prefix { $0.isNumber }
    return !digits.isEmpty && [".", ")"].contains(rest.dropFirst(digits.count).first)
  }

  private static func wrapped(_ words: [Substring], _ width: Int) -> [String] {
    var lines: [String] = [], line = ""
    for word in words {
      if !line.isEmpty, line.displayWidth + 1 + word.displayWidth > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
