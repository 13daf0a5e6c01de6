internal import QixKernel

extension CommandGroup {
  /// A hint without the sentences that name a command which its reader may not run: an app shows to its customers what
  /// it was told, and neither can do anything with it. Nil where no sentence is left.
  /// - Parameter program: what a command's words begin with.
  func hint(_ hint: String, for principal: Principal, program: String) -> String? {
    guard hint.utf8.contains(UInt8(ascii: "`")) else { return hint }
    let kept = Self.sentences(of: hint).filter { sentence in
      sentence.split(separator: "`", omittingEmptySubsequences: false).enumerated().allSatisfy { place, code in
        // Every second piece stands between two backticks.
        let words = code.split(separator: " ").map(String.init)
        return place % 2 == 0 || words.first != program || mayRun(words, principal)
      }
    }
    return kept.isEmpty ? nil : kept.joined(separator: " ")
  }

  /// - Parameter words: the program's name first, arguments last.
  private func mayRun(_ words: [String], _ principal: Principal) -> Bool {
    var group = self
    for (index, word) in words.enumerated().dropFirst() {
      switch group.children.first(where: { $0.name == word }) {
      case .group(let next)?: group = next
      case .command(let type)?:
        guard !type.isStandalone else { return true }
        let gate = Gate(path: Array(words.prefix(through: index)), declaration: type.declaration)
        return (try? gate.admit(principal, reveals: false)) != nil
      case nil: return true
      }
    }
    return true
  }

  /// Behind each full stop outside of backticks that a blank follows.
  private static func sentences(of text: String) -> [Substring] {
    var (sentences, start, isCode) = ([Substring](), text.startIndex, false)
    for index in text.indices {
      if text[index] == "`" { isCode.toggle() }
      let next = text.index(after: index)
      guard !isCode, text[index] == ".", next < text.endIndex, text[next] == " " else { continue }
      sentences.append(text[start...index])
      start = text.index(after: next)
    }
    if start < text.endIndex { sentences.append(text[start...]) }
    return sentences
  }
}
