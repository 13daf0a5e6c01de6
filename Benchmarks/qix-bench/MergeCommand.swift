internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-bench merge`
struct MergeCommand: Trial {
  static let declaration = Declaration(
    "merge", "Measure the merge of two users' wallets.", roles: .everyone,
    discussion: """
      Half of the movements of one kind of user are grants, half redemptions; of the other kind all are grants that \
      expire at different moments and are open, the most that a merge can have to move. Timed is the transaction in \
      this process, from the wait for the lock to the end of its sync; the median of a probe's syncs stands beside it. \
      The next redemption out of the merged wallet is a process of its own: the whole of it is timed.
      """,
    examples: [Example("qix-bench merge", "10,000 movements each")])

  static let shortest = ["--movements", "100", "--runs", "1"]

  @Option("movements", .integer(in: 2...10_000_000), "Movements of each of the two users", default: "10000")
  private var movements: Int
  @Option("runs", .integer(in: 1...1_000), "Pairs of users of each kind", default: "9") private var runs: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let subject = options.subject(in: folder)
    try subject.initialise()
    var report = Report(
      "merge",
      [
        "users", "median ms", "fastest ms", "slowest ms", "cpu ms", "lots written", "next redeem ms", "sync µs",
        "syncs/s",
      ])
    for kind in ["spent", "open"] {
      let path = "\(folder.path)/\(kind).jsonl"
      try write(kind, to: path)
      try subject.run("coins", "apply", "--file", path, "--create-users", "--quiet")
      let merging = Merging(subject)
      let probe = try SyncProbe(in: folder.path)
      var (times, processor, redeems): ([Int64], [Int64], [Int64]) = ([], [], [])
      let before = try subject.count(Self.lots)
      for run in 0..<runs {
        let (from, to) = (try merging.user("\(kind)-\(run)-from"), try merging.user("\(kind)-\(run)-to"))
        let (start, before) = (Stopwatch.now, Stopwatch.processor)
        try merging.merge(from, into: to)
        times.append(Stopwatch.now - start)
        processor.append(Stopwatch.processor - before)
        let next = Stopwatch.now
        try subject.run("coins", "redeem", "--from", "\(to)", "--amount", "1", "--quiet")
        redeems.append(Stopwatch.now - next)
      }
      let moved = try (subject.count(Self.lots) - before) / Int64(runs)
      func milliseconds(_ time: Double?) -> Figure { .decimal((time ?? 0) / 1_000, places: 2) }
      report.add(
        .text(kind), milliseconds(times.median), milliseconds(times.min().map(Double.init)),
        milliseconds(times.max().map(Double.init)), milliseconds(processor.median), .integer(moved),
        milliseconds(redeems.median),
        .decimal(probe.median, places: 0),
        .decimal(probe.rate, places: 0))
    }
    try subject.verify()
    return report.asMarkdown(options.isMarkdown)
  }

  private static let lots = "SELECT count(*) FROM coins_lots"

  private func write(_ kind: String, to path: String) throws(MeasuringError) {
    guard let file = fopen(path, "w") else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
    // Users take turns, so that what belongs to one lies scattered, as it would.
    for movement in 0..<movements {
      let day = Timestamp(microseconds: 4_000_000_000_000_000 + Int64(movement) * 1_000_003)
      for run in 0..<runs {
        for side in ["from", "to"] {
          let user = "\(kind)-\(run)-\(side)"
          let line =
            kind == "spent" && movement % 2 == 1
            ? #"{"op":"redeem","from":"\#(user)","amount":\#(3 + movement % 5)}"#
            : #"{"op":"issue","to":"\#(user)","amount":9,"expires":"\#(day)"}"#
          fputs(line + "\n", file)
        }
      }
    }
    guard fclose(file) == 0 else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
  }
}
