internal import CampaignsContract
internal import DrawsContract
internal import QixCrypto
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix draw commit`
struct CommitWindows: OldCommand {
  private static let campaign = OldPositional("campaign", .text, "Its name, or cmp_…")
  private static let from = OldOption("from", .timestamp, placeholder: "TIME", "The default is the campaign's start")
  private static let to = OldOption("to", .timestamp, placeholder: "TIME", "The default is the campaign's end")
  private static let every = OldOption(
    "every", .windowLength, "Of each window, in the campaign's time zone; the default is the campaign's draw window")

  static let declaration = Declaration(
    "commit", "Commit to the secrets of a campaign's draws before they open.", roles: [.operator],
    discussion: """
      Publish the commitments that it prints before the windows open: they prove afterwards that the secrets were \
      chosen before anybody shook. Windows that are there stay, gaps between them are filled, and what is past is left \
      out, so it can be run again, and for a campaign that was prolonged.
      """,
    parameters: [campaign, from, to, every],
    examples: [
      Example("qix draw commit summer --every P1D", "a window for each day of the campaign"),
      Example("qix draw commit summer --json > commitments.json", "as the campaign says, to publish"),
    ], effect: .changes)

  private let campaign: String
  private let from: Timestamp?
  private let to: Timestamp?
  private let every: Period?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    campaign = try arguments.require(Self.campaign)
    from = arguments[Self.from]
    to = arguments[Self.to]
    every = arguments[Self.every]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let directory = try context.service(Campaigns.directory)
    let book = WindowBook(context: context, secrets: try context.drawSecrets())
    let (id, windows) = try context.database.write(
      Change("draws.commit", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      guard let found = try directory.find(campaign, in: connection) else { throw DrawError.noCampaign(campaign) }
      let windows = try book.windows(
        found.id, from: from ?? found.start, to: to ?? found.end, length: every ?? found.drawWindow, in: connection)
      // The chain of the audit log holds on to the very commitments.
      var tree = MerkleTree.Accumulator()
      for window in windows { tree.append(window.commitment.withUnsafeBytes(MerkleTree.leafHash)) }
      change.subject = "\(found.id): \(windows.count) windows, root \(tree.root)"
      return (found.id, windows)
    }
    try answer(id, windows, in: context)
  }

  private func answer(_ campaign: CampaignID, _ windows: [DrawWindow], in context: Context) throws {
    var document = Document("draw.commit/1")
    if !isDryRun, !windows.isEmpty { document.primary = windows.map { "\($0.id)" }.joined(separator: "\n") }
    document.field("campaign", "campaign", .identifier("\(campaign)"))
    document.field("committed", "windows committed to", .integer(Int64(windows.count)))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    document.table(
      "windows",
      columns: [
        Column("window", "WINDOW"), Column("opens", "OPENS"), Column("closes", "CLOSES"),
        Column("commitment", "COMMITMENT"),
      ],
      rows: windows.map { window in
        // Another run makes other ids and secrets: what nobody keeps must not be published.
        [
          isDryRun ? .missing : .identifier("\(window.id)"), .timestamp(window.terms.opens),
          .timestamp(window.terms.closes), isDryRun ? .missing : .text("\(window.commitment)"),
        ]
      })
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if windows.isEmpty {
      context.terminal.note("All of it was committed to before: `qix draw list --campaign \(campaign)`.")
    } else {
      context.terminal.note("Publish the commitments before the windows open.")
    }
  }
}

extension ValueType where Value == Period {
  /// An ISO 8601 period.
  fileprivate static var windowLength: ValueType<Period> {
    ValueType(placeholder: "PERIOD") { text throws(ValueError) in
      if let period = Period(iso8601: text) { return period }
      throw ValueError("a period is written P1D, P1W or PT1H")
    }
  }
}
