package import IdentityContract
package import QixKernel

/// Why the ledger did not do what it was asked. Nothing has moved when one is thrown.
package enum CoinsError: Diagnosable, Equatable {
  case insufficient(account: AccountReference, available: Int64, wanted: Int64)
  /// The same of pieces of a stock.
  case outOfStock(shelf: String, left: Int64, wanted: Int64)
  /// The same of coins that a move into the past may take: those that were there then and from then on.
  case insufficientThen(account: AccountReference, Timestamp, available: Int64, wanted: Int64)
  /// It would have happened before the transfer that it names.
  case beforeItsCause(TransferID, happened: Timestamp, Timestamp)
  /// Only operators date what takes coins, and only with a reason.
  case datingIsForOperators(TransferKind)
  case datingNeedsReason(TransferKind)
  /// More than the setting `coins.most-per-operation` lets come into being at once.
  case beyondMost(Int64, most: Int64)
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
  /// A hold on a wallet: its coins are a user's, and keep their expiry.
  case expiryIsKept(TransferID)
  /// The moment at which it is said to have happened lies ahead.
  case happensLater(Timestamp)
  /// The idempotency key is one of those that merges give to their transfers.
  /// A module books under keys that begin so.
  case reservedKey(String)
  /// What is to be reversed went from a wallet to another that are one by now.
  case withinOneWallet(TransferID)
  case walletMerged(UserID, into: UserID)
  case inactive(UserID, Standing)
  /// It belongs to something in a module that has commands of its own for it.
  case owned(TransferID, TransferClaim)
  /// - Parameters:
  ///   - most: coins in a day (UTC) that the user's mode allows.
  ///   - used: of these, today so far.
  case beyondDailyLimit(UserID, DailyLimit, most: Int64, used: Int64, wanted: Int64)

  /// Why a user's wallet is closed.
  package enum Standing: Sendable { case suspended, erased }

  package var category: ErrorCategory {
    switch self {
    case .noBudget, .noTransfer: .notFound
    case .keyConflict, .budgetExists, .holdResolved, .walletMerged, .owned: .conflict
    case .malformedKey, .reservedKey, .amountNotPositive, .malformedBudgetName, .wrongAccounts,
      .expiresBeforeItHappened, .expiryIsKept, .happensLater, .datingNeedsReason:
      .usage
    case .datingIsForOperators: .notAllowed
    case .insufficient, .insufficientThen, .beyondMost, .beforeItsCause, .outOfStock, .overflow, .notAHold,
      .holdTimedOut, .exceedsHold, .notReversible,
      .exceedsOriginal,
      .withinOneWallet, .inactive, .beyondDailyLimit:
      .refused
    }
  }

  package var code: String {
    switch self {
    case .insufficient: "coins.insufficient"
    case .insufficientThen: "coins.insufficient-then"
    case .beforeItsCause: "coins.before-its-cause"
    case .datingIsForOperators: "coins.at-for-operators"
    case .datingNeedsReason: "coins.at-needs-reason"
    case .beyondMost: "coins.beyond-most"
    case .outOfStock: "coins.out-of-stock"
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
    case .expiryIsKept: "coins.expiry-kept"
    case .happensLater: "coins.at-in-future"
    case .reservedKey: "coins.key-reserved"
    case .withinOneWallet: "coins.within-one-wallet"
    case .walletMerged: "coins.wallet-merged"
    case .inactive(_, .suspended): "coins.user-suspended"
    case .inactive(_, .erased): "coins.user-erased"
    case .beyondDailyLimit: "coins.daily-limit"
    case .owned: "coins.transfer-owned"
    }
  }

  package var description: String {
    switch self {
    case .insufficient(let account, let available, let wanted):
      "\(account) has \(available.counted("coin")) available, \(wanted.counted("is", "are")) needed"
    case .insufficientThen(let account, let at, let available, let wanted):
      "of what \(account) can spend, \(available.counted("coin was", "coins were")) there at \(at) and free ever since, "
        + "\(wanted.counted("is", "are")) needed"
    case .beforeItsCause(let id, let happened, let at):
      "it can't have happened at \(at), before \(id), which happened at \(happened)"
    case .datingIsForOperators(let kind):
      "when a \(kind.name) happened is for an operator to say; for everybody else it happens now"
    case .datingNeedsReason(let kind): "a \(kind.name) with a moment of its own needs a reason"
    case .beyondMost(let amount, let most):
      "\(amount.counted("coin is", "coins are")) more than one operation may bring into being, \(most)"
    case .outOfStock(let shelf, let left, let wanted):
      left == 0
        ? "nothing is left on the shelf '\(shelf)'"
        : "only \(left.counted("piece is", "pieces are")) left on the shelf '\(shelf)', not \(wanted)"
    case .overflow(let account):
      "\(account) would hold more than 9223372036854775807, the most that can be counted"
    case .noBudget(let name): "there is no budget '\(name)'"
    case .budgetExists(let name): "there is a budget '\(name)' already"
    case .malformedBudgetName(let name):
      "'\(name)' can't be a budget's name: use 1 to 64 lower-case letters, digits, '-' and '_', "
        + "beginning with a letter or digit"
    case .noTransfer(let id): "there is no transfer \(id)"
    case .malformedKey: "the idempotency key is empty, longer than 200 characters, or has a control character in it"
    case .amountNotPositive(let amount): "an amount of \(amount) can't be moved; amounts are 1 or more"
    case .keyConflict(let key):
      "the idempotency key '\(key)' was used before for an operation that differs from this one, so nothing was done"
    case .wrongAccounts(let kind, let from, let to): "the operation '\(kind.name)' can't go from \(from) to \(to)"
    case .notAHold(let id): "\(id) is not a hold"
    case .holdResolved(let id, let kind): "the hold \(id) is over: it was resolved before, by a \(kind.name)"
    case .holdTimedOut(let id): "the hold \(id) has timed out"
    case .exceedsHold(let id, let held, let wanted):
      "the hold \(id) is for \(held), so \(wanted) can't be captured"
    case .notReversible(let id, let kind): "\(id) is of kind '\(kind.name)', which can't be reversed"
    case .exceedsOriginal(let id, let left, let wanted):
      left == 0
        ? "\(id) has been reversed completely before"
        : "of \(id) only \(left) can still be reversed, not \(wanted)"
    case .expiryIsKept(let id): "\(id) holds coins of a user, which keep their expiry"
    case .expiresBeforeItHappened:
      "the expiry, or the time-out of a hold, is not later than the moment at which the operation happens"
    case .happensLater(let at): "it can't have happened at \(at), which is more than a day ahead"
    case .reservedKey(let prefix): "idempotency keys that begin with '\(prefix)' are qix's own"
    case .withinOneWallet(let id):
      "\(id) went from one wallet to another that are one since their users were merged, so nothing can go back"
    case .inactive(let user, .suspended): "\(user) is suspended, so the wallet can neither be paid nor spend"
    case .inactive(let user, .erased): "\(user) was erased, so the wallet can neither be paid nor spend"
    case .beyondDailyLimit(let user, let limit, let most, let used, let wanted):
      "\(user) can \(limit.rawValue) \(most.counted("coin")) in a day (UTC) in this mode; today it was \(used), so "
        + "\(wanted.counted("is", "are")) too many"
    case .owned(let id, let claim): "\(id) belongs to \(claim.owner), which would not learn of it"
    case .walletMerged(let user, let survivor): "the wallet of \(user) was merged into that of \(survivor) before"
    }
  }

  package var hint: String? {
    switch self {
    case .insufficient(.budget(let name), _, _): "Put coins into it with `qix budget fund \(name) --amount N`."
    case .insufficient(.wallet(let user), _, _): "See what is in the wallet with `qix wallet show \(user)`."
    case .insufficientThen, .datingIsForOperators: "Leave the moment out: what is there now is spent now."
    case .beforeItsCause: "Name a later moment, or leave it out for now."
    case .datingNeedsReason: "Say with --reason why it is booked for another moment; in a file, in the column 'reason'."
    case .beyondMost:
      "Look for a digit too many. Where it is meant, an admin raises the setting `coins.most-per-operation`."
    case .noBudget(let name):
      "See which there are with `qix budget list`, or make this one with `qix budget create \(name)`."
    case .budgetExists(let name): "See it with `qix budget show \(name)`."
    case .noTransfer: "Find its id in `qix wallet history USER`."
    case .malformedKey: "Write 1 to 200 characters, such as order-981."
    case .keyConflict: "Give a new operation a new key. To see the first result again, repeat that operation unchanged."
    case .wrongAccounts(let kind, _, _): Self.rule(kind)
    case .notAHold: "Name the trf_… that `qix coins hold` printed."
    case .holdResolved(let id, _): "See what became of it with `qix coins show \(id)`."
    case .holdTimedOut: "What it held is free again; reserve it anew."
    case .exceedsHold(_, let held, _): "Capture \(held) or fewer; the rest is free again."
    case .notReversible(let id, .hold): "Give back what it holds with `qix coins void \(id)`."
    case .notReversible(_, .expire): "Issue the coins anew instead."
    case .notReversible(_, .reverse): "Do the original operation anew instead."
    case .exceedsOriginal(let id, let left, _):
      left == 0 ? "See its reversals with `qix coins show \(id)`." : "Reverse \(left) or fewer."
    case .inactive(let user, .suspended): "`qix user resume \(user)` lets them act again."
    case .beyondDailyLimit(_, _, let most, let used, _):
      used < most
        ? "\(most - used) or fewer go through today; a higher mode may allow more."
        : "Try again tomorrow (UTC); a higher mode may allow more."
    case .reservedKey: "Begin it with something else, such as order-981."
    case .owned(_, let claim): claim.instead
    case .walletMerged(_, let survivor): "Name \(survivor) instead."
    case .happensLater: "Look at the year and the zone; where the clock of this machine is behind, set it."
    case .expiryIsKept: "Leave the expiry out; it is for holds on budgets."
    case .expiresBeforeItHappened: "Name a later expiry; where the operation has a time of its own, compare the two."
    default: nil
    }
  }

  package var forUser: String? {
    switch self {
    case .insufficient(.wallet, let available, let wanted):
      "you have \(available.counted("coin")) to spend, and \(wanted.counted("is", "are")) needed"
    case .insufficient(.budget, _, _): "there are no coins left for this"
    case .insufficientThen(_, _, let available, let wanted):
      "you had \(available.counted("coin")) to spend then, and \(wanted.counted("is", "are")) needed"
    case .outOfStock(_, let left, _):
      left == 0 ? "nothing is left of this" : "only \(left.counted("piece is", "pieces are")) left of this"
    case .holdTimedOut: "the reservation is over, and its coins are free again"
    case .inactive(_, .suspended): "your account is suspended"
    case .inactive(_, .erased): "this account was deleted"
    case .beyondDailyLimit(_, let limit, let most, let used, _):
      "in a day you can \(limit.rawValue) \(most.counted("coin")); today it was \(used)"
    default: nil
    }
  }

  private static func rule(_ kind: TransferKind) -> String {
    switch kind {
    case .issue: "It goes from the issuer or a budget to a user."
    case .import: "It goes from the issuer to a user."
    case .fund: "It goes from the issuer to a budget."
    case .transfer: "It goes from one user to another, or from one budget to another."
    case .redeem: "It goes from a user to 'redeemed'."
    case .hold: "It goes from a user to another user or to 'redeemed', or from a budget to a user."
    default: "Its accounts follow from the transfer that it names."
    }
  }
}
