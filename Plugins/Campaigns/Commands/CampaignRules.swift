internal import CampaignsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix campaign rules`
struct CampaignRules: OldCommand {
  static let declaration = Declaration(
    "rules", "Show a campaign's rules, or change them.", roles: [.operator],
    discussion: """
      Without options it shows them. 'none' takes a rule away. A draft can be changed as you like. Once it has been \
      started, only what can't hurt those who have taken part: title, brand and priority; limits that become wider (caps, \
      pace, audience, a later expiry); types of shake that are added; a multiplier where there was none. An \
      ended one stays as it is.
      """,
    parameters: [CampaignOf.name] + CampaignOptions.rules,
    examples: [
      Example("qix campaign rules harvest", "what holds"),
      Example("qix campaign rules harvest --cap-attempts-per-user-and-day 3 --cooldown PT30S", "two limits"),
      Example("qix campaign rules harvest --cap-wins none", "no such limit any more"),
      Example("qix campaign rules harvest --condition tier:gold --multiplier tier", "for a tier, and paid by it"),
    ], effect: .changes)

  private let reference: String
  private let options: CampaignOptions
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(CampaignOf.name)
    options = try CampaignOptions(arguments, of: CampaignOptions.rules)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    guard !options.isEmpty else {
      let campaign = try context.database.read { try CampaignStore($0).require(reference) }
      return try answer(campaign, [], in: context.terminal)
    }
    let desk = try CampaignDesk(context)
    let now = context.clock.now()
    let (campaign, changes) = try context.database.write(
      Change("campaigns.rules", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let store = CampaignStore(connection)
      let (before, campaign) = try desk.changed(reference, by: options, for: .rules, in: connection)
      if before.state != .draft {
        let harm = RuleChange.harm(from: before, to: campaign)
        guard harm.isEmpty else { throw CampaignError.fixedWhileRunning(before.name, harm) }
      }
      let changes = try RuleChange.all(from: before, to: campaign)
      if !changes.isEmpty { try store.update(campaign, at: now) }
      change.subject = "\(campaign.name): \(changes.map(\.words).joined(separator: "; "))"
      return (campaign, changes)
    }
    try answer(campaign, changes, in: context.terminal)
  }

  private func answer(_ campaign: Campaign, _ changes: [RuleChange], in terminal: Terminal) throws {
    var document = CampaignOf.document("campaign.rules/1", campaign)
    CampaignPage.rules(of: campaign, into: &document)
    document.table(
      "changes", title: "Changed",
      columns: [Column("rule", "RULE"), Column("before", "BEFORE"), Column("now", "NOW")],
      rows: changes.map { [.text($0.rule), $0.before.map(Cell.text) ?? .missing, $0.now.map(Cell.text) ?? .missing] })
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    if options.isEmpty { return }
    if isDryRun {
      terminal.note("Nothing was changed.")
    } else if changes.isEmpty {
      terminal.note("That is how it was already.")
    }
  }
}
