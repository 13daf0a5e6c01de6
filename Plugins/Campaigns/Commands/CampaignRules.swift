internal import CampaignsContract
internal import QixShake

/// `qix campaign rules`
struct CampaignRules: Command {
  static let declaration = Declaration(
    "rules", "Show a campaign's rules, or change them.", roles: [.operator],
    discussion: """
      Without options it shows them. 'none' takes a rule away. A draft can be changed as you like. Once it has been \
      started, only what can't hurt those who have taken part: title, brand and priority; limits that become wider (caps, \
      pace, audience, a later expiry); types of shake that are added; a multiplier where there was none. An \
      ended one stays as it is.
      """,
    examples: [
      Example("qix campaign rules harvest", "what holds"),
      Example("qix campaign rules harvest --cap-attempts-per-user-and-day 3 --cooldown PT30S", "two limits"),
      Example("qix campaign rules harvest --cap-wins none", "removes the limit"),
      Example("qix campaign rules harvest --condition tier:gold --multiplier tier", "for a tier, and paid by it"),
    ],
    answer: """
      campaign.rules/1: campaign text, id id, state text, award text, multiplier text?, expires text?, draw_window
      text?, priority integer, audience {minimum_mode text, segment text?, conditions text*}, caps {attempts_per_user
      integer?, attempts_per_user_and_day integer?, wins_per_user integer?, coins_per_user integer?, coins_per_day
      integer?, wins integer?}, pace {cooldown text?, per_minute integer?, users_per_device integer?}, shakes [type
      text, settings text], changes [rule text, before text?, now text?]
      """, effect: .changes)

  private let campaign = CampaignNamed()
  private let options = RuleOptions()

  private static let changes: [RowField<RuleChange>] = [
    RowField("rule") { .text($0.rule) },
    RowField("before") { .text($0.before) },
    RowField("now") { .text($0.now) },
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
            "the campaign '\(before.name)' has begun, and this could hurt users who have taken part: "
              + harm.joined(separator: "; "),
            hint:
              "Once it has begun, limits can be raised and titles changed; for other rules, end it and make a new one.")
        }
      }
      let changes = try RuleChange.all(from: before, to: campaign)
      if !changes.isEmpty { try store.update(campaign, at: now) }
      change.subject = "\(campaign.name): \(changes.map(\.words).joined(separator: "; "))"
      return (campaign, changes)
    }
    var document = answer(campaign, changes)
    if changes.isEmpty, !context.isDryRun { document.note("That is how it was already.") }
    if !changes.isEmpty { campaign.warnOfCeiling(try ShakeTypes.all(of: context.registry), in: &document) }
    return document
  }

  private func answer(_ campaign: Campaign, _ changes: [RuleChange]) -> Document {
    var document = campaign.document("campaign.rules/1")
    CampaignPage.rules(of: campaign, into: &document)
    document.table("changes", title: "Changed", Self.changes, rows: changes)
    return document
  }
}
