internal import IdentityContract
internal import QixModule

/// `qix redemption list`
struct ListRedemptions: Command {
  static let declaration = Declaration(
    "list", "List redemptions, the newest first.",
    roles: [.operator, .integrator, .support, .auditor, .user], discussion: "Integrators must give --user.",
    examples: [
      Example("qix redemption list --user shop-4711", "one user's redemptions"),
      Example("qix redemption list --state held --reward mug", "mugs waiting to be handed over"),
    ],
    answer: AnswerShape("redemption.list/1", "redemptions", rows: fields),
    follows: Set(RewardsModule.eventTypes.map(\.name)),
    givenByCustomers: ["reward", "state", "since", "until", "limit", "after"])

  @Option("user", .user, placeholder: "USER", "Only this user's redemptions: usr_… or external id") private var user:
    String?
  @Option("reward", .text, placeholder: "REWARD", "Only redemptions of this reward") private var reward: String?
  @Option(
    "state", .choice(of: Redemption.State.self), placeholder: "STATE", "Only redemptions in this state now")
  private var state: Redemption.State?
  private let span = SpanOptions("Redeemed")
  private let page = PageOptions(
    "Redemptions", after: .identifier(RedemptionID.self), placeholder: "REDEMPTION")

  func check() throws { try span.check() }

  private struct Line: Sendable {
    let redemption: Redemption
    let reward: Reward?
    /// What the user is called, if the caller may know it.
    var externalID: String?
    var username: String?
    var by: String?
    let now: Timestamp
  }

  private static let fields: [Field<Line>] = [
    Field("redemption", .id.orNull) { $0.redemption.id },
    Field("reward", .text) { $0.reward?.name ?? "" },
    Field("user", .id) { $0.redemption.user },
    Field("state", .text) { $0.redemption.state(at: $0.now).rawValue },
    Field("quantity", .integer) { $0.redemption.quantity },
    Field("coins", .coins) { $0.redemption.coins },
    Field("at", .time, "REDEEMED") { $0.redemption.redeemed },
    Field("held_until", .time) { $0.redemption.stage == .held ? $0.redemption.heldUntil : nil },
    // A person finds it in `qix redemption show`.
    Field("by", .text, for: .reason, shown: { _ in false }) { $0.by },
    Field("title", .text) { $0.reward?.title ?? "" }.aside,
    Field("external_id", .text, "EXTERNAL ID", for: .user) { $0.externalID }.aside,
    Field("username", .text, for: .user) { $0.username }.aside,
  ]

  func run(in context: Context) throws -> Document {
    // Whose ids it doesn't know, an integrator isn't told: a trial user's id is all that it takes to be that user.
    if user == nil, !context.principal.mayKnow(.user) {
      throw Failure(
        "rewards.user-needed", .notAllowed, "the role integrator can't list the redemptions of all users",
        hint: "Name the user with --user USER.")
    }
    let (directory, names) = try (context.service(Users.directory), context.service(Users.names))
    let now = context.clock.now()
    let (tellsActors, tellsUsers) = (context.mayTell(.reason), context.mayTell(.user))
    let found = try context.database.read { connection in
      var filter = RedemptionStore.Filter(state: state, since: span.since, until: span.until, after: page.after)
      if let user {
        guard let id = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
        filter.user = id
      }
      filter.reward = try reward.map {
        try RewardStore(connection).require($0, for: context.principal, orRetired: true).id
      }
      var rewards: [RewardID: Reward] = [:]
      return try RedemptionStore(connection).list(filter, at: now, limit: page.sought).map { redemption in
        let reward =
          try rewards[redemption.reward]
          ?? RewardStore(connection).find(redemption.reward)?.said(in: context.face.speaking())
        rewards[redemption.reward] = reward
        var line = Line(redemption: redemption, reward: reward, now: now)
        if tellsUsers {
          line.externalID = try directory.externalID(of: redemption.user, in: connection)
          line.username = try names.name(of: redemption.user, in: connection)
        }
        if tellsActors { line.by = try redemption.redeemer(in: connection) }
        return line
      }
    }
    var document = Document("redemption.list/1")
    document.page(
      "redemptions", Self.fields, found: found, page, none: "There are no such redemptions.")
    return document
  }
}
