package import IdentityContract
package import QixKernel

/// Why the ledger did not do what it was asked. Nothing has moved when one is thrown.
package enum CoinsError: Failing, Equatable {
  case insufficient(account: AccountReference, available: Int64, wanted: Int64)
  /// The same of pieces of a stock.
  case outOfStock(shelf: String, left: Int64, wanted: Int64)
  /// The same of coins that a move into the past may take: those that were there then and from then on.
  case insufficientThen(account: AccountReference, Timestamp, available: Int64, wanted: Int64)
  /// It would have happened before the transfer that it names.
  case beforeItsCause(TransferID, happened: Timestamp, Timestamp)
  /// More than the setting `coins.most-per-operation` lets come into being at once.
  case beyondMost(Int64, most: Int64)
  case overflow(account: AccountReference)
  case noBudget(String)
  case budgetExists(String)
  case malformedBudgetName(String)
  case noTransfer(TransferID)
  case noTransferWithKey(String)
  case malformedKey
  /// Only a module of qix itself can ask for it; commands and batches refuse it when they read it.
  case amountNotPositive(Int64)
  /// - Parameter earlier: how the operation that the key was used for differs, such as `its amount was 50`, for who may
  ///   know of it.
  case keyConflict(String, earlier: String? = nil)
  case wrongAccounts(TransferKind, from: AccountReference, to: AccountReference)
  case notAHold(TransferID)
  case holdResolved(TransferID, by: TransferKind)
  case holdTimedOut(TransferID)
  case exceedsHold(TransferID, held: Int64, wanted: Int64)
  case notReversible(TransferID, TransferKind)
  case exceedsOriginal(TransferID, left: Int64, wanted: Int64)
  /// Of a transfer's own coins fewer are left than are to be taken back.
  case spentSince(TransferID, left: Int64, wanted: Int64)
  case expiresBeforeItHappened
  /// An expiry beyond the year 9999, which no calendar writes.
  case expiresBeyondCalendar
  /// A hold on a wallet: its coins are a user's, and keep their expiry.
  case expiryIsKept(TransferID)
  /// A module books under keys that begin so.
  case reservedKey(String)
  /// What is to be reversed went from a wallet to another that are one by now.
  case withinOneWallet(TransferID)
  case walletMerged(UserID, into: UserID)
  case inactive(UserID, Standing)
  /// It belongs to something in a module that has commands of its own for it.
  case owned(TransferID, TransferClaim)
  /// - Parameters:
  ///   - most: coins in a day that the user's mode allows.
  ///   - used: of these, today so far.
  case beyondDailyLimit(UserID, DailyLimit, most: Int64, used: Int64, wanted: Int64)

  /// Why a user's wallet is closed.
  package enum Standing: Sendable { case suspended, erased }

  package var failure: Failure {
    switch self {
    case .insufficient(let account, let available, let wanted):
      Failure(
        "coins.insufficient", .refused,
        "\(account) has \(available.counted("coin")) available, \(wanted.counted("is", "are")) needed",
        hint: Self.whereToLook(account), forUser: Self.whatIsMissing(account, available: available, wanted: wanted))
    case .insufficientThen(let account, let at, let available, let wanted):
      Failure(
        "coins.insufficient-then", .refused,
        """
        \(account) has \(available.counted("coin")) that were there at \(at) and free ever since, but \
        \(wanted.counted("is", "are")) needed
        """,
        hint: Self.leaveMomentOut,
        forUser: "you had \(coins: available) to spend then, and this takes \(wanted)")
    case .outOfStock(let shelf, let left, let wanted):
      Failure(
        "coins.out-of-stock", .refused,
        left == 0
          ? "nothing is left of the stock '\(shelf)'"
          : "only \(left.counted("item is", "items are")) left of the stock '\(shelf)', not \(wanted)",
        forUser: left == 0
          ? .keyed("coins.out-of-stock.none", "nothing is left of this") : "only \(left, "item") left of this")
    case .overflow(let account):
      Failure(
        "coins.overflow", .refused,
        "\(account) would hold more than 9223372036854775807, the largest possible number")
    case .beyondMost(let amount, let most):
      Failure(
        "coins.beyond-most", .refused,
        "\(amount) coins or items exceed the limit per operation, \(most)",
        hint: """
          Look for a digit too many. If the amount is right, an admin raises the setting `coins.most-per-operation`.
          """)
    case .beyondDailyLimit(let user, let limit, let most, let used, let wanted):
      Failure(
        "coins.daily-limit", .refused,
        """
        \(user) can \(limit.rawValue) \(most.counted("coin")) in a day at this account level; today it was \(used), \
        so \(wanted.counted("is", "are")) too many
        """,
        hint: used < most
          ? "\(most - used) or fewer go through today. A higher account level may allow more."
          : "Try again tomorrow by the clock of upkeep.time-zone. A higher account level may allow more.",
        forUser: "you can \(limit.rawValue) \(coins: most) a day; so far today it is \(used)")
    case .amountNotPositive(let amount):
      Failure(
        "coins.amount-not-positive", .usage, "an amount of \(amount) can't be moved; amounts are 1 or more")
    case .wrongAccounts(let kind, let from, let to):
      Failure(
        "coins.accounts-do-not-fit", .usage, "the operation '\(kind.name)' can't go from \(from) to \(to)",
        hint: Self.rule(kind))
    case .malformedKey: IdempotencyKey.malformed(in: "coins")
    case .reservedKey(let prefix):
      Failure(
        "coins.key-reserved", .usage, "idempotency keys that begin with '\(prefix)' are qix's own",
        hint: "Begin the key with something else, such as order-981.")
    case .keyConflict(let key, let earlier):
      Failure(
        "coins.key-conflict", .conflict,
        "the idempotency key '\(key)' was used before for another operation\(Self.told(earlier)), so nothing was done",
        hint: "Give a new operation a new key. To see the first result again, repeat that operation unchanged.")

    case .noBudget(let name):
      Failure(
        "coins.budget-not-found", .notFound, "there is no budget '\(name)'",
        hint: """
          A campaign's budget is named campaign-NAME. An operator lists the budgets with \(always: "qix budget list"). An \
          operator makes this one with \(always: "qix budget create \(name)").
          """)
    case .budgetExists(let name):
      Failure(
        "coins.budget-exists", .conflict, "budget '\(name)' already exists",
        hint: "See it with `qix budget show \(name)`.")
    case .malformedBudgetName(let name):
      Failure(
        "coins.budget-name-malformed", .usage,
        "'\(name)' can't be a budget's name: use 1 to 64 lower-case letters, digits, '-' and '_', "
          + "beginning with a letter or digit")

    case .beforeItsCause(let id, let happened, let at):
      Failure(
        "coins.before-its-cause", .refused,
        "the time \(at) is before \(id), which happened at \(happened)",
        hint: "Give a later time, or leave the time out for now.")
    case .expiresBeforeItHappened:
      Failure(
        "coins.expires-too-early", .usage,
        "the expiry, or the hold's time-out, is not later than the operation itself",
        hint: "Give a later expiry. If the operation has a time of its own, compare the two.")
    case .expiresBeyondCalendar:
      Failure(
        "coins.expires-too-late", .usage, "the expiry, or the hold's time-out, is after the year 9999",
        hint: "Give an earlier date. Coins without an expiry never expire.")
    case .expiryIsKept(let id):
      Failure(
        "coins.expiry-kept", .usage, "\(id) holds coins of a user, which keep their expiry",
        hint: "Leave the expiry out. It is only for holds on budgets.")

    case .noTransfer(let id):
      Failure(
        "coins.transfer-not-found", .notFound, "there is no transfer \(id)",
        hint: "Find its id in `qix wallet history USER`.")
    case .noTransferWithKey(let key):
      Failure(
        "coins.transfer-not-found", .notFound, "there is no transfer with the key '\(key)'",
        hint: """
          For a redemption under this key, run `qix redemption show KEY`. For the keys of booked transfers, run \
          `qix wallet history USER`.
          """)
    case .owned(let id, let claim):
      Failure(
        "coins.transfer-owned", .conflict, "\(id) belongs to \(claim.owner) and can't be changed on its own",
        hint: claim.instead)
    case .notAHold(let id):
      Failure(
        "coins.not-a-hold", .refused, "\(id) is not a hold", hint: "Name the trf_… that `qix coins hold` printed.")
    case .holdResolved(let id, let kind):
      Failure(
        "coins.hold-resolved", .conflict, "the hold \(id) is over: it was resolved before, by a \(kind.name)",
        hint: "See what became of it with `qix coins show \(id)`.")
    case .holdTimedOut(let id):
      Failure(
        "coins.hold-timed-out", .refused, "the hold \(id) has timed out",
        hint: "Its coins are free again. Make a new hold.",
        forUser: "the reservation is over, and its coins are free again")
    case .exceedsHold(let id, let held, let wanted):
      Failure(
        "coins.exceeds-hold", .refused, "the hold \(id) is for \(held), so \(wanted) can't be captured",
        hint: "Capture \(held) or fewer. The others are then free again.")
    case .notReversible(let id, let kind):
      Failure(
        "coins.not-reversible", .refused, "\(id) is of kind '\(kind.name)', which can't be reversed",
        hint: Self.insteadOfReversing(id, kind))
    case .exceedsOriginal(let id, let left, let wanted):
      Failure(
        "coins.exceeds-original", .refused,
        left == 0
          ? "\(id) has been reversed completely before"
          : "only \(left) of \(id) can still be reversed, not \(wanted)",
        hint: left == 0 ? "See its reversals with `qix coins show \(id)`." : "Reverse \(left) or fewer.")
    case .spentSince(let id, let left, let wanted):
      Failure(
        "coins.spent-since", .refused,
        "\(id) has \(left.counted("coin")) left, but \(wanted.counted("is", "are")) to be taken back",
        hint: left == 0
          ? "Its coins are spent, held or expired. To take the user's other coins, add --from-any."
          : "Take back what is left with --amount \(left). To take the user's other coins, add --from-any.")
    case .withinOneWallet(let id):
      Failure(
        "coins.within-one-wallet", .refused,
        "\(id) went between two wallets that became one when their users were merged, so nothing can go back")

    case .walletMerged(let user, let survivor):
      Failure(
        "coins.wallet-merged", .conflict, "the wallet of \(user) was merged into that of \(survivor) before",
        hint: "Name \(survivor) instead.")
    case .inactive(let user, .suspended):
      Failure(
        "coins.user-suspended", .refused, "\(user) is suspended, so the wallet can neither be paid nor spend",
        hint: "`qix user resume \(user)` lets them act again.", forUser: "your account is suspended")
    case .inactive(let user, .erased):
      Failure(
        "coins.user-erased", .refused, "\(user) was erased, so the wallet can neither be paid nor spend",
        hint: "Give back what is still held with `qix coins void`, or cancel the operation that holds it.",
        forUser: "this account was deleted")
    }
  }

  private static let leaveMomentOut: Sentence = "Leave the time out to spend what is there now."

  private static func whereToLook(_ account: AccountReference) -> Sentence? {
    switch account {
    case .budget(let name): "Put coins into it with `qix budget fund \(name) --amount N`."
    case .wallet(let user): "See what is in the wallet with `qix wallet show \(user)`."
    default: nil
    }
  }

  private static func whatIsMissing(_ account: AccountReference, available: Int64, wanted: Int64) -> Sentence? {
    switch account {
    case .wallet:
      .keyed("coins.insufficient.wallet", "you have \(coins: available) to spend, and this takes \(wanted)")
    case .budget: .keyed("coins.insufficient.budget", "there are no coins left for this")
    default: nil
    }
  }

  private static func insteadOfReversing(_ id: TransferID, _ kind: TransferKind) -> Sentence? {
    switch kind {
    case .hold: "Give back what it holds with `qix coins void \(id)`."
    case .expire: "Issue the coins again instead."
    case .reverse: "Repeat the original operation instead."
    default: nil
    }
  }

  private static func told(_ more: String?) -> String { more.map { " (\($0))" } ?? "" }

  private static func rule(_ kind: TransferKind) -> Sentence {
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
