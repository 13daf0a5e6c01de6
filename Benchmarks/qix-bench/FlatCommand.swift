internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-bench flat`
struct FlatCommand: Trial {
  static let declaration = Declaration(
    "flat", "Measure what a grant costs as the ledger grows.", roles: .everyone,
    discussion: """
      The ledger is filled to the number of wallets, and to ten times as much again and again. At each size some grants \
      more are timed, each run a process of its own; wallets stay the same, so that only the ledger's size differs.
      """,
    examples: [Example("qix-bench flat --transfers 1000000 --directory /dev/shm", "from 10,000 to a million")])

  static let shortest = ["--transfers", "1000", "--wallets", "100", "--lines", "100", "--runs", "1"]

  @Option(
    "transfers", .integer(in: 1...100_000_000), "Size of the ledger up to which it is measured", default: "10000000")
  private var most: Int
  @Option("wallets", .integer(in: 1...10_000_000), "Wallets, and the first size", default: "10000")
  private var wallets: Int
  @Option("lines", .integer(in: 1...10_000_000), "Grants that are timed", default: "20000") private var lines: Int
  @Option("runs", .integer(in: 1...100), "How often at each size", default: "5") private var runs: Int
  @Option("keys", .choice(of: GrantFile.Keys.self), "Keys in the file: ordered, random, or none", default: "ordered")
  private var keys: GrantFile.Keys
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let subject = options.subject(in: folder)
    try subject.initialise()
    var report = Report(
      "flat", ["transfers", "wall µs a grant", "cpu µs a grant", "to the first", "peak MB", "sync µs", "syncs/s"])
    var done = 0
    var size = wallets
    var first: Double?
    while size <= most {
      _ = try grant(max(0, size - done), after: &done, to: subject, in: folder, everybody: done == 0)
      let probe = try SyncProbe(in: folder.path)
      var outcomes: [ChildProcess.Outcome] = []
      for _ in 0..<runs { outcomes += try grant(lines, after: &done, to: subject, in: folder) }
      let wall = (outcomes.map(\.wall).median ?? 0) / Double(lines)
      let processor = (outcomes.map(\.processor).median ?? 0) / Double(lines)
      let reference = first ?? processor
      first = reference
      report.add(
        .integer(Int64(size)), .decimal(wall, places: 2), .decimal(processor, places: 2),
        .decimal(processor / reference, places: 2), .integer((outcomes.map(\.peakMemory).max() ?? 0) / 1_000_000),
        .decimal(probe.median, places: 0), .decimal(probe.rate, places: 0))
      size *= 10
    }
    return report.asMarkdown(options.isMarkdown)
  }

  /// Adds grants from a file of their own.
  private func grant(
    _ count: Int, after done: inout Int, to subject: Subject, in folder: borrowing WorkFolder, everybody: Bool = false
  ) throws -> [ChildProcess.Outcome] {
    guard count > 0 else { return [] }
    let file = try GrantFile(
      "\(folder.path)/grants.csv", lines: count, wallets: wallets, keys: keys, from: done + 1, everybody: everybody)
    done += count
    return [try subject.run("coins", "issue", "--file", file.path, "--create-users", "--quiet")]
  }
}
