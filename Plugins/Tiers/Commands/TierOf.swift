internal import CoinsContract
internal import IdentityContract
internal import PicturesContract
internal import QixModule

/// `qix tier of`
struct TierOf: Command {
  static let declaration = Declaration(
    "of", "Show in which tier a user is, why, and until when.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      Coins that were taken back don't count, for an earlier time either. An earlier time is judged by the tiers as \
      they are today.
      """,
    examples: [
      Example("qix tier of shop-4711", "now, and what is missing to the next one"),
      Example("qix tier of shop-4711 --at 2027-01-31", "what it was then"),
    ],
    answer: AnswerShape("tier.of/1", fields))

  private static let fields: [Field<(user: UserID, standing: Standing, counted: String, at: Timestamp)>] = [
    Field("user", .id) { $0.user },
    Field("tier", .text) { $0.standing.tier?.name },
    Field("title", .text) { $0.standing.tier?.title },
    Field("picture", .text, shown: { _ in false }) { $0.standing.tier?.picture },
    Field("multiplier", .text) { Tier.factor($0.standing.tier?.multiplier ?? 100) },
    Field("benefits", .text) { row in row.standing.tier.flatMap { $0.benefits.isEmpty ? nil : $0.benefits } },
    Field("counted", .text, "coins counted of") { $0.counted },
    Field("earned", .coins, "earned in it") { $0.standing.earned },
    Field("earned_before", .coins, "earned in the one before") { $0.standing.earnedBefore },
    Field("holds_until", .time) { $0.standing.holdsUntil },
    Field("next", .text, "next tier") { $0.standing.next?.tier.name },
    Field("missing", .coins, "missing to the next tier") { $0.standing.next?.missing },
    Field("count_ends", .time, "to be earned until") { $0.standing.spanEnds },
    Field("at", .time, "as of") { $0.at },
  ]

  @Positional("user", .user, "usr_… or external id") private var reference: String
  @Option("at", .moment, "At this time instead of now") private var at: Timestamp?

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let (ledger, pictures) = (try context.service(Coins.ledger), try PictureLinks(context))
    let time = at ?? context.clock.now()
    let (user, standings, standing, isBehind) = try context.database.read { connection in
      guard let user = try directory.find(reference, in: connection) else { throw UserError.notFound(reference) }
      let standings = try Standings(in: connection).shown(with: pictures, in: connection)
      return (
        user, standings, try standings.standing(of: user, at: time, ledger, in: connection),
        try ledger.isEarningBehind(of: user, in: connection)
      )
    }
    if isBehind {
      // The next question has less to read. Where another process writes just now, a later question does it.
      _ = try? context.database.bookkeep { _ = try standings.standing(of: user, at: time, ledger, in: $0) }
    }
    var document = Document(
      "tier.of/1", Self.fields,
      of: (
        user: user, standing: standing.said(in: context.face.speaking()), counted: standings.qualification.words,
        at: time
      ))
    document.primary = standing.tier?.name ?? "none"
    if standings.tiers.isEmpty { document.note("There are no tiers. `qix tier create` makes one.") }
    return document
  }
}
