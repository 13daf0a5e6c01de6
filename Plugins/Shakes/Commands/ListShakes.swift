internal import CampaignsContract
internal import IdentityContract
internal import QixShake

/// `qix shake list`
struct ListShakes: Command {
  static let declaration = Declaration(
    "list", "List shakes, the newest first.", roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      Integrators must give --user.

      Outcome and coins are those of now: a shake pending review has the outcome 'waits' until it is decided. \
      --outcome selects by the first answer; for a shake pending review that was 'nothing'. `qix shake explain` \
      explains the outcome of one shake.
      """,
    examples: [
      Example("qix shake list --user shop-4711", "the last fifty of one user"),
      Example(
        "qix shake list --user shop-4711 --since 2027-06-01 --until 2027-06-01 --zone Europe/Rome",
        "one day, in Rome's time zone"),
      Example("qix shake list --campaign summer --outcome refused --tsv", "refused shakes, for awk"),
      Example("qix shake list --campaign summer --csv > shakes.csv", "all shakes, for a spreadsheet"),
    ],
    answer: AnswerShape("shake.list/1", "shakes", rows: ShakeRecord.Listed.fields),
    givenByCustomers: ["campaign", "type", "outcome", "since", "until", "limit", "before"])

  private let page = PageOptions("Shakes", before: .identifier(ShakeID.self), placeholder: "SHAKE")
  @Option("user", .user, placeholder: "USER", "Only this user's shakes: usr_… or external id") private var user: String?
  @Option("campaign", .text, placeholder: "CAMPAIGN", "Only shakes in this campaign") private var campaign: String?
  @Option("type", .text, placeholder: "TYPE", "Only shakes of this type") private var type: String?
  @Option(
    "outcome", .choice(ShakeRecord.Kind.allCases, named: \.name), placeholder: "OUTCOME",
    "Only shakes with this outcome")
  private var outcome: ShakeRecord.Kind?
  private let span = SpanOptions("Received")

  func check() throws { try span.check() }

  func run(in context: Context) throws -> Document {
    // Whose ids it doesn't know, an integrator isn't told: a trial user's id is all that it takes to be that user.
    if user == nil, !context.principal.mayKnow(.user) {
      throw Failure(
        "shakes.user-needed", .notAllowed, "the role integrator can't list the shakes of all users",
        hint: "Name the user with --user USER.")
    }
    let users = try context.service(Users.directory)
    let campaigns = try context.service(Campaigns.directory)
    let found = try context.database.read { connection in
      var filter = ShakeList.Filter(
        type: type, outcome: outcome, since: span.since, until: span.until, before: page.after)
      filter.user = try user.map { try users.required($0, in: connection) }
      if let campaign {
        // What isn't announced yet has no name for customers.
        guard let found = try campaigns.find(campaign, in: connection),
          found.state != .draft || !context.principal.isCustomer
        else { throw ShakesError.noCampaign(campaign) }
        filter.campaign = found.id
      }
      if let before = page.after {
        let record = try ShakeRecord.required(before, in: connection)
        try context.requireOwn(record.user, in: connection, else: ShakesError.noShake(before))
      }
      let found = try ShakeList.page(filter, limit: page.sought, in: connection)
      var names: [CampaignID: String] = [:]
      for id in Set(found.map(\.campaign)) { names[id] = try campaigns.find("\(id)", in: connection)?.name }
      return try found.map { record in
        ShakeRecord.Listed(
          record: record, campaign: names[record.campaign] ?? "\(record.campaign)",
          standing: try record.standing(try SettlementRecord.all(of: record.id, in: connection)))
      }
    }
    // A module that is switched off may have left shakes; a type of which there are none may be a slip.
    let types = try ShakeTypes.all(of: context.registry)
    if found.isEmpty, let type, types[type] == nil {
      throw ShakesError.noType(type, known: types.keys.sorted())
    }
    var document = Document("shake.list/1")
    document.page("shakes", ShakeRecord.Listed.fields, found: found, page)
    if found.isEmpty {
      document.note("There are no such shakes.")
    } else if found.count < page.sought {
      document.next("`qix shake explain SHAKE` explains an outcome")
    }
    return document
  }
}
