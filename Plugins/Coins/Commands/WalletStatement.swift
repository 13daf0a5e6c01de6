internal import CoinsContract
internal import QixCalendar
internal import QixModule

/// `qix wallet statement`
struct WalletStatement: Command {
  static let declaration = Declaration(
    "statement", "Print a statement: the balance before, every movement, the balance after.",
    roles: [.operator, .support, .auditor],
    discussion: """
      Movements are ordered by the time they happened. Days are in the installation's time zone \
      (`upkeep.time-zone`), or in --zone. Each balance follows from the one before it in this order, and is never \
      below zero. If a movement took coins that came later, it is listed where they came. If other users were \
      merged into this one, the statement covers all their wallets together.
      """,
    examples: [
      Example("qix wallet statement shop-4711", "this month"),
      Example("qix wallet statement shop-4711 --since 2027-01-01 --until 2027-03-31", "a quarter"),
    ],
    answer: """
      wallet.statement/1: user id, from date, to date, opening coins, credits coins, debits coins, closing coins,
      movements [at time, kind text, amount coins?, balance coins, other text, reason text?, transfer id?]
      """)

  private let wallet = WalletOf()
  private let span = SpanOptions("Movements", formerly: (["from"], ["to"]))

  func check() throws { try span.check() }

  func run(in context: Context) throws -> Document {
    let zone = try context.zone()
    let today = zone.date(at: context.clock.now())
    let end = span.until ?? zone.start(of: CalendarDate(daysSinceEpoch: today.daysSinceEpoch + 1))
    let last = zone.date(at: end.advanced(byMicroseconds: -1))
    // The first of the last day's month, unless another beginning was given.
    let start = span.since ?? zone.start(of: CalendarDate(daysSinceEpoch: last.daysSinceEpoch - last.day + 1))
    let first = zone.date(at: start)
    guard start < end else { throw UsageError("the last day, \(last), is before the first, \(first)") }

    var movements: [History.Movement] = []
    let user = try wallet.read(in: context) { user, connection in
      try History.forEach(of: .wallet(user), in: connection) { movement in
        movements.append(movement)
        return true
      }
      return user
    }
    let all = Chronology.steps(movements)
    let steps = all.filter { $0.moment >= start && $0.moment < end }
    let opening = all.last { $0.moment < start }?.balance ?? 0
    let rows = steps.map { step -> [Cell] in
      let movement = step.movement
      return [
        .timestamp(step.moment), .text(movement.record.name), .coins(movement.amount), .coins(step.balance),
        movement.other.cell, .text(movement.record.reason),
        .identifier(movement.record.id),
      ]
    }
    func total(_ isCredit: Bool) -> Int64 {
      steps.reduce(0) { ($1.movement.amount > 0) == isCredit ? $0 + $1.movement.amount : $0 }
    }
    var document = Document("wallet.statement/1")
    document.field("user", .identifier(user))
    document.field("from", .date(first))
    document.field("to", .date(last))
    document.field("opening", "opening balance", .coins(opening))
    document.field("credits", "came in", .coins(total(true)))
    document.field("debits", "went out", .coins(total(false)))
    document.field("closing", "closing balance", .coins(steps.last?.balance ?? opening))
    document.table(
      "movements", title: "Movements",
      columns: [
        Column("at", "AT"), Column("kind", "KIND"), Column("amount", "AMOUNT", alignment: .trailing),
        Column("balance", "BALANCE", alignment: .trailing), Column("other", "FROM/TO"), Column("reason", "REASON"),
        Column("transfer", "TRANSFER"),
      ], rows: rows)
    return document
  }
}
