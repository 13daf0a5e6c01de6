internal import CampaignsContract
internal import CoinsContract
internal import QixDefinitions
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix campaign create`
struct CreateCampaign: OldCommand {
  private static let name = OldPositional(
    "name", .text, "Lower-case letters, digits, '-' and '_'; for ever", isRequired: false)
  private static let file = OldOption("file", .file, "The campaign as JSON (docs/campaigns.md); - is standard input")

  static let declaration = Declaration(
    "create", "Make a campaign, as a draft that takes no shakes yet.", roles: [.operator],
    discussion: """
      From a file or from options, which say the same. Everything is checked, and everything that is wrong is named at \
      once. With the campaign comes an empty budget, 'campaign-' and its name.

      A NAME given with --file takes the place of the file's.
      """,
    parameters: [name, file] + CampaignOptions.all,
    examples: [
      Example("qix campaign create --file data/campaigns/harvest.json", "from a file"),
      Example(
        "qix campaign create coffee --brand Alba --title 'Coffee break' --start 2027-03-01 --end 2027-03-31 "
          + "--time-zone Europe/Rome --award fixed:10 --cap-attempts-per-user-and-day 1", "by options"),
      Example("qix campaign create harvest-2 --file harvest.json", "under another name than the file has"),
    ], effect: .changes)

  private let name: String?
  private let path: String?
  private let options: CampaignOptions
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = arguments[Self.name]
    path = arguments[Self.file]
    options = try CampaignOptions(arguments, of: CampaignOptions.all)
    if path != nil, !options.isEmpty {
      throw UsageError(
        "--file and options that describe the campaign can't be given together",
        hint: "Make it from the file, then change it with `qix campaign rules` and `qix campaign schedule`.")
    }
    if path == nil, name == nil {
      throw UsageError("missing NAME", hint: "Name the campaign, or its file with --file FILE.")
    }
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let desk = try CampaignDesk(context)
    let (value, source) = try description(desk, context.terminal)
    let ledger = try context.service(Coins.ledger)
    let now = context.clock.now()
    var generator = IdentifierGenerator(random: context.random)
    let id: CampaignID = generator.next(at: now)
    let campaign = try context.database.write(
      Change("campaigns.create", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let draft = try desk.checked(value, from: source, isNew: true, in: connection)
      guard let campaign = draft.campaign(id, .draft) else {
        preconditionFailure("a description without faults lacks something")
      }
      guard try ledger.makeBudget(campaign.budget, in: connection) else {
        throw CampaignError.budgetExists(campaign.budget)
      }
      try CampaignStore(connection).insert(campaign, at: now)
      change.subject = "\(campaign.name) \(campaign.id): \(campaign.start) to \(campaign.end)"
      return campaign
    }
    try answer(campaign, at: now, in: context.terminal)
  }

  private func description(_ desk: CampaignDesk, _ terminal: Terminal) throws -> (JSONValue, FaultSource) {
    guard let path else {
      var object = JSONObject()
      object[CampaignKeys.name] = name.map(JSONValue.string)
      return (.object(options.apply(to: object, known: desk.types)), .campaignOptions)
    }
    var (value, source) = try DefinitionFile.read(path, terminal)
    if let name, var object = value.object {
      object[CampaignKeys.name] = .string(name)
      value = .object(object)
    }
    return (value, source)
  }

  private func answer(_ campaign: Campaign, at now: Timestamp, in terminal: Terminal) throws {
    var document = Document("campaign.create/1")
    document.primary = campaign.name
    document.field("campaign", "campaign", .text(campaign.name))
    // A dry run's id names nothing.
    if !isDryRun { document.field("id", "id", .identifier("\(campaign.id)")) }
    document.field("state", "state", .text(campaign.state.name))
    document.field("start", "start", .timestamp(campaign.start))
    document.field("end", "end", .timestamp(campaign.end))
    document.field("budget", "budget", .text(campaign.budget))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    if let over = CampaignOf.movesItsEnd(campaign, at: now) { terminal.warn(over) }
    terminal.note(
      isDryRun
        ? "Nothing was changed."
        : "Next: `qix campaign simulate \(campaign.name)`, `qix campaign fund \(campaign.name) --amount N`.")
  }
}
