internal import Measuring
internal import QixKernel
internal import QixTerminal

/// `qix-stress all`
struct AllCommand: OldStandaloneCommand {
  static let trials = Trials([
    KillCommand.self, CrowdCommand.self, RepeatCommand.self, ClockCommand.self, MergeCommand.self, VaultCommand.self,
    BudgetCommand.self, RedeemCommand.self,
  ])

  private static let times = OldOption<Int>(
    "times", .integer(in: 1...100_000), "Everything so many times", default: "1")

  static let declaration = Declaration(
    "all", "Every trial, a minute in all.", roles: .everyone,
    parameters: [times, Trials.short, Trials.only] + StressOptions.shared,
    examples: [
      Example("qix-stress all --times 20", "twenty minutes"),
      Example("qix-stress all --short", "whether each still works, in seconds"),
    ])

  private let times: Int
  private let words: [String]
  private let names: [String]
  private let isShort: Bool

  init(_ arguments: Arguments) throws {
    times = try arguments.require(Self.times)
    words = try StressOptions.sharedWords(arguments)
    names = arguments[Trials.only]
    isShort = arguments[Trials.short]
  }

  func run(in context: Context) throws {
    for _ in 0..<times { try Self.trials.run(words, only: names, isShort: isShort, in: context) }
  }
}
