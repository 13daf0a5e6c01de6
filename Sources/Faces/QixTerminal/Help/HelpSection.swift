internal import QixCommands
internal import QixKernel

/// Nouns of the program that go together, under a title in its help.
package struct HelpSection: Sendable {
  package let title: String
  package let names: [String]

  package init(_ title: String, _ names: [String]) { (self.title, self.names) = (title, names) }
}

/// A heading of one of the guides, for who looks for a word.
package struct GuideHeading: Sendable, Equatable {
  /// `docs/support.md`
  package let page: String
  package let heading: String

  package init(page: String, heading: String) { (self.page, self.heading) = (page, heading) }
}

extension Program {
  /// The command or group that words lead to which are none here; nil where nobody has thought of them, or the module of
  /// what they lead to is switched off.
  func lead(_ words: String) -> CommandTree.Place? {
    for (tried, meant) in leads() where tried == words {
      if let place = try? tree.place(at: meant.split(separator: " ").map(String.init)) { return place }
    }
    return nil
  }
}

extension Program {
  /// Returns the error for a verb that stands in front of its noun, or alone; nil where no noun has it.
  /// - Parameter next: the word behind it, which may be the noun.
  func verb(_ word: String, before next: String?) -> UsageError? {
    if let next, let place = try? tree.place(at: [next, word]) { return .leading(word, in: name, to: place) }
    let lines = tree.root.children.filter { $0.children.contains { $0.name == word } }.map {
      "`\(name) \($0.name) \(word)`"
    }
    guard let first = lines.first else { return nil }
    return UsageError(
      "'\(name)' has no command '\(word)'",
      hint: lines.count > 4
        ? "The noun comes first, as in \(first)."
        : "There \(lines.count == 1 ? "is" : "are") \(lines.joined(separator: ", ")).")
  }

  /// Returns the error for a thing in place of a verb, where the noun shows one: `qix wallet ada`.
  func thing(_ word: String, in path: [String]) -> UsageError? {
    guard path.count == 2, let group = tree.root.children.first(where: { $0.name == path[1] }),
      case .command(let type)? = group.children.first(where: { $0.name == "show" }),
      type.prepared().forms.contains(where: { $0.kind == .positional }),
      Suggestion.clause(for: word, among: group.children.map(\.name)).isEmpty
    else { return nil }
    let path = path.joined(separator: " ")
    return UsageError(
      "'\(path)' has no command '\(word)'",
      hint: "To see one: `\(path) show \(ShellTables.word(word))`. Run `\(path) --help` for its other commands.")
  }

  /// Follows words down the tree of commands, as for help.
  /// - Throws: `UsageError`, with what is meant where that is known.
  func place(at words: [String]) throws(UsageError) -> CommandTree.Place {
    do throws(UsageError) {
      return try tree.place(at: words)
    } catch {
      if let place = lead(words.joined(separator: " ")), let word = words.last {
        throw .leading(word, in: ([name] + words.dropLast()).joined(separator: " "), to: place)
      }
      throw error
    }
  }
}

extension UsageError {
  /// The error for words that are no command, with the command that does what they mean.
  static func leading(_ word: String, in path: String, to place: CommandTree.Place) -> UsageError {
    UsageError("'\(path)' has no command '\(word)'", hint: "It is `\(place.text)`: \(place.node.summary).")
  }
}
