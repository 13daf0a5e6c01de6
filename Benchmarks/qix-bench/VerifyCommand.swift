internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-bench verify`
struct VerifyCommand: Trial {
  static let declaration = Declaration(
    "verify", "Recompute the whole ledger with qix coins verify.", roles: .everyone,
    examples: [Example("qix-bench verify --directory /dev/shm", "a million transfers")])

  static let shortest = ["--transfers", "1000", "--runs", "1"]

  @Option("transfers", .integer(in: 1...100_000_000), "Transfers in the ledger", default: "1000000")
  private var transfers: Int
  @Option("runs", .integer(in: 1...100), "How often it runs", default: "5") private var runs: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let subject = options.subject(in: folder)
    try subject.initialise()
    let file = try GrantFile("\(folder.path)/grants.csv", lines: transfers, wallets: max(1, transfers / 10))
    try subject.run("coins", "issue", "--file", file.path, "--create-users", "--quiet")
    var report = Report("verify", ["command", "wall s", "cpu s", "peak MB", "sync µs", "syncs/s"])
    for _ in 0..<runs {
      let probe = try SyncProbe(in: folder.path)
      let outcome = try subject.run("coins", "verify")
      report.add(
        .text("coins verify"), .decimal(Double(outcome.wall) / 1e6, places: 2),
        .decimal(Double(outcome.processor) / 1e6, places: 2), .integer(outcome.peakMemory / 1_000_000),
        .decimal(probe.median, places: 0), .decimal(probe.rate, places: 0))
    }
    return report.asMarkdown(options.isMarkdown)
  }
}
