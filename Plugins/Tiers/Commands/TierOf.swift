internal import CoinsContract
internal import IdentityContract
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
    answer: """
      tier.of/1: user id, tier text?, title text?, multiplier text, benefits text?, counted text, earned coins,
      earned_before coins?, holds_until time?, missing coins?, count_ends time?, at time
      """)

  @Positional("user", .user, "usr_… or external id") private var reference: String
  @Option("at", .moment, "At this time instead of now") private var at: Timestamp?

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let ledger = try context.service(Coins.ledger)
    let time = at ?? context.clock.now()
    let (user, standings, standing, isBehind) = try context.database.read { connection in
      guard let user = try directory.find(reference, in: connection) else { throw UserError.notFound(reference) }
      let standings = try Standings(in: connection)
      return (
        user, standings, try standings.standing(of: user, at: time, ledger, in: connection),
        try ledger.isEarningBehind(of: user, in: connection)
      )
    }
    if isBehind {
      // The next question has less to read. Where another process writes just now, a later question does it.
      _ = try? context.database.bookkeep { _ = try standings.standing(of: user, at: time, ledger, in: $0) }
    }
    var document = Document("tier.of/1")
    document.primary = standing.tier?.name ?? "none"
    document.field("user", .identifier(user))
    document.field("tier", .text(standing.tier?.name))
    document.field("title", .text(standing.tier?.title))
    document.field("multiplier", .text(Tier.factor(standing.tier?.multiplier ?? 100)))
    document.field("benefits", standing.tier.flatMap { $0.benefits.isEmpty ? nil : .text($0.benefits) } ?? .missing)
    document.field("counted", "coins counted of", .text(standings.qualification.words))
    document.field("earned", "earned in it", .coins(standing.earned))
    document.field("earned_before", "earned in the one before", .coins(standing.earnedBefore))
    document.field("holds_until", .timestamp(standing.holdsUntil))
    document.field("next", "next tier", .text(standing.next?.tier.name))
    document.field("missing", "missing to the next tier", .coins(standing.next?.missing))
    document.field("count_ends", "to be earned until", .timestamp(standing.spanEnds))
    document.field("at", "as of", .timestamp(time))
    if standings.tiers.isEmpty { document.note("There are no tiers; `qix tier create` makes one.") }
    return document
  }
}
