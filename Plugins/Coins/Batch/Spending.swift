internal import CoinsContract
internal import QixKernel
internal import QixStorage

/// What a batch would take out of budgets line by line, to find out before it starts whether they hold out.
struct Spending {
  /// The first line for which a budget would no longer have enough.
  private(set) var shortfall: (line: Int, error: CoinsError)?
  /// What is left of each budget.
  private var left: [String: Int64] = [:]

  /// - Throws: `CoinsError.noBudget`.
  mutating func add(_ operation: Operation, line: Int, at time: Timestamp, in connection: Connection) throws {
    guard case .budget(let name)? = operation.from, let amount = operation.amount, shortfall == nil else { return }
    let available = try left[name] ?? Self.available(name, at: time, in: connection)
    guard amount <= available else {
      shortfall = (line, .insufficient(account: .budget(name), available: available, wanted: amount))
      return
    }
    left[name] = available - amount
  }

  private static func available(_ name: String, at time: Timestamp, in connection: Connection) throws -> Int64 {
    try Wallet.balance(of: .budget(name), at: time, in: connection).available
  }
}
