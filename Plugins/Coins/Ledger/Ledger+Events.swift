internal import CoinsContract
internal import IdentityContract
package import QixModule

extension Ledger {
  /// Tells whom a transfer concerns, and that it has left a budget low.
  func tell(_ posting: Posting, credit: Int, _ transfer: TransferID) throws {
    let (debit, credit) = (book[posting.debit], book[credit])
    // Pieces of rewards are told of as redemptions; a merge, as one.
    guard debit.asset == .coins, !posting.movesLots else { return }
    switch posting.kind {
    case .hold, .void, .timeOut:
      guard debit.kind == .wallet else { return }
      return try connection.tell(
        posting.kind == .hold ? "coins.held" : "coins.released", of: transfer, user: debit.owner.user)
    default: break
    }
    if debit.kind == .wallet {
      let type =
        switch posting.kind {
        case .expire: "coins.expired"
        case .reverse: "coins.withdrawn"
        case .transfer: "coins.sent"
        default: "coins.redeemed"
        }
      try connection.tell(type, of: transfer, user: debit.owner.user)
    }
    switch credit.kind {
    case .wallet:
      let type =
        switch posting.kind {
        case .reverse: "coins.returned"
        case .transfer: "coins.received"
        default: "coins.issued"
        }
      try connection.tell(type, of: transfer, user: credit.owner.user)
    case .budget: try connection.tell("budget.funded", of: transfer)
    default: break
    }
    if debit.kind == .budget {
      let low = try lowBudget ?? connection.value(of: CoinsModule.lowBudget)
      lowBudget = low
      if debit.free < low, debit.free + posting.amount >= low {
        try connection.tell("budget.low", of: debit.owner.budget)
      }
    }
  }
}

/// What happens to coins.
extension CoinsModule: EventSource {
  package static let eventTypes =
    [
      EventType("coins.issued", "A user got coins from the operator.", toldWithEnd),
      EventType("coins.received", "A user got coins from another user.", told),
      EventType("coins.returned", "A user got coins back.", told),
      EventType("coins.sent", "A user gave coins to another user.", told),
      EventType("coins.redeemed", "A user spent coins.", told),
      EventType("coins.withdrawn", "Coins were taken back from a user.", told),
      EventType("coins.expired", "Coins of a user expired.", told),
      EventType("coins.held", "Coins of a user were reserved.", toldWithEnd),
      EventType("coins.released", "Coins of a user are no longer reserved.", told),
      EventType("budget.funded", "A budget got coins.", told),
      EventType("budget.low", "A budget has fewer coins left than coins.budget-low says.", low),
    ] + Approval.eventTypes

  private static let told: [Field<(record: Record, budget: String?)>] = [
    Field("transfer", .id, for: .trace) { $0.record.id },
    Field("coins", .coins) { $0.record.amount },
    Field("budget", .text, for: .business) { $0.budget },
    Field("key", .text, for: .key) { $0.record.key },
    Field("reason", .text, for: .reason) { $0.record.reason },
  ]

  private static let toldWithEnd = told + [Field("expires", .time) { $0.record.expires }]

  private static let low: [Field<(budget: String, left: Int64)>] = [
    Field("budget", .text, for: .business) { $0.budget },
    Field("left", .coins, for: .business) { $0.left },
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    if event.type.hasPrefix("approval.") { return try Approval.details(of: event, in: connection) }
    if event.type == "budget.low" { return try lowBudget(BudgetID(high: event.high, low: event.low), in: connection) }
    guard let record = try Records.find(event.subject(), in: connection) else { return nil }
    let hasEnd = ["coins.issued", "coins.held"].contains(event.type)
    let budget = event.type == "budget.funded" ? record.to.budget : record.from.budget
    return EventDetails(hasEnd ? toldWithEnd : told, of: (record: record, budget: budget))
  }

  private static func lowBudget(_ id: BudgetID, in connection: Connection) throws -> EventDetails? {
    try connection.first(
      "SELECT name, posted - held - floor FROM coins_accounts WHERE owner = ?1 AND kind = 2 AND asset = 1", .id(id)
    ) { row in
      EventDetails(low, of: (budget: row.text(0), left: row.integer(1)))
    }
  }
}

extension AccountReference {
  fileprivate var budget: String? { if case .budget(let name) = self { name } else { nil } }
}
