internal import QixCommands
internal import QixKernel

/// The help of one place of the tree: summary, usage, then examples, since they are what is read first.
struct HelpPage {
  private let place: CommandTree.Place
  /// Without the global options.
  private let isShort: Bool
  private let sections: @Sendable () -> [HelpSection]

  init(_ place: CommandTree.Place, isShort: Bool, sections: @escaping @Sendable () -> [HelpSection] = { [] }) {
    self.place = place
    self.isShort = isShort
    self.sections = sections
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

  /// The page about the options that every command takes.
  static func options(width: Int) -> String {
    let ending = """
      You can write them anywhere on the line. Put options you always use into $XDG_CONFIG_HOME/qix/config, else \
      ~/.config/qix/config: `zone = Europe/Rome`, or `true` for an option without a value. The line overrides the \
      environment, and the environment overrides the file.

      On a terminal, tables shorten identifiers to their last letters; commands take these too. Empty columns are left \
      out, and all times are in one zone, named below. --wide prints everything. With --tsv, --csv and --json, and in \
      a pipe or file, everything is whole and times are UTC.

      The zone is --zone, else the setting upkeep.time-zone, else UTC. 2027-06-30 is a day in it: --since counts from \
      its start, --until to its end. 2027-06-30T12:00 is local time there. 24h or P7D count back from now, or forward \
      for future times. You can also write today, yesterday, 'last month', 'this year' or 'next week'.
      """
    return TextLayout.wrap("Options of all commands.", width: width) + "\n"
      + TextLayout.list(GlobalParameters.all.map { (UsageLine.term($0), UsageLine.help($0)) }, width: width) + "\n"
      + TextLayout.wrap(ending, width: width)
  }

  func text(width: Int, colors: Bool) -> String {
    var sections: [String] = []
    if !place.node.summary.isEmpty { sections.append(TextLayout.wrap("\(place.node.summary).", width: width)) }
    if case .command(let type) = place.node, let retirement = type.declaration.retirement {
      sections.append(TextLayout.wrap(retirement.sentence(place.path).description, width: width))
    }
    sections.append(UsageLine.text(of: place, width: width))
    func add(_ title: String, _ body: String) {
      if !body.isEmpty { sections.append(Style.bold(title + ":", colors) + "\n" + body) }
    }
    add("Examples", examples(width: width))
    let discussion = place.node.discussion.description
    if !discussion.isEmpty { sections.append(TextLayout.wrap(discussion, width: width)) }
    for (title, body) in commands(width: width, colors: colors) { add(title, body) }
    add("Arguments", list(place.forms.filter { $0.kind == .positional }, width: width))
    add("Options", list(place.forms.filter { $0.kind != .positional }, width: width))
    if !isShort {
      sections.append(
        TextLayout.wrap("Options of all commands: \(globals); `\(place.path[0]) help options`.", width: width))
    }
    if !place.roles.isEmpty { sections.append(TextLayout.wrap("Roles: \(place.rolesText)", width: width)) }
    if let answers { sections.append(TextLayout.wrap(answers, width: width)) }
    if let closing { sections.append(TextLayout.wrap(closing, width: width)) }
    return sections.joined(separator: "\n")
  }

  private func examples(width: Int) -> String {
    (place.declaration?.examples ?? []).map { example in
      TextLayout.wrap(example.explanation.description, width: width, indent: 2)
        + TextLayout.command(example.line, width: width, indent: 4)
    }.joined(separator: "\n")
  }

  private var globals: String {
    GlobalParameters.all.filter { form in !place.forms.contains { $0.label == form.label } }.map(\.label)
      .joined(separator: " ")
  }

  /// The commands under their titles: those of the program in its sections, where it has any.
  private func commands(width: Int, colors: Bool) -> [(title: String, body: String)] {
    func body(_ nodes: [CommandNode]) -> String {
      TextLayout.list(nodes.map { ($0.name, $0.summary.description) }, width: width) { Style.bold($0, colors) }
    }
    var rest = place.node.children
    var parts: [(title: String, body: String)] = []
    for section in place.path.count == 1 ? sections() : [] {
      let nodes = section.names.compactMap { name in rest.first { $0.name == name } }
      rest.removeAll { node in nodes.contains { $0.name == node.name } }
      parts.append((section.title, body(nodes)))
    }
    return parts + [(parts.isEmpty ? "Commands" : "More", body(rest))]
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
    return "Run `\(place.text) COMMAND --help` for a command's options and examples."
  }
}
