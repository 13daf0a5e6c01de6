package import QixKernel

/// Marks a transfer's identifier: `trf_…`.
package enum TransferTag: IdentifierTag {
  package static let prefix = "trf"
  package static let place: String? = "coins_transfers.id"
}

package typealias TransferID = Identifier<TransferTag>

/// Marks a budget's identifier: `bdg_…`.
package enum BudgetTag: IdentifierTag {
  package static let prefix = "bdg"
}

package typealias BudgetID = Identifier<BudgetTag>

/// What an account holds: coins, or the pieces of a reward.
package struct Asset: Hashable, Sendable {
  package let number: Int64
  package init(number: Int64) { self.number = number }
  package static let coins = Asset(number: 1)
  /// What users owe: coins that were to be taken back when they were spent.
  package static let owed = Asset(number: 0)
}

/// Which account is meant.
package enum AccountReference: Hashable, Sendable {
  /// The wallet of a user, opened at its first credit.
  case wallet(UserID)
  /// The budget of that name; it must have been made.
  case budget(String)
  /// Where coins come from.
  case issuer
  /// Where spent coins go.
  case redeemed
  /// Where expired coins go.
  case expired

  /// The user whose wallet it is; nil for an account of the business.
  package var owner: UserID? { if case .wallet(let user) = self { user } else { nil } }
}

extension AccountReference: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wallet(let user): "\(user)"
    case .budget(let name): "budget:\(name)"
    case .issuer: "issuer"
    case .redeemed: "redeemed"
    case .expired: "expired"
    }
  }
}

/// The kinds of account, with the numbers that stand for them in the database and in leaves.
package enum AccountKind: Int64, Sendable {
  case wallet = 1
  case budget, issuer, redeemed, expired
}
