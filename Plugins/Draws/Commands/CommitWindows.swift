internal import CampaignsContract
internal import DrawsContract
internal import QixCrypto
internal import QixShake

/// `qix draw commit`
struct CommitWindows: Command {
  static let declaration = Declaration(
    "commit", "Commit to the secrets of a campaign's draws before they open.", roles: [.operator],
    discussion: """
      Publish the printed commitments before the windows open. They prove later that the secrets were chosen before \
      any user shook. Existing windows stay, gaps are filled, and past times are skipped. So it can be run again, also \
      after a campaign was extended.
      """,
    examples: [
      Example("qix draw commit summer --every P1D", "one window for each day of the campaign"),
      Example("qix draw commit summer --json > commitments.json", "with the campaign's window length, to publish"),
    ],
    answer: AnswerShape("draw.commit/1", fields), effect: .changes)

  // Another run makes other ids and secrets: what is not kept must not be published.
  private static let windows: [Field<(window: DrawWindow, isReal: Bool)>] = [
    Field("window", .id) { $0.isReal ? $0.window.id : nil },
    Field("opens", .time) { $0.window.terms.opens },
    Field("closes", .time) { $0.window.terms.closes },
    Field("commitment", .text) { $0.isReal ? "\($0.window.commitment)" : nil },
  ]

  private static let fields: [Field<(campaign: CampaignID, windows: [DrawWindow], isReal: Bool)>] = [
    Field("campaign", .id) { $0.campaign },
    Field("committed", .count, "committed windows") { $0.windows.count },
    Field("windows", rows: windows) { page in page.windows.map { ($0, page.isReal) } },
  ]

  @Positional("campaign", .named(CampaignID.self), "Its name, or cmp_…") private var campaign: String
  private let span = SpanOptions("The part of the campaign", isAhead: true, formerly: (["from"], ["to"]))
  @Option(
    "every", .windowLength, "Length of each window, in the campaign's time zone; default: the campaign's draw window")
  private var every: Period?

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Campaigns.directory)
    let book = WindowBook(context: context, secrets: try context.drawSecrets())
    let (id, windows) = try context.change("draws.commit") { connection, change in
      guard let found = try directory.find(campaign, in: connection) else { throw DrawError.noCampaign(campaign) }
      let windows = try book.windows(
        found.id, from: span.since ?? found.start, to: span.until ?? found.end, length: every ?? found.drawWindow,
        in: connection)
      // The chain of the audit log holds on to the very commitments.
      var tree = MerkleTree.Accumulator()
      for window in windows { tree.append(window.commitment.withUnsafeBytes(MerkleTree.leafHash)) }
      change.subject = "\(found.id): \(windows.count) windows, root \(tree.root)"
      return (found.id, windows)
    }
    let isReal = !context.isDryRun
    var document = Document("draw.commit/1", Self.fields, of: (campaign: id, windows: windows, isReal: isReal))
    if isReal, !windows.isEmpty { document.primary = windows.map { "\($0.id)" }.joined(separator: "\n") }
    if windows.isEmpty {
      document.note("All windows were committed to before. `qix draw list --campaign \(id)` lists them.")
    } else {
      document.next("publish the commitments before the windows open")
    }
    return document
  }
}

extension ValueType where Value == Period {
  /// An ISO 8601 period.
  fileprivate static var windowLength: ValueType<Period> {
    ValueType(placeholder: "PERIOD") { text throws(ValueError) in
      if let period = Period(iso8601: text) { return period }
      throw ValueError("write a period such as P1D, P1W or PT1H")
    }
  }
}
