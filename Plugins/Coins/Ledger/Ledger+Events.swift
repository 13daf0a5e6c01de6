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
  package static let eventTypes = [
    EventType("coins.issued", "A user got coins from the operator.", "\(members), expires time?"),
    EventType("coins.received", "A user got coins from another user.", members),
    EventType("coins.returned", "A user got coins back.", members),
    EventType("coins.sent", "A user gave coins to another user.", members),
    EventType("coins.redeemed", "A user spent coins.", members),
    EventType("coins.withdrawn", "Coins were taken back from a user.", members),
    EventType("coins.expired", "Coins of a user expired.", members),
    EventType("coins.held", "Coins of a user were reserved.", "\(members), expires time?"),
    EventType("coins.released", "Coins of a user are no longer reserved.", members),
    EventType(
      "budget.funded", "A budget got coins.", "transfer id?, coins coins, budget text?, key text?, reason text?"),
    EventType("budget.low", "A budget has fewer coins left than coins.budget-low says.", "budget text?, left coins?"),
  ] + Approval.eventTypes

  private static let members = "transfer id?, coins coins, budget text?, key text?, reason text?"

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    if event.type.hasPrefix("approval.") { return try Approval.details(of: event, in: connection) }
    if event.type == "budget.low" { return try lowBudget(BudgetID(high: event.high, low: event.low), in: connection) }
    guard let record = try Records.find(event.subject(), in: connection) else { return nil }
    var fields = [
      CellMember("transfer", .confidential(.trace, .identifier(record.id))), CellMember("coins", .coins(record.amount)),
      CellMember(
        "budget", .confidential(.business, .text(event.type == "budget.funded" ? record.to.budget : record.from.budget))
      ),
      CellMember("key", .confidential(.key, .text(record.key))),
      CellMember("reason", .confidential(.reason, .text(record.reason))),
    ]
    if ["coins.issued", "coins.held"].contains(event.type) {
      fields.append(CellMember("expires", .timestamp(record.expires)))
    }
    return EventDetails(fields)
  }

  private static func lowBudget(_ id: BudgetID, in connection: Connection) throws -> EventDetails? {
    try connection.first(
      "SELECT name, posted - held - floor FROM coins_accounts WHERE owner = ?1 AND kind = 2 AND asset = 1", .id(id)
    ) { row in
      EventDetails([
        CellMember("budget", .confidential(.business, .text(row.text(0)))),
        CellMember("left", .confidential(.business, .coins(row.integer(1)))),
      ])
    }
  }
}

extension AccountReference {
  fileprivate var budget: String? { if case .budget(let name) = self { name } else { nil } }
}
