internal import CampaignsContract
internal import DrawsContract
internal import QixShake

/// `qix draw list`
struct ListWindows: Command {
  static let declaration = Declaration(
    "list", "List draw windows with the commitments to publish.", roles: [.operator, .support, .auditor],
    discussion: "In the order of their commitments. Windows in the state `closed` can be revealed.",
    examples: [
      Example("qix draw list --campaign summer --json", "the commitments to publish"),
      Example("qix draw list --state closed --quiet", "ids of the windows to reveal, for a script"),
    ],
    answer: AnswerShape("draw.list/1", "windows", rows: DrawWindow.listed))

  @Option(
    "campaign", .named(CampaignID.self), placeholder: "CAMPAIGN", "Only windows of this campaign: its name, or cmp_…")
  private var campaign: String?
  @Option(
    "state", .choice(of: DrawWindow.State.self), placeholder: "STATE",
    "Only windows in this state: planned, open, closed, revealed")
  private var state: DrawWindow.State?
  private let page = PageOptions("Windows", after: .identifier(DrawWindowID.self), placeholder: "WINDOW")

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    // An id needs no look-up, so windows are listed also where campaigns are switched off.
    let directory = try campaign.flatMap { CampaignID($0) == nil ? try context.service(Campaigns.directory) : nil }
    let found = try context.database.read { connection in
      var id = campaign.flatMap { CampaignID($0) }
      if id == nil, let campaign {
        guard let named = try directory?.find(campaign, in: connection) else { throw DrawError.noCampaign(campaign) }
        id = named.id
      }
      return try connection.fetchAll(
        """
        SELECT \(sql: DrawWindow.columns) FROM draws_windows
        WHERE id > \(page.after ?? DrawWindowID(high: 0, low: 0)) AND (\(id) IS NULL OR campaign = \(id))
          AND (\(state?.rawValue) IS NULL OR \(state?.rawValue) = CASE
          WHEN revealed_at IS NOT NULL THEN 'revealed' WHEN \(now) < opens_at THEN 'planned'
          WHEN \(now) < closes_at THEN 'open' ELSE 'closed' END)
        ORDER BY id LIMIT \(page.sought)
        """, DrawWindow.init)
    }
    var document = Document("draw.list/1")
    document.page("windows", DrawWindow.listed, found: found.map { (window: $0, now: now) }, page)
    if found.isEmpty {
      document.note("There are no such draw windows. Commit to windows with `qix draw commit CAMPAIGN`.")
    }
    return document
  }
}
