internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-bench all`
struct AllCommand: StandaloneCommand {
  static let trials = Trials([
    GrantsCommand.self, StartupCommand.self, VerifyCommand.self, FlatCommand.self, MergeCommand.self,
    VaultCommand.self, TimingCommand.self, ShakesCommand.self, ServeCommand.self, ListenersCommand.self,
    TVCommand.self, VouchersCommand.self, RedeemCommand.self, ReceiptsCommand.self, DuplicatesCommand.self,
    ScanCommand.self,
  ])

  static let declaration = Declaration(
    "all", "Run every benchmark with its defaults.", roles: .everyone,
    examples: [
      Example("qix-bench all --directory /dev/shm", "some minutes, in memory"),
      Example("qix-bench all --short", "whether each still works, in seconds"),
    ])

  private let selection = Trials.Options()
  private let options = BenchOptions()

  func run(in context: Context) throws -> Printed {
    try Self.trials.run(options.words, selection, in: context)
    return Printed()
  }
}
