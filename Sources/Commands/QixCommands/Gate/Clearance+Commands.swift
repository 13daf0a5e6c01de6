package import QixKernel

/// The commands that the caller may run, so that hints name no others, nor the one that has just failed.
package struct RunnableCommands: Sendable {
  package let tree: CommandTree
  package let principal: Principal
  /// The line that failed; nil where none did.
  package var failed: Line?

  package init(tree: CommandTree, principal: Principal, failed: Line? = nil) {
    (self.tree, self.principal, self.failed) = (tree, principal, failed)
  }

  /// A line of a command: the program's name and the command's words, and all words of the line, which only a hint
  /// asks for.
  package struct Line: Sendable {
    let path: [String]
    let words: @Sendable () -> [String]

    package init(path: [String], _ words: @escaping @Sendable () -> [String]) {
      (self.path, self.words) = (path, words)
    }
  }

  /// Whether a line may be named as advice: it can be run, and isn't the one that has just failed.
  /// Help is anybody's.
  func admits(_ line: String) -> Bool {
    line.hasSuffix(" --help") || !isFailed(line[...]) && isRunnable(line[...])
  }

  private enum Named {
    /// A command, and the words behind its own.
    case command(any AnyCommand.Type, path: [String], rest: ArraySlice<Substring>)
    /// A command that isn't here: its module is switched off.
    case absent
    /// A group, another program, or no line at all.
    case other
  }

  private func named(_ line: Substring) -> Named {
    let words = line.split(separator: " ")
    guard words.first.map({ $0 == tree.program }) ?? false else { return .other }
    var path = [tree.program]
    var nodes = tree.root.children
    for (index, word) in words.enumerated().dropFirst() {
      guard let node = nodes.first(where: { $0.name == word }) else {
        return word.first?.isLowercase ?? false ? .absent : .other
      }
      path.append(node.name)
      switch node {
      case .group(let group): nodes = group.children
      case .command(let type): return .command(type, path: path, rest: words[(index + 1)...])
      }
    }
    return .other
  }

  /// Whether a line names no command that can't be run.
  private func isRunnable(_ line: Substring) -> Bool {
    switch named(line) {
    case .other: return true
    case .absent: return false
    case .command(let type, let path, let rest):
      let gate = Gate(path: path, declaration: type.declaration)
      let reveals = rest.contains { $0.prefix { $0 != "=" } == "--reveal" }
      return type.isStandalone || (try? gate.admit(principal, reveals: reveals)) != nil
    }
  }

  /// Whether a line is the one that failed: with the same options, and nothing that wasn't in it but placeholders.
  private func isFailed(_ line: Substring) -> Bool {
    guard let failed, case .command(let type, failed.path, let rest) = named(line) else { return false }
    // The name alone of a command that takes something stands for any line of it.
    if rest.isEmpty, type.forms.contains(where: \.isRequired) { return true }
    let (own, other) = (rest.map(String.init), failed.words())
    return Self.options(own) == Self.options(other)
      && own.allSatisfy { !$0.contains(where: \.isLowercase) || $0.hasPrefix("--") || other.contains($0) }
  }

  private static func options(_ words: [String]) -> Set<String> {
    Set(words.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) })
  }
}
