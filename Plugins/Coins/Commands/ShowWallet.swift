internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix wallet show`
struct ShowWallet: Command {
  private static let limits = 1...1_000

  static let declaration = Declaration(
    "show", "Show what a user has: balance, held, available, what expires when, what is held, the last movements.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      Expiries list the coins that can be spent, the soonest first; coins that never expire come last. Held coins \
      are not among them. They are listed below, with their purpose and end.
      """,
    examples: [
      Example("qix wallet show shop-4711", "by external id"),
      Example("qix wallet show shop-4711 --soon 90d --limit 100", "three months ahead, with every expiry"),
      Example("qix wallet show shop-4711 --json", "for a program"),
    ],
    answer: """
      wallet.show/1: user id, standing? text, balance coins, held coins, available coins, owed? coins, expiring_soon coins,
      next_expiry time?, movements [transfer id?, at time, kind text, amount coins?, balance coins, other text,
      expires time?, reason text?, key text?, merged_from id?, booked time?], expiries? [expires time?, coins coins], holds? [hold
      id?, at time, coins coins, to text, until time?, reason text?, key text?], expired_unbooked? coins,
      reminders? [told time, expires time, coins coins, failed? boolean], goodwill_left? coins,
      goodwill_left_for_user? coins
      """, givenByCustomers: ["soon", "limit"])

  private let wallet = WalletOf()
  @Option("soon", .duration, placeholder: "TIME", "How far 'expiring soon' looks ahead", default: "30d")
  private var soon: Int64
  @Option("limit", .integer(in: Self.limits), placeholder: "N", "Most expiries to list, and most holds", default: "10")
  private var limit: Int

  private static let movements = 5
  private static let reminders: [RowField<Reminders.Told>] = [
    RowField("told") { .timestamp($0.at) },
    RowField("expires") { .timestamp($0.due.expires) },
    RowField(number: "coins") { .coins($0.due.coins) },
    RowField("failed") { .boolean($0.hasFailed) },
  ]

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let policy = try context.service(Users.policy)
    let view = try wallet.read(in: context) { user, connection in
      let account = try Wallet.account(.wallet(user), at: now, in: connection)
      var holds: [Record] = []
      if let account, account.held > 0 {
        // One more than is shown tells whether there are more.
        holds = try Upcoming.holds(on: account, at: now, limit: limit + 1, in: connection)
      }
      return (
        user: user, standing: try policy.standing(of: user, in: connection),
        posted: account?.posted ?? 0, held: account?.held ?? 0, owed: account?.owed ?? 0,
        // A customer has been told what has reached them.
        goodwill: try Goodwill(context, in: connection).left(for: user),
        told: try Reminders(connection).told(user).filter { !$0.hasFailed || !context.principal.isCustomer },
        lots: try account.map { try Wallet.lots(of: $0, in: connection) } ?? [], holds: holds,
        movements: try History.page(
          of: .wallet(user), filter: History.Filter(leavesOutMerges: context.principal.isCustomer),
          limit: Self.movements, in: connection
        ).movements
      )
    }
    func sum(_ lots: some Sequence<Wallet.Lot>) -> Int64 { lots.reduce(0) { $0 + $1.remaining } }
    let alive = view.lots.filter { $0.expires.map { $0 > now } ?? true }
    let horizon = now.advanced(byMicroseconds: soon)
    let expiring = alive.filter { $0.expires.map { $0 <= horizon } ?? false }

    var document = Document("wallet.show/1")
    // The coins are still in the books, and nobody can spend them.
    let available = view.standing == "erased" ? 0 : sum(alive)
    document.primary = "\(available)"
    document.field("user", .identifier(view.user))
    let isForPeople = context.face.isForPeople
    // What people need to know is that it isn't as usual.
    if !isForPeople || view.standing != "active" { document.field("standing", .text(view.standing)) }
    document.field("balance", .coins(view.posted))
    document.field("held", .coins(view.held))
    document.field("available", .coins(available))
    if view.owed > 0 { document.field("owed", .coins(view.owed)) }
    document.field("expiring_soon", .coins(sum(expiring)))
    document.field("next_expiry", .timestamp(alive.first?.expires))
    if view.lots.count > alive.count {
      document.field("expired_unbooked", "expired, not booked yet", .coins(sum(view.lots) - sum(alive)))
    }
    if let goodwill = view.goodwill, view.standing == "active" { document.tell(goodwill) }
    let expiries = Upcoming.expiries(alive)
    let hasMore = expiries.count > limit || view.holds.count > limit
    func addMovements() {
      document.table(
        "movements", title: "Last movements", columns: History.columns, rows: view.movements.map(\.cells))
    }
    // Where one table alone is printed it is that of the movements.
    if !isForPeople {
      document.field("more", .boolean(hasMore))
      addMovements()
    }
    if !isForPeople || expiries.contains(where: { $0.expires != nil }) {
      document.table(
        "expiries", title: "What expires when", columns: Upcoming.expiryColumns,
        rows: expiries.prefix(limit).map(\.cells))
    }
    if !isForPeople || !view.holds.isEmpty {
      document.table(
        "holds", title: "Held", columns: Upcoming.holdColumns, rows: view.holds.prefix(limit).map(\.holdCells))
    }
    if !view.told.isEmpty {
      document.table(
        "reminders", title: "Reminders sent",
        isForPeople && !view.told.contains { $0.hasFailed } ? Self.reminders.dropLast() : Self.reminders,
        rows: view.told.prefix(limit))
    }
    if isForPeople { addMovements() }
    if hasMore {
      document.note(
        "There are more expiries or holds: `qix wallet show \(view.user) --limit \(Self.limits.upperBound)`.")
    }
    if view.standing != "active" {
      document.note("The user is \(view.standing), so the wallet can neither be paid nor spend.")
    }
    if view.owed > 0 {
      document.note("New coins in this wallet first settle what it owes.")
    }
    if view.movements.count == Self.movements {
      document.note("All of them: `qix wallet history \(view.user)`.")
    } else if view.movements.isEmpty {
      document.note(
        view.standing == "active" && context.mayRun("coins issue", IssueCommand.self)
          ? "Nothing was credited yet: `qix coins issue --to \(view.user) --amount 50`." : "Nothing was credited yet.")
    }
    return document
  }
}

extension ModePolicy {
  /// `active`, or what keeps the user from acting: `suspended`, `erased`.
  func standing(of user: UserID, in connection: Connection) throws -> String {
    do {
      try requireActive(user, in: connection)
      return "active"
    } catch UserError.suspended {
      return "suspended"
    } catch UserError.erased {
      return "erased"
    }
  }
}
