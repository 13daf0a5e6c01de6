internal import CampaignsContract
internal import CoinsContract
internal import QixDefinitions
internal import QixShake

/// `qix campaign copy`
struct CopyCampaign: Command {
  static let declaration = Declaration(
    "copy", "Make a campaign like another, as a draft.", roles: [.operator],
    discussion: """
      All its rules and settings come along, and what options say takes their place; its budget and what was won don't. \
      Without --start and --end the copy has the other's period.
      """,
    examples: [
      Example("qix campaign copy harvest harvest-2028 --start 2028-09-01 --end 2028-09-30", "the next year"),
      Example(
        "qix campaign copy harvest harvest-gold --condition tier:gold --award fixed:20", "for some, and with more"),
    ],
    answer: "campaign.create/1: campaign text, id? id, state text, start time, end time, budget text", effect: .changes)

  private let original = CampaignNamed()
  @Positional("name", .text, "The new one's name: lower-case letters, digits, '-' and '_'; for ever")
  private var name: String
  private let period = PeriodOptions()
  private let rules = RuleOptions()
  private let unlessThere = IfNotExistsFlag()

  func check() throws { _ = try rules.edit() }

  func run(in context: Context) throws -> Document {
    var edit = try rules.edit()
    edit.add(period.edit)
    let service = try CampaignService(context)
    return try unlessThere.answer(existing: {
      try context.database.read { try CampaignStore($0).find(name) }?.created()
    }) {
      try service.create(in: context) { connection in
        let written = try CampaignWriter.file(try CampaignStore(connection).require(original.reference))
        var object = written.object ?? JSONObject()
        object[CampaignKeys.name] = .string(name)
        return (.object(edit.apply(to: object, known: service.types, at: service.clock.now())), .campaignOptions)
      }
    }
  }
}
