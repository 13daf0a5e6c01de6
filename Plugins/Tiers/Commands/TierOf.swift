internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix tier of`
struct TierOf: Command {
  private static let user = Positional("user", .text, "usr_… or external id")
  private static let at = Option("at", .timestamp, placeholder: "TIME", "At this moment rather than now")

  static let declaration = Declaration(
    "of", "Show in which tier a user is, why, and until when.", roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      Coins that were taken back since don't count, for a moment in the past either; nor do the numbers that tiers had \
      at that time: it is judged by those of today.
      """,
    parameters: [user, at],
    examples: [
      Example("qix tier of shop-4711", "now, and what is missing to the next one"),
      Example("qix tier of shop-4711 --at 2027-01-31", "what it was then"),
    ])

  private let reference: String
  private let at: Timestamp?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(Self.user)
    at = arguments[Self.at]
  }

  func run(in context: Context) throws {
    let directory = try context.service(Users.directory)
    let ledger = try context.service(Coins.ledger)
    let time = at ?? context.clock.now()
    let (user, standings, standing) = try context.database.read { connection in
      guard let user = try directory.find(reference, in: connection) else { throw UserError.notFound(reference) }
      let standings = try Standings(in: connection)
      return (user, standings, try standings.standing(of: user, at: time, ledger, in: connection))
    }
    var document = Document("tier.of/1")
    document.primary = standing.tier?.name ?? "none"
    document.field("user", "user", .identifier("\(user)"))
    document.field("tier", "tier", standing.tier.map { .text($0.name) } ?? .missing)
    document.field("title", "title", standing.tier.map { .text($0.title) } ?? .missing)
    document.field("multiplier", "multiplier", .text(Tier.factor(standing.tier?.multiplier ?? 100)))
    document.field(
      "benefits", "benefits", standing.tier.flatMap { $0.benefits.isEmpty ? nil : .text($0.benefits) } ?? .missing)
    document.field("counted", "coins counted of", .text(standings.qualification.words))
    document.field("earned", "earned in it", .coins(standing.earned))
    document.field("earned_before", "earned in the one before", standing.earnedBefore.map { .coins($0) } ?? .missing)
    document.field("holds_until", "holds until", standing.holdsUntil.map { .timestamp($0) } ?? .missing)
    document.field("next", "next tier", standing.next.map { .text($0.tier.name) } ?? .missing)
    document.field("missing", "missing to it", standing.next.map { .coins($0.missing) } ?? .missing)
    document.field("count_ends", "to be earned until", standing.spanEnds.map { .timestamp($0) } ?? .missing)
    document.field("at", "as of", .timestamp(time))
    try context.terminal.emit(document)
    if standings.tiers.isEmpty { context.terminal.note("There are no tiers; `qix tier create` makes one.") }
  }
}
