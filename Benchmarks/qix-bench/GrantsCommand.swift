internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix-bench grants`
struct GrantsCommand: Trial {
  static let declaration = Declaration(
    "grants", "Grant coins from a file, against the C program.", roles: .everyone,
    discussion: """
      Both make the users, wallets, entries, lots, chain and idempotency keys of the same file in new databases of the \
      same settings, in turn. A ratio is that of one pair of runs, qix's lines per second over the C program's; the \
      last row has the ratios' median. Both databases are compared and verified: the same \
      users must hold the same coins, and qix must find the C program's ledger sound, its seals too.
      """,
    examples: [
      Example("qix-bench grants --directory /dev/shm", "a million grants, in memory"),
      Example("qix-bench grants --lines 10000000 --pairs 1", "ten million: memory stays the same"),
    ])

  static let shortest = ["--lines", "2000", "--wallets", "200", "--pairs", "1", "--commit-size", "65536"]

  @Option("lines", .integer(in: 1...100_000_000), "Grants", default: "1000000") private var lines: Int
  @Option("wallets", .integer(in: 1...10_000_000), "Different users", default: "100000") private var wallets: Int
  @Option("keys", .choice(of: GrantFile.Keys.self), "Keys in the file: ordered, random, or none", default: "ordered")
  private var keys: GrantFile.Keys
  @Option(
    "commit-size", .integer(in: 1...100_000_000), "Lines in a commit of the C program; 8190 and qix's own 65536")
  private var commitSizes: [Int]
  @Option("pairs", .integer(in: 1...100), "How often each runs", default: "3") private var pairs: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = try WorkFolder(in: options.directory)
    let baseline = try Baseline(source: options.source, in: folder)
    let file = try GrantFile("\(folder.path)/grants.csv", lines: lines, wallets: wallets, keys: keys)
    let subject = options.subject(in: folder)
    let rival = Subject(program: options.program, home: "\(folder.path)/baseline")
    var report = Report(
      "grants", ["program", "lines/s", "wall s", "cpu s", "peak MB", "sync µs", "syncs/s", "ratio", "cpu ratio"])
    for commitSize in commitSizes.isEmpty ? [8_190, 65_536] : commitSizes {
      var ratios: [Double] = []
      var processorRatios: [Double] = []
      for pair in 1...pairs {
        let probe = try SyncProbe(in: folder.path)
        WorkFolder.remove(rival.home)
        guard mkdir(rival.home, 0o700) == 0 else { throw MeasuringError("\(rival.home) can't be made") }
        var settings = Baseline.Settings()
        settings.commitSize = commitSize
        let plain = try baseline.run(file, database: "\(rival.home)/qix.db", settings)
        add("C, \(commitSize) a commit", plain, probe, nil, to: &report)

        let again = try SyncProbe(in: folder.path)
        try subject.initialise()
        let ours = try subject.run("coins", "issue", "--file", file.path, "--create-users", "--quiet")
        ratios.append(Double(plain.wall) / Double(ours.wall))
        processorRatios.append(Double(plain.processor) / Double(ours.processor))
        add("qix", ours, again, (ratios[pair - 1], processorRatios[pair - 1]), to: &report)
      }
      report.add(
        .text("median of \(pairs)"), .missing, .missing, .missing, .missing, .missing, .missing,
        .decimal(ratios.median ?? 0, places: 2), .decimal(processorRatios.median ?? 0, places: 2))
    }
    try Self.compare(subject, rival)
    return report.asMarkdown(options.isMarkdown)
  }

  private func add(
    _ name: String, _ outcome: ChildProcess.Outcome, _ probe: SyncProbe, _ ratio: (Double, Double)?,
    to report: inout Report
  ) {
    report.add(
      .text(name), .integer(Int64(lines) * 1_000_000 / max(1, outcome.wall)),
      .decimal(Double(outcome.wall) / 1e6, places: 2), .decimal(Double(outcome.processor) / 1e6, places: 2),
      .integer(outcome.peakMemory / 1_000_000), .decimal(probe.median, places: 0), .decimal(probe.rate, places: 0),
      ratio.map { .decimal($0.0, places: 2) } ?? .missing, ratio.map { .decimal($0.1, places: 2) } ?? .missing)
  }

  /// Makes sure that both have done the same work.
  private static func compare(_ subject: Subject, _ rival: Subject) throws {
    try subject.verify()
    try rival.verify()
    let (ours, theirs) = (try balances(subject), try balances(rival))
    guard ours == theirs else { throw MeasuringError("qix and the C program have come to different balances") }
    guard try subject.count(transfers) == rival.count(transfers) else {
      throw MeasuringError("qix and the C program have posted different numbers of transfers")
    }
  }

  private static let transfers = "SELECT count(*) FROM coins_transfers"

  /// A digest of who holds what.
  private static func balances(_ subject: Subject) throws -> [UInt8] {
    try subject.database.read { connection in
      var hasher = SHA256()
      let statement = try connection.statement(
        """
        SELECT u.external_id, a.posted, a.held, l.remaining FROM identity_users AS u
        JOIN coins_accounts AS a ON a.owner = u.id
        JOIN (SELECT account, sum(remaining) AS remaining FROM coins_lots GROUP BY account) AS l ON l.account = a.account
        ORDER BY u.external_id
        """)
      try statement.forEach { row in
        hasher.update(row.text(0))
        for column in 1...3 { hasher.update(row.integer(column)) }
        return true
      }
      return hasher.finish()
    }
  }
}
