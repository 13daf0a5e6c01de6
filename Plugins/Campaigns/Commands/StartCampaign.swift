internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import QixShake
internal import VaultContract

/// `qix campaign start`
struct StartCampaign: Command {
  static let declaration = Declaration(
    "start", "Start a campaign, or resume it after a pause.", roles: [.operator],
    discussion: """
      Types of shake, audience and period are checked again. If prizes are drawn, qix commits now to the draws of the \
      whole period. If the shakes need keys of the vault and there is no vault, the start is refused. A campaign takes \
      shakes only within its period, so it can be started early.
      """,
    examples: [Example("qix campaign start autumn", "takes shakes once its period begins")],
    answer: AnswerShape("campaign.start/1", fields), effect: .changes)

  private static let fields: [Field<(campaign: Campaign, balance: Balance)>] =
    (Campaign.head + Campaign.period).of { $0.campaign } + [
      Field("available", .coins, "budget") { $0.balance.available }
    ]

  private let campaign = CampaignNamed()

  func run(in context: Context) throws -> Document {
    let service = try CampaignService(context)
    let ledger = try context.service(Coins.ledger)
    let found = try context.database.read { try CampaignStore($0).require(self.campaign.reference) }
    if let why = try Self.needOfVault(found, in: context), try !Self.hasVault(context) {
      throw Failure(
        "campaigns.no-vault", .notFound, "campaign '\(found.name)' can't be started without a vault: \(why)",
        hint: Self.lacksFormerVault(context)
          ? "Restore the former vault from its export: `qix vault import FILE`."
          : "Create one with `qix vault init`.")
    }
    // Opens the vault, so before the transaction, and only where something will be drawn.
    let book = found.state == .draft ? try Self.book(for: found, in: context) : nil
    let now = context.clock.now()
    let (campaign, balance) = try context.change("campaigns.start") { connection, change in
      let store = CampaignStore(connection)
      var campaign = try store.require(self.campaign.reference)
      guard campaign.state == .draft || campaign.state == .paused else {
        throw CampaignError.wrongState(campaign.name, campaign.state, wanted: .start)
      }
      guard campaign.end > now else {
        throw Failure(
          "campaigns.period-over", .refused, "the campaign '\(campaign.name)' ended at \(campaign.end)",
          hint: "Move its end with `qix campaign schedule \(campaign.name) --end TIME`.")
      }
      guard !campaign.types.isEmpty else {
        throw Failure(
          "campaigns.no-shakes", .refused,
          "the campaign '\(campaign.name)' takes no type of shake, so no user could take part",
          hint: "Add one with `qix campaign rules \(campaign.name) --shake TYPE`. `qix shake types` lists the types.")
      }
      try service.recheck(campaign, in: connection)
      if campaign.state == .draft, campaign.award.bound != nil {
        guard let book else { throw CampaignError.noDraws(campaign.name) }
        try book.commit(
          campaign.id, from: max(campaign.start, now), to: campaign.end, length: campaign.drawWindow, in: connection)
      }
      change.subject = "\(campaign.name): \(campaign.state.name) to running"
      campaign.state = .running
      try store.update(campaign, at: now)
      return (campaign, try ledger.balance(of: .budget(campaign.budget), in: connection))
    }
    var document = Document("campaign.start/1", Self.fields, of: (campaign: campaign, balance: balance))
    document.primary = campaign.name
    if balance.available <= 0,
      try context.database.read({ try RuleBook(context).needsCoins(campaign.award, in: $0) })
    {
      document.warn(
        "its budget is empty, so no user can win; add coins with `qix campaign fund \(campaign.name) --amount N`."
      )
    }
    if !context.isDryRun {
      document.note(
        campaign.start > now
          ? "It takes shakes from \(campaign.start)." : "It takes shakes from now until \(campaign.end).")
    }
    let types = try ShakeTypes.all(of: context.registry)
    campaign.warnOfCeiling(types, in: &document)
    for use in campaign.types {
      if let lack = try types[use.type]?.lack(in: context) { document.warn(lack) }
    }
    return document
  }

  /// The reason why a campaign's shakes need keys of the vault; nil where they need none. Draws open it themselves.
  private static func needOfVault(_ campaign: Campaign, in context: Context) throws -> String? {
    if campaign.pace.usersPerDevice != nil { return "the vault's keys tell devices apart" }
    let types = try ShakeTypes.all(of: context.registry)
    return campaign.types.first { types[$0.type]?.needsVault == true }.map {
      "the shake '\($0.type)' needs one of its keys"
    }
  }

  private static func hasVault(_ context: Context) throws -> Bool {
    try context.service(ifProvided: Secrets.inspection)?.isThere(in: context.database.reader()) ?? false
  }

  private static func lacksFormerVault(_ context: Context) -> Bool {
    do {
      _ = try context.service(ifProvided: Secrets.store)
      return false
    } catch VaultError.missing {
      return true
    } catch {
      return false
    }
  }

  /// The draws of a campaign; nil where nothing is drawn.
  /// - Throws: `CampaignError.noDraws` when no module can draw.
  static func book(for campaign: Campaign, in context: Context) throws -> (any DrawBook)? {
    guard campaign.award.bound != nil else { return nil }
    guard let book = try context.service(ifProvided: Draws.book) else { throw CampaignError.noDraws(campaign.name) }
    return book
  }
}
