internal import CampaignsContract
internal import CoinsContract
internal import QixCalendar
internal import QixDefinitions
internal import QixShake

/// `qix campaign create`
struct CreateCampaign: Command {
  static let declaration = Declaration(
    "create", "Create a campaign, as a draft that takes no shakes yet.", roles: [.operator],
    discussion: """
      A file and the options can say the same. Everything is checked, and all faults are shown at once. The campaign \
      gets an empty budget, named campaign-NAME.

      A NAME given with --file replaces the name in the file.
      """,
    examples: [
      Example(
        "qix campaign create coffee --brand Alba --title 'Coffee break' --start 2027-03-01 --end 2027-03-31 "
          + "--time-zone Europe/Rome --award fixed:10 --cap-attempts-per-user-and-day 1", "from options"),
      Example("qix campaign create --file data/campaigns/harvest.json", "from a file"),
      Example("qix campaign create harvest-2 --file harvest.json", "with another name than in the file"),
    ],
    answer: AnswerShape("campaign.create/1", Campaign.created), effect: .changes)

  @Positional("name", .text, "Lower-case letters, digits, '-' and '_'; cannot be changed later") private var name:
    String?
  @Option("file", .file, "The campaign as JSON (docs/campaigns.md)") private var path: String?
  private let period = PeriodOptions()
  private let rules = RuleOptions()
  private let unlessThere = IfNotExistsFlag()

  func check() throws {
    if try path != nil && !edit().isEmpty {
      throw UsageError(
        "--file and options that describe the campaign can't be given together",
        hint: "Create it from the file, then change it with `qix campaign rules` and `qix campaign schedule`.")
    }
    if path == nil, name == nil {
      throw UsageError("missing NAME", hint: "Give the campaign's NAME, or its file with --file FILE.")
    }
  }

  func run(in context: Context) throws -> Document {
    let service = try CampaignService(context)
    let description = try description(service, context)
    let existing = {
      guard let name = description.0.object?[CampaignKeys.name]?.string else { return nil as Document? }
      return try context.database.read { try CampaignStore($0).find(name) }?.created()
    }
    return try unlessThere.answer(existing: existing) { try service.create(in: context) { _ in description } }
  }

  private func edit() throws -> CampaignEdit {
    var edit = try rules.edit()
    edit.add(period.edit)
    return edit
  }

  private func description(_ service: CampaignService, _ context: Context) throws -> (JSONValue, FaultSource) {
    guard let path else {
      var object = JSONObject()
      object[CampaignKeys.name] = name.map(JSONValue.string)
      // Days on a line are those of its zone, or of the installation, unless it says otherwise.
      object[CampaignKeys.timeZone] = try context.chosenZone().map { .string($0.identifier) }
      return (.object(try edit().apply(to: object, known: service.types, at: service.clock.now())), .campaignOptions)
    }
    var (value, source) = try DefinitionFile.read(path, context.face)
    if let name, var object = value.object {
      object[CampaignKeys.name] = .string(name)
      value = .object(object)
    }
    return (value, source)
  }
}

extension CampaignService {
  /// Makes a campaign and its budget.
  /// - Parameter describe: returns its description, inside the transaction that makes it.
  func create(
    in context: Context, _ describe: (Connection) throws -> (JSONValue, FaultSource)
  ) throws -> Document {
    let ledger = try context.service(Coins.ledger)
    let now = context.clock.now()
    var generator = IdentifierGenerator(random: context.random)
    let id: CampaignID = generator.next(at: now)
    let campaign = try context.change("campaigns.create") { connection, change in
      let (value, source) = try describe(connection)
      let draft = try checked(value, from: source, isNew: true, in: connection)
      guard let campaign = draft.campaign(id, .draft) else {
        preconditionFailure("a description without faults lacks something")
      }
      let hasNewBudget = try ledger.makeBudget(campaign.budget, in: connection)
      guard try hasNewBudget || CampaignStore(connection).wasDeleted(campaign.name) else {
        throw Failure(
          "campaigns.budget-exists", .conflict,
          "budget '\(campaign.budget)' already exists without a campaign",
          hint: "Choose another name for the campaign.")
      }
      try CampaignStore(connection).insert(campaign, at: now)
      change.subject = "\(campaign.name) \(campaign.id): \(campaign.start) to \(campaign.end)"
      return campaign
    }
    var document = campaign.created(isDryRun: context.isDryRun)
    if let remedy = campaign.remedyForPeriod(at: now) { document.warn("\(remedy)") }
    campaign.warnOfCeiling(try ShakeTypes.all(of: context.registry), in: &document)
    document.next("`qix campaign simulate \(campaign.name)`, `qix campaign fund \(campaign.name) --amount N`")
    return document
  }
}

extension Campaign {
  static let created: [Field<(campaign: Campaign, isDryRun: Bool)>] =
    [
      Field("campaign", .text) { $0.campaign.name },
      // A dry run's id names nothing.
      Field(optional: "id", .id) { $0.isDryRun ? nil : $0.campaign.id },
      Field("state", .text) { $0.campaign.state.name },
    ] + period.of { $0.campaign } + [Field("budget", .text) { $0.campaign.budget }]

  /// The answer about one that is there now.
  func created(isDryRun: Bool = false) -> Document {
    var document = Document("campaign.create/1", Self.created, of: (campaign: self, isDryRun: isDryRun))
    document.primary = name
    return document
  }
}
