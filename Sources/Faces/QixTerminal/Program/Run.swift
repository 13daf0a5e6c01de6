internal import Glibc
internal import QixCalendar
internal import QixCommands
internal import QixKernel

/// One run of the program: finds out what to do, does it, and tells how it went.
struct Run {
  let program: Program
  let words: [String]
  private let fault: UsageError?
  let streams: Streams
  let environment: Environment
  /// Nil where it wasn't read yet.
  private let config: FoundConfig?
  private var globals = GlobalOptions()
  private var areGlobalsRead = false
  /// The limits on what the principal may be told of errors.
  private var clearance: Clearance?
  /// The commands that hints may name; nil for all, before it is known who asks.
  private var commands: RunnableCommands?
  /// Finds the zone of moments in errors; nil before there is a context.
  private var findZone: (@Sendable () -> TimeZone)?
  /// Whether a command that changes something has come to its end.
  private var hasChanged = false

  init(
    program: Program, words: [String], fault: UsageError?, streams: Streams, environment: Environment,
    config: FoundConfig?
  ) {
    self.config = config
    self.program = program
    self.words = words
    self.fault = fault
    self.streams = streams
    self.environment = environment
  }

  mutating func run() -> Int32 {
    IgnoredSignals.ignore()
    do {
      do {
        try dispatch()
      } catch {
        // Output printed before the error comes before it; where that fails, the first error is still the cause.
        try? streams.output.finish()
        throw error
      }
      do {
        try streams.output.finish()
      } catch OutputError.failed(_, let reason) where hasChanged {
        throw Self.lost(reason)
      }
      return ExitCode.done
    } catch OutputError.closed {
      return ExitCode.outputClosed
    } catch OutputError.pagerClosed {
      return ExitCode.done
    } catch {
      return report(error)
    }
  }

  /// Made here, as the compiler of Swift 6.3 crashes at a `Failure` within nested catches.
  private static func lost(_ reason: String) -> Failure {
    Failure(
      "output.failed", .failed, "standard output can't be written: \(reason); the command's change was made",
      hint: """
        With an idempotency key the same command again gives the answer and does nothing twice. Without one, look at what \
        is there before you repeat it: `qix audit show` has the last changes.
        """)
  }

  private mutating func dispatch() throws {
    if let fault { throw fault }
    if words == ["--version"] {
      try streams.output.write("\(program.name) \(program.version)\n")
      return
    }
    var parser = CommandLineParser(root: program.tree.root) { [program, words] in program.fault($0, $1, in: words) }
    do {
      try parser.read(words)
    } catch {
      // Whatever else is wrong with the line, the person asked how it should be; what isn't there has no help.
      guard asksForHelp, !parser.isUnknown else { throw error }
      return try showHelp(parser)
    }
    let wantsHelp = parser.values.contains(GlobalParameters.help) || parser.target.isGroup
    globals = try GlobalOptions(parser.values, environment, config(forHelp: wantsHelp))
    areGlobalsRead = true
    if parser.values.contains(GlobalParameters.version) {
      try streams.output.write("\(program.name) \(program.version)\n")
    } else if wantsHelp {
      try showHelp(parser)
    } else if case .command(let type) = parser.target.node, let command = parser.command {
      try parser.complete(isWhole: !streams.output.isTerminal)
      try execute(type, command, at: parser.target.path, parser.values)
    }
  }

  /// A broken config file must not keep users from the help.
  private func config(forHelp: Bool) throws(UsageError) -> ConfigFile {
    do throws(UsageError) {
      if let config { return try config.get() }
      return try ConfigFile.load(program: program.name, environment)
    } catch {
      if forHelp { return ConfigFile() }
      throw error
    }
  }

  private mutating func execute(
    _ type: any AnyCommand.Type, _ command: PreparedCommand, at path: [String], _ values: ParsedValues
  ) throws {
    let invocation = Invocation(values)
    var terminal = terminal
    terminal.line = [program.name] + words
    var context = try program.context(invocation, of: type, terminal, environment)
    clearance = context.face.clearance
    findZone = context.displayZone
    if !type.isStandalone {
      let line = RunnableCommands.Line(path: path) { [words] in
        words.filter { word in !GlobalParameters.all.contains { word.prefix { $0 != "=" } == $0.label } }
      }
      commands = RunnableCommands(tree: program.tree, principal: context.principal, failed: line)
    }
    if type.declaration.effect == .changes {
      context.runningLine = RunningLine(path: path, values, command.forms, zone: context.face.zone)
    }
    let gate = Gate(path: path, declaration: type.declaration)
    var stranger: String?
    if type.isStandalone {
      // Commands that work without a home folder need no role, and check no token; but a caller that gives one is not
      // the owner, with whose rights files would be written.
      stranger = globals.tokenFile.map { _ in "the holder of a token" }
      if let stranger, gate.declaration.isForOwner { throw GateError.ownerOnly(stranger, gate.command) }
    } else {
      try gate.admit(context.principal, reveals: gate.declaration.reveals != nil && invocation.reveals)
      context.invocation.approvers = gate.approvers(for: context.principal)
      if !context.principal.isOwner { stranger = context.principal.name }
    }
    if streams.endsBehindGate { return }
    try globals.table.check(gate.declaration.answer, format: globals.format)
    try OutputPlaces(program: program.name, stranger: stranger).check(values, of: command.forms)
    try invocation.check(for: type.declaration)
    if let retirement = gate.declaration.retirement { context.face.warn(retirement.sentence(path)) }
    try command.run(values, context)
    hasChanged = type.declaration.effect == .changes && !invocation.isDryRun
  }

  /// A group without a verb shows its help and succeeds, as gh does; the bare program shows the short form.
  private func showHelp(_ parser: CommandLineParser) throws {
    let place = CommandTree.Place(path: parser.target.path, node: parser.target.node)
    let isShort = place.path.count == 1 && !parser.values.contains(GlobalParameters.help)
    try HelpPage(place, isShort: isShort, sections: program.sections).emit(to: terminal, of: program)
  }

  private var terminal: Terminal {
    if !globals.noPager, globals.format == .human, let output = streams.output as? FileOutput {
      // An empty QIX_PAGER switches paging off.
      if let command = environment["QIX_PAGER"] ?? environment["PAGER"], !command.isEmpty { output.page(with: command) }
    }
    return Terminal(streams, globals, environment)
  }

  /// Whether `--help` stands somewhere it could be meant, in a line that couldn't be read.
  private var asksForHelp: Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  private func report(_ error: any Error) -> Int32 {
    let report = ErrorReport(error, for: clearance, naming: commands)
    let config = (try? self.config(forHelp: true)) ?? ConfigFile()
    let globals = areGlobalsRead ? self.globals : GlobalOptions(ofFaulty: words, environment, config)
    let isJSON = globals.format == .json || words.prefix { $0 != "--" }.contains("--json")
    var terminal = Terminal(streams, globals, environment)
    if let findZone { terminal.findZone = findZone }
    try? streams.errors.write(isJSON ? report.json : report.human(program: program.name, in: terminal))
    try? streams.errors.finish()
    return report.exitCode
  }
}

extension CommandLineParser.Target {
  var isGroup: Bool {
    if case .group = node { true } else { false }
  }
}
