internal import CampaignsContract
internal import QixShake

/// `qix shake explain`
struct ExplainShake: Command {
  static let declaration = Declaration(
    "explain", "Explain the outcome of a shake, step by step.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      The findings of each step are stored with the shake, so later changes to the campaign don't change the \
      explanation. If people decided the shake, such as a receipt in review, it shows who decided, when and why.
      """,
    examples: [
      Example(
        "shk=$(qix shake list --user shop-4711 --quiet | head -n 1) && qix shake explain \"$shk\"", "each step in words"
      ),
      Example("qix shake explain shk_01m7w9tzg3f7fs9hn862jj74bb --json", "for a program"),
    ],
    answer: """
      shake.explain/1: shake id, at time, user id, campaign text?, type text, outcome text, coins coins, steps [step
      text, found text], decisions? [at time, what text, by text?, reason text?]
      """)

  @Positional("shake", .identifier(ShakeID.self), "The shk_… to explain") private var shake: ShakeID

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Campaigns.directory)
    let types = try ShakeTypes.all(of: context.registry)
    let (record, campaign, settled, decisions) = try context.database.read { connection in
      let record = try ShakeRecord.required(shake, in: connection)
      let settled = try SettlementRecord.all(of: shake, in: connection)
      let actions = settled.isEmpty ? [] : types[record.type]?.decisions ?? []
      let letters = "\(shake)".split(separator: "_").last.map(String.init) ?? ""
      return (
        record, try directory.find("\(record.campaign)", in: connection), settled,
        actions.isEmpty ? [] : try AuditLog.entries(about: letters, action: actions, limit: 20, in: connection)
      )
    }
    let type = types[record.type]
    let explanation = try Explanation(
      record, settled: settled, campaign: campaign?.name ?? "\(record.campaign)", budget: campaign?.budget ?? "?",
      tellsFacts: context.principal.mayKnow(.user),
      moment: { context.face.text($0) }, meaning: { type?.meaning(of: $0) })
    var document = Document("shake.explain/1")
    document.primary = "\(record.id)"
    document.field("shake", .identifier(record.id))
    document.field("at", .timestamp(record.at))
    document.field("user", .identifier(record.user))
    document.field("campaign", .text(campaign?.name ?? "\(record.campaign)"))
    document.field("type", .text(record.type))
    let standing = try record.standing(settled)
    document.field("outcome", .text(standing.outcome))
    document.field("coins", .coins(standing.coins))
    document.table(
      "steps", [RowField("step") { .text($0.step) }, RowField("found") { .text($0.found) }], rows: explanation.steps)
    if !decisions.isEmpty { document.table("decisions", title: "Decisions", AuditLog.Entry.fields, rows: decisions) }
    if record.trace == nil {
      document.note("The user was erased, with the findings of the steps.")
    }
    return document
  }
}
