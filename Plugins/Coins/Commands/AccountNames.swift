internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// What people call accounts: `budget:NAME`, `issuer`, `redeemed`, `expired`, or a user.
struct AccountNames {
  let directory: any UserDirectory

  /// What an operation moves coins from or to. A user who was merged is named as before: the ledger finds the wallet, and
  /// the same words under the same key are the same operation.
  /// - Throws: `UserError.notFound` when it is none of these words and no user.
  func account(_ text: String, in connection: Connection) throws -> AccountReference {
    if let account = Self.fixed(text) { return account }
    if let user = try directory.named(text, in: connection) { return .wallet(user) }
    // What people type first.
    let isBudget = try connection.fetchOne("SELECT 1 FROM coins_accounts WHERE name = \(text)") { _ in true }
    guard isBudget != nil else { throw UserError.notFound(text) }
    throw Failure(
      "coins.budget-meant", .notFound, "there is no user '\(text)', but there is a budget '\(text)'",
      hint: "Write budget:\(text) for the budget.")
  }

  func user(_ text: String, in connection: Connection) throws -> UserID {
    guard let user = try directory.find(text, in: connection) else { throw UserError.notFound(text) }
    return user
  }

  /// The accounts that need no look-up.
  static func fixed(_ text: String) -> AccountReference? {
    switch text {
    case "issuer": .issuer
    case "redeemed": .redeemed
    case "expired": .expired
    default: text.hasPrefix("budget:") ? .budget(String(text.dropFirst("budget:".count))) : nil
    }
  }
}

extension AccountReference {
  /// The name; to whom the figures of the business are kept from, a budget is just that.
  var cell: Cell {
    if case .budget = self { return .confidential(.business, .text("\(self)"), instead: .text("budget")) }
    return .text("\(self)")
  }
}

extension ValueType where Value == Expiry {
  /// A date, a date and time, or a period such as `P12M` or `30d`.
  static var expiry: ValueType {
    .ending {
      .at($0)
    } or: { text throws(ValueError) in
      if let expiry = Expiry(text) { return expiry }
      if text.hasSuffix("d"), let days = Int64(text.dropLast()), (1...9_999).contains(days) {
        return .after(Period(days: days))
      }
      throw ValueError(
        """
        '\(text)' is not a date, a date and time, or a period; write 2027-06-30 (the end of that day), \
        2027-06-30T18:00:00Z, P12M, P1Y or P90D
        """)
    }
  }
}
