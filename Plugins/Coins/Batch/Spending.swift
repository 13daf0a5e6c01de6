internal import CoinsContract
internal import QixModule

/// What a batch would take out of budgets line by line, to find out before it starts whether they hold out.
struct Spending {
  /// The first line for which a budget would no longer have enough.
  private(set) var shortfall: (line: Int, error: CoinsError)?
  /// What is left of each budget.
  private var left: [String: Int64] = [:]
  /// Cleared by an operation whose effect on budgets only doing it can tell.
  private var isForeseeable = true

  /// Adds a line that was not done before: what such a line has put in is in the balance already.
  /// - Throws: `CoinsError.noBudget`.
  mutating func add(_ operation: Operation, line: Int, at time: Timestamp, in connection: Connection) throws {
    // A void, a capture or a reversal may give something back.
    guard operation.related == nil, let amount = operation.amount else {
      isForeseeable = false
      return
    }
    if case .budget(let name)? = operation.from {
      let available = try available(name, at: time, in: connection)
      guard amount <= available else {
        if isForeseeable, shortfall == nil {
          shortfall = (line, .insufficient(account: .budget(name), available: available, wanted: amount))
        }
        return
      }
      left[name] = available - amount
    }
    if case .budget(let name)? = operation.to {
      let available = try available(name, at: time, in: connection)
      left[name] = available.addingReportingOverflow(amount).overflow ? .max : available + amount
    }
  }

  /// What can be taken out of a budget.
  private func available(_ name: String, at time: Timestamp, in connection: Connection) throws -> Int64 {
    if let known = left[name] { return known }
    guard let account = try Wallet.account(.budget(name), at: time, in: connection) else {
      throw CoinsError.noBudget(name)
    }
    return account.free
  }
}
