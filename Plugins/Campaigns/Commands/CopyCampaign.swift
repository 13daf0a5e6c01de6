internal import CampaignsContract
internal import CoinsContract
internal import QixDefinitions
internal import QixShake

/// `qix campaign copy`
struct CopyCampaign: Command {
  static let declaration = Declaration(
    "copy", "Copy a campaign to a new draft.", roles: [.operator],
    discussion: """
      The copy gets all rules and settings; options replace them. It gets neither the budget nor the wins. Without \
      --start and --end it has the original's period.
      """,
    examples: [
      Example("qix campaign copy harvest harvest-2028 --start 2028-09-01 --end 2028-09-30", "the next year"),
      Example(
        "qix campaign copy harvest harvest-gold --condition tier:gold --award fixed:20",
        "for gold users, with more coins"),
    ],
    answer: AnswerShape("campaign.create/1", Campaign.created), effect: .changes)

  private let original = CampaignNamed()
  @Positional(
    "name", .text, "The new campaign's name: lower-case letters, digits, '-' and '_'; cannot be changed later")
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
