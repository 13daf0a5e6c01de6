internal import Measuring
internal import QixKernel
internal import QixTerminal

/// `qix-bench all`
struct AllCommand: OldStandaloneCommand {
  static let trials = Trials([
    GrantsCommand.self, StartupCommand.self, VerifyCommand.self, FlatCommand.self, MergeCommand.self,
    VaultCommand.self, TimingCommand.self, ShakesCommand.self, TVCommand.self, VouchersCommand.self,
    RedeemCommand.self, ReceiptsCommand.self, DuplicatesCommand.self, ScanCommand.self,
  ])

  static let declaration = Declaration(
    "all", "Run every benchmark with its defaults.", roles: .everyone,
    parameters: [Trials.short, Trials.only] + BenchOptions.parameters,
    examples: [
      Example("qix-bench all --directory /dev/shm", "some minutes, in memory"),
      Example("qix-bench all --short", "whether each still works, in seconds"),
    ])

  private let words: [String]
  private let names: [String]
  private let isShort: Bool

  init(_ arguments: Arguments) throws {
    let options = try BenchOptions(arguments)
    words =
      ["--qix", options.program, "--source", options.source, "--directory", options.directory]
      + (options.isMarkdown ? ["--markdown"] : [])
    names = arguments[Trials.only]
    isShort = arguments[Trials.short]
  }

  func run(in context: Context) throws { try Self.trials.run(words, only: names, isShort: isShort, in: context) }
}
