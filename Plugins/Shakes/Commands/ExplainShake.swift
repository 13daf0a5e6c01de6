internal import CampaignsContract
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix shake explain`
struct ExplainShake: OldCommand {
  private static let shake = OldPositional("shake", .identifier(ShakeID.self), "The shk_… to explain")

  static let declaration = Declaration(
    "explain", "Say step by step why a shake became what it became.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      What each step found is kept with the shake: a campaign that was changed since doesn't change the explanation.
      """,
    parameters: [shake],
    examples: [
      Example("qix shake explain shk_01m7w9tzg3f7fs9hn862jj74bb", "each step in words"),
      Example("qix shake explain shk_01m7w9tzg3f7fs9hn862jj74bb --json", "for a program"),
    ])

  private let shake: ShakeID

  init(_ arguments: Arguments) throws { shake = try arguments.require(Self.shake) }

  func run(in context: Context) throws {
    let directory = try context.service(Campaigns.directory)
    let (record, campaign, settled) = try context.database.read { connection in
      let record = try ShakeRecord.required(shake, in: connection)
      return (
        record, try directory.find("\(record.campaign)", in: connection),
        try SettlementRecord.all(of: shake, in: connection)
      )
    }
    let explanation = try Explanation(
      record, settled: settled, campaign: campaign?.name ?? "\(record.campaign)", budget: campaign?.budget ?? "?")
    var document = Document("shake.explain/1")
    document.primary = "\(record.id)"
    document.field("shake", "shake", .identifier("\(record.id)"))
    document.field("at", "at", .timestamp(record.at))
    document.field("user", "user", .identifier("\(record.user)"))
    document.field("campaign", "campaign", .text(campaign?.name ?? "\(record.campaign)"))
    document.field("type", "type", .text(record.type))
    document.field("outcome", "outcome", .text(record.outcome.name))
    document.field("coins", "coins", .coins(record.coins))
    document.table(
      "steps", columns: [Column("step", "STEP"), Column("found", "FOUND")],
      rows: explanation.steps.map { [.text($0.step), .text($0.found)] })
    try context.terminal.emit(document)
    if record.trace == nil {
      context.terminal.note("The user was erased, and with them what the steps had found.")
    }
  }
}
