internal import QixKernel

/// The commands that the caller may run, so that hints name no others.
struct RunnableCommands: Sendable {
  let tree: CommandTree
  let principal: Principal

  /// A hint without the clauses that name a command which can't be run, unless they say who runs it; nil where nothing is
  /// left.
  func hint(_ text: String) -> String? {
    let clauses = Self.clauses(of: text)
    let kept = clauses.filter { clause in
      ["operator", "admin"].contains { !clause.words.pieces(separatedBy: $0).dropFirst().isEmpty }
        || Self.quoted(clause.words).allSatisfy(admits)
    }
    guard kept.count < clauses.count else { return text }
    guard let last = kept.last else { return nil }
    var hint = ""
    for clause in kept.dropLast() { hint += clause.words + clause.end }
    hint += last.words
    // The rest begins and ends as a sentence.
    return hint.asSentence + (last.end == "." || !hint.hasSuffix(".") ? "." : "")
  }

  /// Whether a line names no command that can't be run.
  private func admits(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard words.first.map({ $0 == tree.program }) ?? false else { return true }
    var path = [tree.program]
    var nodes = tree.root.children
    for word in words.dropFirst() {
      guard let node = nodes.first(where: { $0.name == word }) else { return true }
      path.append(node.name)
      switch node {
      case .group(let group): nodes = group.children
      case .command(let type):
        guard !type.isStandalone else { return true }
        let gate = Gate(path: path, declaration: type.declaration)
        return (try? gate.admit(principal, reveals: words.contains("--reveal"))) != nil
      }
    }
    return true
  }

  /// Returns the texts between backticks.
  private static func quoted(_ text: Substring) -> [Substring] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map(
      \.element)
  }

  private static let ends = [". ", "; ", ", or "]

  /// The clauses of a text, each with what parts it from the next; what is quoted isn't parted.
  private static func clauses(of text: String) -> [(words: Substring, end: String)] {
    var clauses: [(words: Substring, end: String)] = []
    var (start, position, isQuoted) = (text.startIndex, text.startIndex, false)
    while position < text.endIndex {
      if text[position] == "`" { isQuoted.toggle() }
      if !isQuoted, let end = ends.first(where: { text[position...].hasPrefix($0) }) {
        clauses.append((text[start..<position], end))
        position = text.index(position, offsetBy: end.count)
        start = position
      } else {
        position = text.index(after: position)
      }
    }
    if start < text.endIndex {
      let rest = text[start...]
      clauses.append(rest.hasSuffix(".") ? (rest.dropLast(), ".") : (rest, ""))
    }
    return clauses
  }
}
