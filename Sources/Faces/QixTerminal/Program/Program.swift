package import QixCommands
package import QixKernel

/// The whole command-line program: from the words it was called with to its exit code.
package struct Program: Sendable {
  package let tree: CommandTree
  private let makeContext: @Sendable (GlobalOptions) throws -> Context

  /// Returns the error for a first word that is no command here, where more than that can be said.
  package var absent: @Sendable (String) -> UsageError? = { _ in nil }
  /// The groups in which the help lists the program's nouns.
  package var sections: @Sendable () -> [HelpSection] = { [] }
  /// The headings of the guides.
  package var guides: @Sendable () -> [GuideHeading] = { [] }
  /// What words that people look for are called in the help.
  package var synonyms: @Sendable () -> [String: [String]] = { [:] }
  /// Words that people try in place of a command's.
  package var leads: @Sendable () -> [(key: String, value: String)] = { [] }

  package var name: String { tree.program }
  package var version: String { tree.version }

  /// - Parameters:
  ///   - summary: one sentence, the first line of the help.
  ///   - nodes: the commands, to which `help`, `completions`, `man` and `version` are added.
  ///   - context: prepares what commands work in (home folder, services); called only when a command that needs it
  ///     runs. The program adds the terminal.
  package init(
    name: String, version: String, summary: Sentence, nodes: [CommandNode],
    context: @escaping @Sendable (GlobalOptions) throws -> Context
  ) {
    tree = CommandTree(unchecked: CommandGroup(name, summary, nodes + Self.builtIn), version: version)
    makeContext = context
  }

  /// Makes a program of the commands of all modules of a registry, in their order.
  package init(
    name: String, version: String, summary: Sentence, registry: Registry,
    context: @escaping @Sendable (GlobalOptions) throws -> Context
  ) {
    let nodes = registry.modules.flatMap { ($0.commandPart as? CommandPart)?.module.commands ?? [] }.joined
    self.init(name: name, version: version, summary: summary, nodes: nodes, context: context)
    leads = { registry.modules.flatMap { ($0.commandPart as? CommandPart)?.module.leads.map { $0 } ?? [] } }
  }

  private static var builtIn: [CommandNode] {
    [
      .command(HelpCommand.self), .command(CompletionsCommand.self), .command(ManCommand.self),
      .command(VersionCommand.self),
    ]
  }

  /// Runs a command line and returns the exit code.
  /// - Parameters:
  ///   - words: without the program's own name.
  ///   - fault: what is wrong with the words themselves; it is all that is told then.
  ///   - config: the person's config file, or what is wrong with it; it is told in place of what a command would do.
  package func run(
    _ words: [String], streams: Streams = .process, environment: Environment = .process,
    config: FoundConfig? = nil, fault: UsageError? = nil
  ) -> Int32 {
    var run = Run(
      program: self, words: words, fault: fault, streams: streams, environment: environment, config: config)
    return run.run()
  }

  /// Returns the error for a word that is no command behind these, where more than that can be said.
  /// - Parameter line: all words of it.
  func fault(_ path: [String], _ word: String, in line: [String]) -> UsageError? {
    if path.count == 1, let fault = absent(word) { return fault }
    let place = lead((path.dropFirst() + [word]).joined(separator: " "))
    if let place { return .leading(word, in: path.joined(separator: " "), to: place) }
    let rest = line.drop { $0 != word }.dropFirst()
    return path.count == 1 ? verb(word, before: rest.first) : rest.isEmpty ? thing(word, in: path) : nil
  }

  func context(
    _ invocation: Invocation, of command: any AnyCommand.Type, _ terminal: Terminal, _ environment: Environment
  ) throws -> Context {
    var context: Context
    if command.isStandalone {
      context = .unprepared
      context.clock = terminal.clock
    } else {
      context = try makeContext(terminal.globals)
    }
    context.commands = tree
    context.environment = environment
    context[ProgramKey.self] = self
    var terminal = terminal
    terminal.findZone = context.displayZone
    context.equip(terminal, invocation, isStandalone: command.isStandalone)
    return context
  }
}

/// The place of the program in the context, for commands that speak of the commands there are.
package enum ProgramKey: ContextKey {
  package static var defaultValue: Program { unprepared("program") }
}

extension Context {
  package var program: Program { self[ProgramKey.self] }
}
