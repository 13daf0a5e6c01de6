internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix wallet show`
struct ShowWallet: Command {
  private static let soon = Option(
    "soon", .duration, placeholder: "TIME", "How far 'expiring soon' looks ahead", default: "30d")

  static let declaration = Declaration(
    "show", "Show what a user has: balance, held, available, expiring soon, the last movements.",
    roles: [.operator, .integrator, .support, .auditor],
    parameters: [WalletOf.user, soon],
    examples: [
      Example("qix wallet show shop-4711", "by external id"),
      Example("qix wallet show shop-4711 --json", "for a program"),
    ])

  private let wallet: WalletOf
  private let soon: Int64

  private static let movements = 5

  init(_ arguments: Arguments) throws {
    wallet = try WalletOf(arguments)
    soon = try arguments.require(Self.soon)
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let view = try wallet.read(in: context) { user, connection in
      let account = try Wallet.account(.wallet(user), at: now, in: connection)
      return (
        user: user, posted: account?.posted ?? 0, held: account?.held ?? 0,
        lots: try account.map { try Wallet.lots(of: $0, in: connection) } ?? [],
        movements: try History.page(of: .wallet(user), limit: Self.movements, in: connection).movements
      )
    }
    func sum(_ lots: some Sequence<Wallet.Lot>) -> Int64 { lots.reduce(0) { $0 + $1.remaining } }
    let alive = view.lots.filter { $0.expires.map { $0 > now } ?? true }
    let horizon = now.advanced(byMicroseconds: soon)
    let expiring = alive.filter { $0.expires.map { $0 <= horizon } ?? false }

    var document = Document("wallet.show/1")
    document.primary = "\(sum(alive))"
    document.field("user", "user", .identifier("\(view.user)"))
    document.field("balance", "balance", .coins(view.posted))
    document.field("held", "held", .coins(view.held))
    document.field("available", "available", .coins(sum(alive)))
    document.field("expiring_soon", "expiring soon", .coins(sum(expiring)))
    document.field("next_expiry", "next expiry", alive.first?.expires.map(Cell.timestamp) ?? .missing)
    if view.lots.count > alive.count {
      document.field("expired_unbooked", "expired, not booked yet", .coins(sum(view.lots) - sum(alive)))
    }
    document.table(
      "movements", title: "Last movements", columns: History.columns, rows: view.movements.map(\.cells))
    try context.terminal.emit(document)
    if view.movements.count == Self.movements {
      context.terminal.note("All of them: `qix wallet history \(view.user)`.")
    } else if view.movements.isEmpty {
      context.terminal.note("Nothing was credited yet: `qix coins issue --to \(view.user) --amount 50`.")
    }
  }
}
