internal import CampaignsContract
internal import DrawsContract
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix draw list`
struct ListWindows: OldCommand {
  private static let campaign = OldOption(
    "campaign", .text, placeholder: "CAMPAIGN", "Windows of this campaign alone: its name, or cmp_…")
  private static let state = OldOption(
    "state", .choice(of: DrawWindow.State.self), placeholder: "STATE",
    "Windows in this state alone: planned, open, closed, revealed")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Windows at most", default: "50")
  private static let after = OldOption(
    "after", .identifier(DrawWindowID.self), placeholder: "WINDOW", "Go on behind this one, the last of the page before"
  )

  static let declaration = Declaration(
    "list", "List draw windows with the commitments to publish.", roles: [.operator, .support, .auditor],
    discussion: "In the order in which they were committed to. `closed` are those that can be revealed.",
    parameters: [campaign, state, limit, after],
    examples: [
      Example("qix draw list --campaign summer --json", "what to publish"),
      Example("qix draw list --state closed --quiet", "ids of those to reveal, for a script"),
    ])

  private let campaign: String?
  private let state: DrawWindow.State?
  private let limit: Int64
  private let after: DrawWindowID

  init(_ arguments: Arguments) throws {
    campaign = arguments[Self.campaign]
    state = arguments[Self.state]
    limit = try arguments.require(Self.limit)
    after = arguments[Self.after] ?? DrawWindowID(high: 0, low: 0)
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    // An id needs nobody to look it up, so windows are listed also where campaigns are switched off.
    let directory = try campaign.flatMap { CampaignID($0) == nil ? try context.service(Campaigns.directory) : nil }
    let found = try context.database.read { connection in
      var id = campaign.flatMap { CampaignID($0) }
      if id == nil, let campaign {
        guard let named = try directory?.find(campaign, in: connection) else { throw DrawError.noCampaign(campaign) }
        id = named.id
      }
      // One more than is shown tells whether there is more.
      return try connection.rows(
        """
        SELECT \(DrawWindow.columns) FROM draws_windows
        WHERE id > ?1 AND (?3 IS NULL OR campaign = ?3) AND (?4 IS NULL OR ?4 = CASE
          WHEN revealed_at IS NOT NULL THEN 'revealed' WHEN ?5 < opens_at THEN 'planned'
          WHEN ?5 < closes_at THEN 'open' ELSE 'closed' END)
        ORDER BY id LIMIT ?2
        """, .id(after), .integer(limit + 1), id.map(Value.id) ?? .null, .optional(state?.rawValue), .time(now),
        read: DrawWindow.init)
    }
    let windows = found.prefix(Int(limit))
    let next = found.count > windows.count ? windows.last?.id : nil
    var document = Document("draw.list/1")
    document.page(next: next.map { .identifier("\($0)") })
    if !windows.isEmpty { document.primary = windows.map { "\($0.id)" }.joined(separator: "\n") }
    document.table("windows", columns: DrawWindow.tableColumns, rows: windows.map { $0.cells(at: now) })
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("`qix draw list --after \(next)`")
    } else if windows.isEmpty {
      context.terminal.note("There are no such draw windows; commit to some with `qix draw commit CAMPAIGN`.")
    }
  }
}
