/// The help of one place of the tree: summary, usage, then examples, since they are what is read first.
struct HelpPage {
  private let place: CommandTree.Place
  /// Without the global options.
  private let isShort: Bool

  init(_ place: CommandTree.Place, isShort: Bool) {
    self.place = place
    self.isShort = isShort
  }

  /// Prints it, or under `--json` the description of the place and all beneath it.
  func emit(to terminal: Terminal, of program: Program) throws(OutputError) {
    if terminal.globals.format == .json {
      try terminal.write(CommandDescription.json(of: place, program: program))
    } else {
      // Lines of prose longer than this are hard to read.
      try terminal.write(text(width: min(terminal.width, 100), colors: terminal.colorsOutput))
    }
  }

  func text(width: Int, colors: Bool) -> String {
    var sections: [String] = []
    if !place.node.summary.isEmpty { sections.append(TextLayout.wrap(place.node.summary + ".", width: width)) }
    sections.append(UsageLine.text(of: place, width: width))
    func add(_ title: String, _ body: String) {
      if !body.isEmpty { sections.append(Style.bold(title + ":", colors) + "\n" + body) }
    }
    add("Examples", examples(width: width))
    if !place.node.discussion.isEmpty { sections.append(TextLayout.wrap(place.node.discussion, width: width)) }
    add("Commands", commands(width: width, colors: colors))
    add("Arguments", list(place.forms.filter { $0.kind == .positional }, width: width))
    add("Options", list(place.forms.filter { $0.kind != .positional }, width: width))
    if !isShort { add("Global options", list(GlobalParameters.all, width: width)) }
    if !place.roles.isEmpty { sections.append(TextLayout.wrap("Roles: \(place.rolesText)", width: width)) }
    if let answers { sections.append(TextLayout.wrap(answers, width: width)) }
    if let closing { sections.append(TextLayout.wrap(closing, width: width)) }
    return sections.joined(separator: "\n")
  }

  private func examples(width: Int) -> String {
    (place.declaration?.examples ?? []).map { example in
      TextLayout.wrap(example.explanation, width: width, indent: 2) + "    $ " + example.line + "\n"
    }.joined(separator: "\n")
  }

  private func commands(width: Int, colors: Bool) -> String {
    TextLayout.list(place.node.children.map { ($0.name, $0.summary) }, width: width) { Style.bold($0, colors) }
  }

  private func list(_ forms: [ParameterForm], width: Int) -> String {
    TextLayout.list(forms.map { (UsageLine.term($0), UsageLine.help($0)) }, width: width)
  }

  private var answers: String? {
    guard let answers = try? place.declaration?.answer?.answers(), let first = answers.first else { return nil }
    let schemas = answers.map(\.schema).joined(separator: ", ")
    return "JSON: \(schemas); '\(place.path[0]) help --schema \(first.name)' says what it contains."
  }

  private var closing: String? {
    guard !place.node.children.isEmpty else { return nil }
    return "Run '\(place.text) COMMAND --help' for a command's options and examples."
  }
}
