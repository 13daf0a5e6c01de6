package import QixKernel

/// Why the ledger did not do what it was asked. Nothing has moved when one is thrown.
package enum CoinsError: Diagnosable, Equatable {
  case insufficient(account: AccountReference, available: Int64, wanted: Int64)
  case overflow(account: AccountReference)
  case noBudget(String)
  case budgetExists(String)
  case malformedBudgetName(String)
  case noTransfer(TransferID)
  case malformedKey
  /// Only a module of qix itself can ask for it; commands and batches refuse it when they read it.
  case amountNotPositive(Int64)
  case keyConflict(String)
  case wrongAccounts(TransferKind, from: AccountReference, to: AccountReference)
  case notAHold(TransferID)
  case holdResolved(TransferID, by: TransferKind)
  case holdTimedOut(TransferID)
  case exceedsHold(TransferID, held: Int64, wanted: Int64)
  case notReversible(TransferID, TransferKind)
  case exceedsOriginal(TransferID, left: Int64, wanted: Int64)
  case expiresBeforeItHappened

  package var category: ErrorCategory {
    switch self {
    case .noBudget, .noTransfer: .notFound
    case .keyConflict, .budgetExists, .holdResolved: .conflict
    case .malformedKey, .amountNotPositive, .malformedBudgetName, .wrongAccounts, .expiresBeforeItHappened: .usage
    case .insufficient, .overflow, .notAHold, .holdTimedOut, .exceedsHold, .notReversible, .exceedsOriginal: .refused
    }
  }

  package var code: String {
    switch self {
    case .insufficient: "coins.insufficient"
    case .overflow: "coins.overflow"
    case .noBudget: "coins.budget-not-found"
    case .budgetExists: "coins.budget-exists"
    case .malformedBudgetName: "coins.budget-name-malformed"
    case .noTransfer: "coins.transfer-not-found"
    case .malformedKey: "coins.key-malformed"
    case .amountNotPositive: "coins.amount-not-positive"
    case .keyConflict: "coins.key-conflict"
    case .wrongAccounts: "coins.accounts-do-not-fit"
    case .notAHold: "coins.not-a-hold"
    case .holdResolved: "coins.hold-resolved"
    case .holdTimedOut: "coins.hold-timed-out"
    case .exceedsHold: "coins.exceeds-hold"
    case .notReversible: "coins.not-reversible"
    case .exceedsOriginal: "coins.exceeds-original"
    case .expiresBeforeItHappened: "coins.expires-too-early"
    }
  }

  package var description: String {
    switch self {
    case .insufficient(let account, let available, let wanted):
      "\(account) has \(available) coins available, \(wanted) are wanted"
    case .overflow(let account): "\(account) would hold more coins than can be counted (9223372036854775807)"
    case .noBudget(let name): "there is no budget '\(name)'"
    case .budgetExists(let name): "there is a budget '\(name)' already"
    case .malformedBudgetName(let name):
      "'\(name)' can't be a budget's name: use 1 to 64 lower-case letters, digits, '-' and '_', a letter or digit first"
    case .noTransfer(let id): "there is no transfer \(id)"
    case .malformedKey: "an idempotency key has 1 to 200 characters, none of them a control character"
    case .amountNotPositive(let amount): "\(amount) coins can't be moved; amounts are 1 or more"
    case .keyConflict(let key): "the idempotency key '\(key)' was used before for something else, so nothing was done"
    case .wrongAccounts(let kind, let from, let to): "\(kind.name) does not go from \(from) to \(to)"
    case .notAHold(let id): "\(id) is not a hold"
    case .holdResolved(let id, let kind): "the hold \(id) was resolved before (\(kind.name))"
    case .holdTimedOut(let id): "the hold \(id) has timed out"
    case .exceedsHold(let id, let held, let wanted): "the hold \(id) is for \(held) coins, \(wanted) can't be captured"
    case .notReversible(let id, let kind): "\(id) is of kind '\(kind.name)', which can't be reversed"
    case .exceedsOriginal(let id, let left, let wanted):
      "\(left) coins of \(id) are left to reverse, \(wanted) are wanted"
    case .expiresBeforeItHappened: "the coins would expire before the moment at which they are granted"
    }
  }

  package var hint: String? {
    switch self {
    case .insufficient(.budget(let name), _, _): "Put coins into it: `qix budget fund \(name) --amount N`."
    case .insufficient(.wallet(let user), _, _): "See what it holds: `qix wallet show \(user)`."
    case .noBudget(let name): "See them with `qix budget list`, or make it: `qix budget create \(name)`."
    case .budgetExists(let name): "See it with `qix budget show \(name)`."
    case .noTransfer: "Look it up in `qix wallet history USER`."
    case .keyConflict: "Use a new key for a new operation; repeat the very same operation to get its first result."
    case .wrongAccounts(let kind, _, _): Self.rule(kind)
    case .notAHold: "Name the trf_… that `qix coins hold` printed."
    case .notReversible(_, .hold): "Give a hold back with `qix coins void`."
    case .notReversible(_, .expire): "Issue the coins anew instead."
    default: nil
    }
  }

  private static func rule(_ kind: TransferKind) -> String {
    switch kind {
    case .issue: "It goes from the issuer or a budget to a user."
    case .import: "It goes from the issuer to a user."
    case .fund: "It goes from the issuer to a budget."
    case .transfer: "It goes from one user to another, or from one budget to another."
    case .redeem: "It goes from a user to redeemed."
    case .hold: "It goes from a user to another user or to redeemed, or from a budget to a user."
    default: "The accounts follow from the transfer that it names."
    }
  }
}
