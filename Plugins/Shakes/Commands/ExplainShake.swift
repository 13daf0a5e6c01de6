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
    answer: AnswerShape("shake.explain/1", fields))

  private static let steps: [Field<Explanation.Step>] = [
    Field("step", .text) { $0.step },
    Field("found", .text) { $0.found },
  ]

  private static let multiplier: [Field<Explanation.Multiplier>] = [
    Field("by", .text) { $0.by },
    Field("factor", .decimal(places: 2)) { $0.hundredths.map { Double($0) / 100 } },
    Field("award", .coins) { $0.award },
  ]

  private static let fields:
    [Field<(shake: ShakeRecord.Listed, explanation: Explanation, decisions: [AuditLog.Entry])>] =
      ShakeRecord.Listed.head.of { $0.shake } + [
        Field("steps", rows: steps) { $0.explanation.steps },
        Field(optional: "decisions", rows: AuditLog.Entry.fields, title: "Decisions") {
          $0.decisions.isEmpty ? nil : $0.decisions
        },
        // A person reads it at the step decide.
        Field(optional: "multiplier", object: multiplier, title: "Multiplier", shown: { _ in false }) {
          $0.explanation.multiplier
        },
      ]

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
    let name = campaign?.name ?? "\(record.campaign)"
    let explanation = try Explanation(
      record, settled: settled, campaign: name, budget: campaign?.budget ?? "?",
      tellsFacts: context.principal.mayKnow(.user),
      moment: { context.face.text($0) }, meaning: { type?.meaning(of: $0) })
    let shown = ShakeRecord.Listed(record: record, campaign: name, standing: try record.standing(settled))
    var document = Document(
      "shake.explain/1", Self.fields, of: (shake: shown, explanation: explanation, decisions: decisions))
    document.primary = "\(record.id)"
    if record.trace == nil {
      document.note("The user was erased, with the findings of the steps.")
    }
    return document
  }
}
