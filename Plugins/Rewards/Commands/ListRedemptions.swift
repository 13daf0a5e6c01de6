internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix redemption list`
struct ListRedemptions: OldCommand {
  private static let user = OldOption("user", .text, placeholder: "USER", "Of this user: usr_… or external id")
  private static let reward = OldOption("reward", .text, placeholder: "REWARD", "Of this reward")
  private static let state = OldOption(
    "state", .choice(Redemption.State.allCases.map(\.rawValue)), placeholder: "STATE", "In this state now")
  private static let since = OldOption("since", .timestamp, placeholder: "TIME", "Redeemed at this time or later")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Redemptions at most", default: "50")
  private static let after = OldOption(
    "after", .identifier(RedemptionID.self), placeholder: "REDEMPTION",
    "Go on behind this one, the last of the page before")

  static let declaration = Declaration(
    "list", "List what users have redeemed, the newest first.",
    roles: [.operator, .integrator, .support, .auditor], discussion: "An integrator names the user.",
    parameters: [user, reward, state, since, limit, after],
    examples: [
      Example("qix redemption list --user shop-4711", "what one user has redeemed"),
      Example("qix redemption list --state held --reward mug", "what waits for being handed over"),
    ])

  private let user: String?
  private let reward: String?
  private let filter: RedemptionStore.Filter
  private let limit: Int64

  init(_ arguments: Arguments) throws {
    user = arguments[Self.user]
    reward = arguments[Self.reward]
    filter = RedemptionStore.Filter(
      state: arguments[Self.state].flatMap(Redemption.State.init(rawValue:)), since: arguments[Self.since],
      after: arguments[Self.after])
    limit = try arguments.require(Self.limit)
  }

  func run(in context: Context) throws {
    // Whose ids it doesn't know, an integrator isn't told: a trial user's id is all that it takes to be that user.
    if user == nil, !context.principal.mayKnow(.user) { throw RedemptionError.userNeeded }
    let directory = try context.service(Users.directory)
    let now = context.clock.now()
    // One more than is shown tells whether there is more.
    let found = try context.database.read { connection in
      var filter = filter
      if let user {
        guard let id = try directory.find(user, in: connection) else { throw UserError.notFound(user) }
        filter.user = id
      }
      filter.reward = try reward.map { try RewardStore(connection).require($0).id }
      var names: [RewardID: String] = [:]
      return try RedemptionStore(connection).list(filter, at: now, limit: limit + 1).map { redemption in
        let name = try names[redemption.reward] ?? RewardStore(connection).find(redemption.reward)?.name ?? ""
        names[redemption.reward] = name
        return (redemption: redemption, name: name)
      }
    }
    let page = found.prefix(Int(limit))
    let next = found.count > page.count ? page.last?.redemption.id : nil
    var document = Document("redemption.list/1")
    if !page.isEmpty { document.primary = page.map { "\($0.redemption.id)" }.joined(separator: "\n") }
    document.page(next: next.map { .identifier("\($0)") })
    document.table(
      "redemptions",
      columns: [
        Column("redemption", "REDEMPTION"), Column("reward", "REWARD"), Column("user", "USER"),
        Column("state", "STATE"), Column("quantity", "QUANTITY", alignment: .trailing),
        Column("coins", "COINS", alignment: .trailing), Column("at", "REDEEMED"), Column("held_until", "HELD UNTIL"),
      ],
      rows: page.map { redemption, name in
        [
          .identifier("\(redemption.id)"), .text(name), .identifier("\(redemption.user)"),
          .text(redemption.state(at: now).rawValue), .integer(redemption.quantity), .coins(redemption.coins),
          .timestamp(redemption.redeemed), redemption.stage == .held ? .time(redemption.heldUntil) : .missing,
        ]
      })
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("`qix redemption list --after \(next)`, with the same options")
    } else if page.isEmpty {
      context.terminal.note("There are no such redemptions.")
    }
  }
}
