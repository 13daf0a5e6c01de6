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
    answer: AnswerShape(
      "wallet.show/1", View.fields,
      last: [
        "movements", "expiries", "holds", "expired_unbooked", "reminders", "goodwill_left", "goodwill_left_for_user",
      ]), follows: Set(CoinsModule.eventTypes.map(\.name)).union(["user.merged"]),
    givenByCustomers: ["soon", "limit"])

  private let wallet = WalletOf(Users.presented)
  @Option("soon", .duration, placeholder: "TIME", "How far 'expiring soon' looks ahead", default: "30d")
  private var soon: Int64
  @Option(
    "limit", .integer(in: Self.limits).serving(.rows), placeholder: "N", "Most expiries to list, and most holds",
    default: "10")
  private var limit: Int

  private static let movements = 5

  /// The content of a wallet's page.
  private struct View {
    let user: UserID
    let standing: String
    let balance: Int64
    let held: Int64
    let owed: Int64
    /// Nil where the caller gives none.
    let goodwill: Goodwill.Left?
    let reminders: [Reminders.Told]
    /// Lots whose time isn't up, and all of them.
    let alive: [Wallet.Lot]
    let lots: [Wallet.Lot]
    /// The moment until which coins expire soon.
    let horizon: Timestamp
    let expiries: [Upcoming.Expiry]
    /// One more than is shown tells whether there are more.
    let holds: [Record]
    let movements: [History.Movement]
    let limit: Int

    /// Coins that can be spent now. Those of an erased user stay in the books but can't be spent.
    var available: Int64 { standing == "erased" ? 0 : Self.sum(alive) }
    var expiring: Int64 { Self.sum(alive.filter { $0.expires.map { $0 <= horizon } ?? false }) }
    var unbooked: Int64? { lots.count > alive.count ? Self.sum(lots) - Self.sum(alive) : nil }
    var left: Goodwill.Left? { standing == "active" ? goodwill : nil }
    var hasMore: Bool { expiries.count > limit || holds.count > limit }

    private static func sum(_ lots: [Wallet.Lot]) -> Int64 { lots.reduce(0) { $0 + $1.remaining } }

    private static let reminders: [Field<Reminders.Told>] = [
      Field("told", .time) { $0.at },
      Field("expires", .time) { $0.due.expires },
      Field("coins", .coins) { $0.due.coins },
      Field(optional: "failed", .boolean, shown: { $0.hasFailed }) { $0.hasFailed },
    ]

    static let fields: [Field<View>] = figures + Goodwill.Left.fields.of { $0.left } + lists

    private static let figures: [Field<View>] = [
      Field("user", .id) { $0.user },
      // What people need to know is that it isn't as usual.
      Field(optional: "standing", .text, shown: { $0.standing != "active" }) { $0.standing },
      Field("balance", .coins) { $0.balance },
      Field("held", .coins) { $0.held },
      Field("available", .coins) { $0.available },
      Field(optional: "owed", .coins) { $0.owed > 0 ? $0.owed : nil },
      Field("expiring_soon", .coins) { $0.expiring },
      Field("next_expiry", .time) { $0.alive.first?.expires },
      Field(optional: "expired_unbooked", .coins, "expired, not booked yet") { $0.unbooked },
    ]

    private static let lists: [Field<View>] = [
      Field("more", .boolean, shown: { _ in false }) { $0.hasMore },
      // Where one table alone is printed it is that of the movements.
      Field("movements", rows: History.ofWallet, title: "Last movements", place: .last) { $0.movements },
      Field(
        optional: "expiries", rows: Upcoming.expiries, title: "What expires when",
        shown: { $0.expiries.contains { $0.expires != nil } }
      ) { Array($0.expiries.prefix($0.limit)) },
      Field(optional: "holds", rows: Upcoming.holds, title: "Held", none: nil) { Array($0.holds.prefix($0.limit)) },
      Field(optional: "reminders", rows: reminders, title: "Reminders sent") {
        $0.reminders.isEmpty ? nil : Array($0.reminders.prefix($0.limit))
      },
    ]
  }

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let (policy, purposes) = (try context.service(Users.policy), TransferPurposes(context))
    let view = try wallet.read(in: context) { user, connection in
      // A till that has a handle is told what there is to spend, and nothing of other days.
      let isHandle = context.acquaintances?.handle(of: "\(user)") != nil
      let account = try Wallet.account(.wallet(user), at: now, in: connection)
      var holds: [Record] = []
      if let account, account.held > 0, !isHandle {
        // One more than is shown tells whether there are more.
        holds = try Upcoming.holds(on: account, at: now, limit: limit + 1, in: connection)
          .map { try purposes.named($0, in: connection) }
      }
      let lots = try account.map { try Wallet.lots(of: $0, in: connection) } ?? []
      let alive = lots.filter { $0.expires.map { $0 > now } ?? true }
      return View(
        user: user, standing: try policy.standing(of: user, in: connection),
        balance: account?.posted ?? 0, held: account?.held ?? 0, owed: account?.owed ?? 0,
        goodwill: try Goodwill(context, in: connection).left(for: user),
        // A customer has been told what has reached them.
        reminders: isHandle
          ? [] : try Reminders(connection).told(user).filter { !$0.hasFailed || !context.principal.isCustomer },
        alive: alive, lots: lots, horizon: now.advanced(byMicroseconds: soon),
        expiries: Upcoming.expiries(alive), holds: holds,
        movements: isHandle
          ? []
          : try History.page(
            of: .wallet(user), filter: History.Filter(leavesOutMerges: context.principal.isCustomer),
            limit: Self.movements, in: connection
          ).movements.map { try $0.named(by: purposes, in: connection) }, limit: limit)
    }
    var document = Document("wallet.show/1", View.fields, of: view)
    document.primary = "\(view.available)"
    if view.hasMore {
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
