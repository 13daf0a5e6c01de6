internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-stress all`
struct AllCommand: StandaloneCommand {
  static let trials = Trials([
    KillCommand.self, CrowdCommand.self, RepeatCommand.self, ClockCommand.self, MergeCommand.self, DebtCommand.self,
    VaultCommand.self, BudgetCommand.self, RedeemCommand.self,
  ])

  static let declaration = Declaration(
    "all", "Every trial, a minute in all.", roles: .everyone,
    examples: [
      Example("qix-stress all --times 20", "twenty minutes"),
      Example("qix-stress all --short", "whether each still works, in seconds"),
    ])

  @Option("times", .integer(in: 1...100_000), "Everything so many times", default: "1") private var times: Int
  private let selection = Trials.Options()
  private let place = StressPlace()

  func run(in context: Context) throws -> Printed {
    for _ in 0..<times { try Self.trials.run(place.words, selection, in: context) }
    return Printed()
  }
}
