package import QixCommands
package import QixKernel

/// A mistake in the declarations, found by the test that builds the tree of all commands.
package struct CommandTreeError: Error, Equatable, CustomStringConvertible {
  package let description: String
}

extension CommandTree {
  /// - Throws: `CommandTreeError` for the first mistake in the declarations; see `check()`.
  package init(
    program: String, version: String, summary: Sentence = "", nodes: [CommandNode]
  ) throws(CommandTreeError) {
    self.init(unchecked: CommandGroup(program, summary, nodes), version: version)
    try check()
  }

  /// Checks that names are well formed and unique among their siblings and the global options, that positionals come
  /// in an order that can be parsed, that defaults are values, and that every example parses.
  package func check() throws(CommandTreeError) {
    for place in places {
      try place.checkChildren()
      try place.checkParameters()
      try checkExamples(of: place)
    }
  }

  /// An example must work as it stands, so it must at least parse: the part before the first pipe or redirection.
  private func checkExamples(of place: Place) throws(CommandTreeError) {
    guard let examples = place.declaration?.examples else { return }
    if examples.isEmpty { throw place.mistake("has no example") }
    for example in examples {
      guard let words = ShellWords.firstCommand(of: example.line, named: program) else {
        throw place.mistake("has an example that doesn't run \(program): \(example.line)")
      }
      var parser = CommandLineParser(root: root)
      do {
        try parser.read(words)
        try parser.complete()
      } catch {
        throw place.mistake("has an example that doesn't parse (\(error.description)): \(example.line)")
      }
      guard parser.target.path == place.path else {
        throw place.mistake("has an example of another command: \(example.line)")
      }
    }
  }
}

extension CommandTree.Place {
  fileprivate func mistake(_ what: String) -> CommandTreeError { CommandTreeError(description: "'\(text)' \(what)") }

  fileprivate func checkChildren() throws(CommandTreeError) {
    var names: Set<String> = []
    for child in node.children {
      guard Self.isWellFormed(child.name) else {
        throw mistake("has a command with the malformed name '\(child.name)'")
      }
      guard names.insert(child.name).inserted else { throw mistake("has two commands called '\(child.name)'") }
      if child.summary.isEmpty { throw mistake("has no summary of '\(child.name)'") }
    }
  }

  fileprivate func checkParameters() throws(CommandTreeError) {
    // A command with a time zone of its own reads and shows its times in that one.
    var names = Set(GlobalParameters.all.map(\.label)).subtracting([GlobalParameters.zone.label])
    var shorts = Set(GlobalParameters.all.compactMap(\.short))
    var last: ParameterForm?
    for form in forms {
      guard Self.isWellFormed(form.name) else {
        throw mistake("has a parameter with the malformed name '\(form.name)'")
      }
      guard names.insert(form.label).inserted else {
        throw mistake("declares \(form.label) twice, or over a global one")
      }
      if let short = form.short, !shorts.insert(short).inserted { throw mistake("uses -\(short) twice") }
      if form.help.isEmpty { throw mistake("has no help for \(form.label)") }
      if let text = form.defaultText {
        do { _ = try form.parse(text) } catch {
          throw mistake(
            """
            has a default of \(form.label) that is not a valid value
            """)
        }
        if form.isRequired { throw mistake("has a default for \(form.label), which is required") }
      }
      guard form.kind == .positional else { continue }
      if let last, last.isRepeated || (form.isRequired && !last.isRequired) {
        throw mistake("takes \(form.label) after \(last.label), which look the same")
      }
      last = form
    }
  }

  /// Lower-case letters, digits and single hyphens, a letter first.
  private static func isWellFormed(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = name.unicodeScalars.first, ("a"..."z").contains(first) else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty && part.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    }
  }
}
