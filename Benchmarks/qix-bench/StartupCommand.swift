internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-bench startup`
struct StartupCommand: Trial {
  static let declaration = Declaration(
    "startup", "Run single commands, from their start to their end.", roles: .everyone,
    discussion: """
      Milliseconds for the whole process: qix --version, qix coins issue, and qix wallet show on a home with many \
      transfers. An issue is given over a sync of the disk: an fdatasync of four kilobytes runs after each, and its \
      median is taken off.
      """,
    examples: [Example("qix-bench startup --directory /dev/shm", "without the disk's part")])

  static let shortest = ["--runs", "3", "--transfers", "1000"]

  @Option("runs", .integer(in: 1...100_000), "How often each runs", default: "200") private var runs: Int
  @Option("transfers", .integer(in: 1...100_000_000), "Transfers in the home before it starts", default: "1000000")
  private var transfers: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let subject = options.subject(in: folder)
    try subject.initialise()
    let wallets = max(1, transfers / 10)
    let file = try GrantFile("\(folder.path)/grants.csv", lines: transfers, wallets: wallets, everybody: true)
    try subject.run("coins", "issue", "--file", file.path, "--create-users", "--quiet")

    var report = Report(
      "startup", ["command", "median ms", "10th of 100", "90th of 100", "cpu ms", "over a sync", "sync µs", "syncs/s"])
    try measure("--version", in: folder, to: &report) { _ in [subject.program, "--version"] }
    try measure("coins issue", in: folder, overSync: true, to: &report) { run in
      subject.words([
        "coins", "issue", "--to", "shop-\(1_000_000 + run % wallets)", "--amount", "1", "--idempotency-key",
        "single-\(run)",
        "--quiet",
      ])
    }
    try measure("wallet show", in: folder, to: &report) { run in
      subject.words(["wallet", "show", "shop-\(1_000_000 + run * 7 % wallets)"])
    }
    return report.asMarkdown(options.isMarkdown)
  }

  private func measure(
    _ name: String, in folder: borrowing WorkFolder, overSync: Bool = false, to report: inout Report,
    _ words: (Int) -> [String]
  ) throws {
    let probe = try SyncProbe(in: folder.path)
    var times: [Int64] = []
    var processor: [Int64] = []
    var syncs: [Double] = []
    for run in 0..<runs {
      let outcome = try ChildProcess.run(words(run))
      times.append(outcome.wall)
      processor.append(outcome.processor)
      if overSync { syncs.append(try SyncProbe(in: folder.path, count: 1).median) }
    }
    times.sort()
    let median = (times.median ?? 0) / 1_000
    report.add(
      .text(name), .decimal(median, places: 2), .decimal(Double(times[runs / 10]) / 1_000, places: 2),
      .decimal(Double(times[runs * 9 / 10]) / 1_000, places: 2), .decimal((processor.median ?? 0) / 1_000, places: 2),
      syncs.median.map { .decimal(median - $0 / 1_000, places: 2) } ?? .missing, .decimal(probe.median, places: 0),
      .decimal(probe.rate, places: 0))
  }
}
