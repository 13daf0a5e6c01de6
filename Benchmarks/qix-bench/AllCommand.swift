internal import QixKernel
internal import QixTerminal

/// `qix-bench all`
struct AllCommand: StandaloneCommand {
  static let declaration = Declaration(
    "all", "Run every benchmark with its defaults.", roles: .everyone, parameters: BenchOptions.parameters,
    examples: [Example("qix-bench all --directory /dev/shm", "some minutes, in memory")])

  private let arguments: [String]

  init(_ arguments: Arguments) throws {
    let options = try BenchOptions(arguments)
    var words = ["--qix", options.program, "--source", options.source, "--directory", options.directory]
    if options.isMarkdown { words.append("--markdown") }
    self.arguments = words
  }

  func run(in context: Context) throws {
    let commands: [any Command.Type] = [
      GrantsCommand.self, StartupCommand.self, VerifyCommand.self, FlatCommand.self, MergeCommand.self,
      VaultCommand.self, TimingCommand.self, ShakesCommand.self, TVCommand.self, VouchersCommand.self,
      RedeemCommand.self,
    ]
    for command in commands {
      let declaration = command.declaration
      try command.init(Arguments(arguments, for: declaration, globals: context.terminal.globals)).run(in: context)
    }
  }
}
