internal import CampaignsContract
internal import QixShake

/// `qix campaign rules`
struct CampaignRules: Command {
  static let declaration = Declaration(
    "rules", "Show or change a campaign's rules.", roles: [.operator],
    discussion: """
      Without options it shows the rules. 'none' removes a rule. A draft can be changed freely. An ended \
      campaign can't be changed.

      After the start, only changes that can't hurt users are allowed. These are titles, picture, brand and priority, \
      more types of shake, and a first multiplier. Limits (caps, pace, audience, expiry) can only become wider.
      """,
    examples: [
      Example("qix campaign rules harvest", "the rules in force"),
      Example("qix campaign rules harvest --cap-attempts-per-user-and-day 3 --cooldown PT30S", "two limits"),
      Example("qix campaign rules harvest --cap-wins none", "removes the limit"),
      Example(
        "qix campaign rules harvest --condition tier:gold --multiplier tier", "for one tier, with its multiplier"),
    ],
    answer: AnswerShape("campaign.rules/2", fields), effect: .changes)

  private let campaign = CampaignNamed()
  private let options = RuleOptions()

  private static let changes: [Field<RuleChange>] = [
    Field("rule", .text) { $0.rule },
    Field("before", .text) { $0.before },
    Field("now", .text) { $0.now },
  ]

  private static let fields: [Field<(campaign: Campaign, changes: [RuleChange])>] =
    (Campaign.head + CampaignPage.fields).of { $0.campaign } + [
      Field("changes", rows: changes, title: "Changed") { $0.changes }
    ]

  func check() throws { _ = try options.edit() }

  func run(in context: Context) throws -> Document {
    let edit = try options.edit()
    guard !edit.isEmpty else {
      return answer(try context.database.read { try CampaignStore($0).require(self.campaign.reference) }, [])
    }
    let service = try CampaignService(context)
    let now = context.clock.now()
    let (campaign, changes) = try context.change("campaigns.rules") { connection, change in
      let store = CampaignStore(connection)
      let (before, campaign) = try service.changed(self.campaign.reference, by: edit, for: .rules, in: connection)
      if before.state != .draft {
        let harm = RuleChange.harm(from: before, to: campaign)
        guard harm.isEmpty else {
          throw Failure(
            "campaigns.fixed-while-running", .refused,
            "the campaign '\(before.name)' has begun, and this could hurt users who took part: \(harm.joined(separator: "; "))",
            hint:
              "After the start, limits can be raised and titles changed. "
              + "For other rules, end it and create a new campaign."
          )
        }
      }
      let changes = try RuleChange.all(from: before, to: campaign)
      if !changes.isEmpty { try store.update(campaign, at: now) }
      change.subject = "\(campaign.name): \(changes.map(\.words).joined(separator: "; "))"
      return (campaign, changes)
    }
    var document = answer(campaign, changes)
    if changes.isEmpty, !context.isDryRun { document.note("The rules were like this already.") }
    if !changes.isEmpty { campaign.warnOfCeiling(try ShakeTypes.all(of: context.registry), in: &document) }
    return document
  }

  private func answer(_ campaign: Campaign, _ changes: [RuleChange]) -> Document {
    var document = Document("campaign.rules/2", Self.fields, of: (campaign: campaign, changes: changes))
    document.primary = campaign.name
    return document
  }
}
