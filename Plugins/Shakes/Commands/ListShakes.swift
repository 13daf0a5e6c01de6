internal import CampaignsContract
internal import IdentityContract
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix shake list`
struct ListShakes: OldCommand {
  private static let limit = OldOption(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Shakes at most", default: "50")
  private static let before = OldOption(
    "before", .identifier(ShakeID.self), placeholder: "SHAKE", "Go on behind this one, the last of the page before")
  private static let user = OldOption("user", .text, placeholder: "USER", "Of this user: usr_… or external id")
  private static let campaign = OldOption("campaign", .text, placeholder: "CAMPAIGN", "In this campaign")
  private static let type = OldOption("type", .text, placeholder: "TYPE", "Of this type")
  private static let outcome = OldOption(
    "outcome", .choice(ShakeRecord.Kind.allCases.map(\.name)), placeholder: "OUTCOME", "With this outcome")
  private static let since = OldOption("since", .timestamp, placeholder: "TIME", "Received at this time or later")
  private static let until = OldOption("until", .timestamp, placeholder: "TIME", "Received before this time")

  static let declaration = Declaration(
    "list", "List shakes, the newest first.", roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      An integrator names the user.

      A day given to --since or --until is that of UTC, from its beginning; with an offset a time is that of another \
      place. What waits for a person has the outcome 'waits' until it is decided; --outcome counts it to 'nothing'. `qix shake explain` says of one why it became what it became.
      """,
    parameters: [limit, before, user, campaign, type, outcome, since, until],
    examples: [
      Example("qix shake list --user shop-4711", "the last fifty of one user"),
      Example(
        "qix shake list --user shop-4711 --since 2027-06-01T00:00:00+02:00 --until 2027-06-02T00:00:00+02:00",
        "a day's, by the clock in Rome"),
      Example("qix shake list --campaign summer --outcome refused --tsv", "what was refused, for awk"),
    ])

  private let limit: Int
  private let user: String?
  private let campaign: String?
  private let filter: ShakeList.Filter

  init(_ arguments: Arguments) throws {
    limit = try arguments.require(Self.limit)
    user = arguments[Self.user]
    campaign = arguments[Self.campaign]
    filter = ShakeList.Filter(
      type: arguments[Self.type],
      outcome: arguments[Self.outcome].flatMap { name in ShakeRecord.Kind.allCases.first { $0.name == name } },
      since: arguments[Self.since], until: arguments[Self.until], before: arguments[Self.before])
  }

  func run(in context: Context) throws {
    // Whose ids it doesn't know, an integrator isn't told: a trial user's id is all that it takes to be that user.
    if user == nil, !context.principal.mayKnow(.user) { throw ShakesError.userNeeded }
    let users = try context.service(Users.directory)
    let campaigns = try context.service(Campaigns.directory)
    // One more than is shown tells whether there is more.
    let (found, names, waiting) = try context.database.read { connection in
      var filter = filter
      if let user {
        guard let id = try users.find(user, in: connection) else { throw UserError.notFound(user) }
        filter.user = id
      }
      if let campaign {
        guard let found = try campaigns.find(campaign, in: connection) else { throw ShakesError.noCampaign(campaign) }
        filter.campaign = found.id
      }
      let found = try ShakeList.page(filter, limit: limit + 1, in: connection)
      var names: [CampaignID: String] = [:]
      for id in Set(found.map(\.campaign)) { names[id] = try campaigns.find("\(id)", in: connection)?.name }
      return (found, names, Set(try found.filter { try $0.waits(in: connection) }.map(\.id)))
    }
    let shakes = found.prefix(limit)
    // A module that is switched off may have left shakes; a type of which there are none may be a slip.
    let types = try ShakeTypes.all(of: context.registry)
    if shakes.isEmpty, let type = filter.type, types[type] == nil {
      throw ShakesError.noType(type, known: types.keys.sorted())
    }
    let next = found.count > shakes.count ? shakes.last?.id : nil
    var document = Document("shake.list/1")
    document.page(next: next.map { .identifier("\($0)") })
    if !shakes.isEmpty { document.primary = shakes.map { "\($0.id)" }.joined(separator: "\n") }
    document.table(
      "shakes", columns: ShakeRecord.tableColumns,
      rows: shakes.map { $0.cells(campaign: names[$0.campaign] ?? "\($0.campaign)", waits: waiting.contains($0.id)) })
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("the same with --before \(next)")
    } else if shakes.isEmpty {
      context.terminal.note("There are no such shakes.")
    } else {
      context.terminal.note("Next: `qix shake explain SHAKE` says why one became what it became.")
    }
  }
}
