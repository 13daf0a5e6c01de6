internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal
internal import Rewards

/// `qix-bench redeem`
struct RedeemCommand: Trial {
  static let declaration = Declaration(
    "redeem", "Redeem a reward that is delivered by a voucher.", roles: .everyone,
    discussion: """
      Milliseconds for qix reward redeem from the start of the process to its end, with the vault unlocked and from a \
      key file without an agent, and for the transaction alone, through the library. One redemption takes coins and a \
      piece of stock, hands over a voucher of a list, and commits once. Each is given over a sync of the disk too: an \
      fdatasync of four kilobytes runs after each, and its median is taken off. All take turns, so that what the \
      machine does meanwhile meets all of them; --version, which does nothing, is what a start costs.
      """,
    examples: [Example("qix-bench redeem --directory /dev/shm", "without the disk's part")])

  static let shortest = ["--runs", "10"]

  @Option("runs", .integer(in: 10...100_000), "How often each runs", default: "200") private var runs: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let subject = options.subject(in: folder)
    try subject.initialise()
    let stand = try RewardStand(subject, stock: 3 * runs, users: 3 * runs)
    let service = try stand.service()
    var measured = ["--version", "redeem, key file", "the transaction alone", "redeem, agent"].map(Measured.init)
    let probe = try SyncProbe(in: folder.path)
    for run in 0..<runs {
      measured[0].add(try ChildProcess.run([subject.program, "--version"]))
      measured[1].add(try ChildProcess.run(stand.words(of: 3 * run)), sync: try sync(in: folder.path))
      let (start, used) = (Stopwatch.now, Stopwatch.processor)
      _ = try service.redeem("coffee", user: "user-\(3 * run + 1)", key: RewardStand.key(of: 3 * run + 1))
      measured[2].add(
        wall: Stopwatch.now - start, processor: Stopwatch.processor - used, sync: try sync(in: folder.path))
    }
    // The agent answers whoever comes from now on, so it comes last.
    try subject.run("vault", "unlock", "--key-file", "\(subject.home)/vault.key")
    defer { _ = try? subject.run("vault", "lock") }
    for run in 0..<runs {
      measured[3].add(try ChildProcess.run(stand.words(of: 3 * run + 2)), sync: try sync(in: folder.path))
    }
    try stand.verify()
    var report = Report(
      "redeem", ["what", "median ms", "10th of 100", "90th of 100", "cpu ms", "over a sync", "sync µs", "syncs/s"])
    for one in measured { one.add(to: &report, probe) }
    return report.asMarkdown(options.isMarkdown)
  }

  private func sync(in folder: String) throws -> Double { try SyncProbe(in: folder, count: 1).median }

  /// What the runs of one kind took, in microseconds.
  private struct Measured {
    let name: String
    var times: [Int64] = []
    var processor: [Int64] = []
    var syncs: [Double] = []

    init(_ name: String) { self.name = name }

    mutating func add(_ outcome: ChildProcess.Outcome, sync: Double? = nil) {
      add(wall: outcome.wall, processor: outcome.processor, sync: sync)
    }

    mutating func add(wall: Int64, processor used: Int64, sync: Double?) {
      times.append(wall)
      processor.append(used)
      if let sync { syncs.append(sync) }
    }

    func add(to report: inout Report, _ probe: SyncProbe) {
      let sorted = times.sorted()
      let median = (times.median ?? 0) / 1_000
      report.add(
        .text(name), .decimal(median, places: 2), .decimal(Double(sorted[sorted.count / 10]) / 1_000, places: 2),
        .decimal(Double(sorted[sorted.count * 9 / 10]) / 1_000, places: 2),
        .decimal((processor.median ?? 0) / 1_000, places: 2),
        syncs.median.map { .decimal(median - $0 / 1_000, places: 2) } ?? .missing, .decimal(probe.median, places: 0),
        .decimal(probe.rate, places: 0))
    }
  }
}
