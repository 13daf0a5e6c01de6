internal import QixKernel
internal import QixTerminal

/// `qix-stress all`
struct AllCommand: StandaloneCommand {
  private static let times = Option<Int>("times", .integer(in: 1...100_000), "Everything so many times", default: "1")

  static let declaration = Declaration(
    "all", "Every trial, half a minute in all.", roles: .everyone, parameters: [times] + StressOptions.parameters,
    examples: [Example("qix-stress all --times 20", "ten minutes")])

  private let times: Int
  private let words: [String]

  init(_ arguments: Arguments) throws {
    times = try arguments.require(Self.times)
    let options = try StressOptions(arguments, rounds: 0)
    words =
      ["--qix", options.program, "--directory", options.directory]
      + (options.rounds > 0 ? ["--rounds", "\(options.rounds)"] : [])
  }

  func run(in context: Context) throws {
    let commands: [any Command.Type] = [
      KillCommand.self, CrowdCommand.self, RepeatCommand.self, ClockCommand.self, MergeCommand.self, VaultCommand.self,
      BudgetCommand.self, RedeemCommand.self,
    ]
    for _ in 0..<times {
      for command in commands {
        let declaration = command.declaration
        try command.init(Arguments(words, for: declaration, globals: context.terminal.globals)).run(in: context)
      }
    }
  }
}
