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
    answer: AnswerShape("wallet.statement/1", Statement.fields))

  private struct Statement {
    let user: UserID
    let from: CalendarDate
    let to: CalendarDate
    let opening: Int64
    let steps: [Chronology.Step]

    private func total(_ isCredit: Bool) -> Int64 {
      steps.reduce(0) { ($1.movement.amount > 0) == isCredit ? $0 + $1.movement.amount : $0 }
    }

    static let fields: [Field<Statement>] = [
      Field("user", .id) { $0.user },
      Field("from", .date) { $0.from },
      Field("to", .date) { $0.to },
      Field("opening", .coins, "opening balance") { $0.opening },
      Field("credits", .coins, "came in") { $0.total(true) },
      Field("debits", .coins, "went out") { $0.total(false) },
      Field("closing", .coins, "closing balance") { $0.steps.last?.balance ?? $0.opening },
      Field("movements", rows: movements, title: "Movements") { $0.steps },
    ]

    private static let movements: [Field<Chronology.Step>] = [
      Field("at", .time) { $0.moment },
      Field("kind", .text) { $0.movement.record.name },
      Field("amount", .coins.orNull) { $0.movement.amount },
      Field("balance", .coins) { $0.balance },
      Field("other", .cell(.text), "FROM/TO") { $0.movement.other.cell },
      Field("reason", .text) { $0.movement.record.reason },
      Field("transfer", .id.orNull) { $0.movement.record.id },
    ]
  }

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
    return Document(
      "wallet.statement/1", Statement.fields,
      of: Statement(user: user, from: first, to: last, opening: opening, steps: steps))
  }
}
