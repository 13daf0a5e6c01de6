internal import IdentityContract
internal import QixModule
internal import VouchersContract

/// Why something was not redeemed, confirmed, cancelled or refunded. Nothing has moved when one is thrown.
enum RedemptionError: Failing, Equatable {
  case notFound(RedemptionID)
  /// No redemption has brought this voucher, transfer or refund.
  case nothingBrought(RedemptionReference)
  case malformedKey
  case keyConflict(String)
  case notPublished(String)
  case retired(String)
  case notYet(String, starts: Timestamp)
  case over(String, ended: Timestamp)
  /// A condition on users that this one doesn't meet, in its own words.
  case unmet(Refusal)
  case limitReached(String, Limit, most: Int64, left: Int64)
  case noPrice(String)
  case priceAbove(String, coins: Int64, most: Int64)
  case outOfStock(String, left: Int64, wanted: Int64)
  /// A reward is delivered by vouchers, and no enabled module gives any.
  case holdTimedOut(RedemptionID, at: Timestamp)
  case alreadyOver(RedemptionID, Redemption.State)
  /// It is held: nothing was paid for it yet.
  case notFulfilled(RedemptionID)
  case exceedsPaid(RedemptionID, left: Int64)
  case notRefundable(RedemptionID, Gift)
  case voucherUsed(RedemptionID, VoucherID)
  /// Pieces or vouchers go back with a refund of everything.
  case onlyAsAWhole(RedemptionID, left: Int64)
  case noStock(RedemptionID)
  /// Rewards changed between looking it up and redeeming it.
  case changedMeanwhile(String)
  /// The user keeps the voucher, and its piece was to go back to the shelf.
  case keptVoucher(RedemptionID)
  /// The user was to keep a voucher that was never used, and to be paid for it.
  case noneUsed(RedemptionID)
  /// An integrator sees what users have redeemed whom it names.
  case userNeeded

  enum Limit: Sendable { case perUser, perUserAndDay, total }

  /// Deliveries that can't be taken back.
  enum Gift: Sendable { case donation, tickets }

  var failure: Failure {
    switch self {
    case .notFound(let id):
      Failure(
        "rewards.redemption-not-found", .notFound, "there is no redemption \(id)",
        hint: "See which there are with `qix redemption list`.")
    case .nothingBrought(let name):
      Failure(
        "rewards.redemption-not-found", .notFound,
        name.isKey ? "no redemption has the key '\(name)'" : "no redemption has brought \(name)",
        hint: Self.way(from: name))
    case .malformedKey: IdempotencyKey.malformed(in: "rewards")
    case .keyConflict(let key):
      Failure(
        "rewards.key-conflict", .conflict,
        "the idempotency key '\(key)' was used before for something that differs from this, so nothing was done",
        hint: "Give something new a new key. To see the first result again, repeat that command unchanged.")
    case .notPublished(let name):
      Failure(
        "rewards.not-published", .refused, "'\(name)' is not published yet",
        hint: "`qix reward publish \(name)` opens it to users.", forUser: "this reward isn't open yet")
    case .retired(let name):
      Failure(
        "rewards.retired", .refused, "'\(name)' was retired, so it can no longer be redeemed",
        forUser: "this reward is no longer there")
    case .notYet(let name, let starts):
      Failure(
        "rewards.not-yet", .refused, "'\(name)' can be redeemed from \(starts) on",
        forUser: "this reward can be redeemed from \(starts) on")
    case .over(let name, let ended):
      Failure(
        "rewards.over", .refused, "'\(name)' could be redeemed until \(ended)",
        forUser: "this reward could be redeemed until \(ended)")
    case .unmet(let unmet):
      Failure(unmet)
    case .limitReached(let name, let limit, let most, let left):
      Failure(
        limit.code, .refused,
        "of '\(name)' \(limit.words(most)); \(left == 0 ? "none is" : "\(left.counted("is", "are"))") left of that",
        hint: limit == .perUserAndDay && left == 0
          ? "Try again tomorrow, by the reward's time zone." : "`qix reward show \(name)` shows its limits.",
        forUser: limit.sentence(left: left))
    case .noPrice(let name):
      Failure(
        "rewards.no-price", .refused, "'\(name)' has no price at this moment",
        hint: "Give it one with `qix reward price \(name) COINS`.", forUser: "this reward can't be redeemed just now")
    case .priceAbove(let name, let coins, let most):
      Failure(
        "rewards.price-above", .refused,
        "'\(name)' costs \(coins.counted("coin")) now, which is more than \(most)",
        hint: "`qix reward show \(name)` shows what it costs. Nothing was taken.",
        forUser: "this reward costs \(coins.counted("coin")) now; nothing was taken")
    case .outOfStock(let name, let left, let wanted):
      Failure(
        "rewards.out-of-stock", .refused,
        left == 0
          ? "nothing is left of '\(name)'"
          : "only \(left.counted("piece is", "pieces are")) left of '\(name)', not \(wanted)",
        hint: "`qix reward stock \(name) --add N` puts more there.",
        forUser: left == 0
          ? "nothing is left of this reward" : "only \(left.counted("piece is", "pieces are")) left of this reward")
    case .holdTimedOut(let id, let at):
      Failure(
        "rewards.timed-out", .refused, "\(id) has timed out at \(at); its coins and pieces are free again",
        hint: "Nothing is left to confirm or to cancel; a user who still wants it redeems it again.",
        forUser: "the reservation is over, and its coins are free again")
    case .alreadyOver(let id, let state):
      Failure(
        "rewards.already-over", .conflict, Self.over(id, state),
        hint: state == .fulfilled
          ? "`qix reward refund \(id) --reason TEXT` pays it back."
          : "See its story with `qix redemption show \(id)`.")
    case .notFulfilled(let id):
      Failure(
        "rewards.not-fulfilled", .conflict, "\(id) is only held: nothing was paid for it yet",
        hint: "`qix reward cancel \(id) --reason TEXT` gives everything back.")
    case .exceedsPaid(let id, 0):
      Failure(
        "rewards.exceeds-paid", .refused, "all that was paid for \(id) was refunded before",
        hint: "See its refunds with `qix redemption show \(id)`.")
    case .exceedsPaid(let id, let left):
      Failure(
        "rewards.exceeds-paid", .refused,
        "of what was paid for \(id), \(left.counted("coin")) can still be refunded", hint: "Refund \(left) or fewer.")
    case .notRefundable(let id, let gift):
      Failure(
        "rewards.not-refundable", .refused,
        gift == .donation
          ? "\(id) was a donation, which has been given away"
          : "\(id) has brought tickets of a raffle, which can't be taken back",
        hint: "To make good for something, give coins of a budget: `qix coins issue --from budget:NAME`.")
    case .voucherUsed(let id, let voucher):
      Failure(
        "rewards.voucher-used", .refused, "\(voucher), which \(id) has brought, was used before",
        hint: "Nothing comes back for what was used. As goodwill --keep-voucher pays for it, and the user keeps it.")
    case .onlyAsAWhole(let id, let left):
      Failure(
        "rewards.only-as-a-whole", .usage,
        "a part of what was paid for \(id) is refunded without pieces or vouchers coming back",
        hint: "Leave --coins out to refund the \(left) that are left, with what goes back.")
    case .noStock(let id):
      Failure(
        "rewards.no-stock", .usage, "the pieces of \(id) are not counted, so none can be put back",
        hint: "Leave --restock out.")
    case .changedMeanwhile(let name):
      Failure(
        "rewards.changed-meanwhile", .busy, "'\(name)' was changed at this very moment",
        hint: "Run the same command again.")
    case .keptVoucher(let id):
      Failure(
        "rewards.voucher-kept", .usage,
        "the user keeps what \(id) has brought, so its piece can't go back to the shelf",
        hint: "Leave --restock out, or --keep-voucher.")
    case .noneUsed(let id):
      Failure(
        "rewards.voucher-unused", .usage,
        "nothing that \(id) has brought was used, so there is no used voucher to pay for and keep",
        hint: "Without --keep-voucher the coins come back and the voucher becomes worthless. Where the user is to have "
          + "coins beside a good voucher, `--coins N` gives back a part.")
    case .userNeeded:
      Failure(
        "rewards.user-needed", .notAllowed,
        "the role integrator sees the redemptions of users that it names, and lists none",
        hint: "Name the user with --user USER.")
    }
  }

  private static func way(from reference: RedemptionReference) -> String {
    switch reference {
    case .voucher(let id): "`qix voucher show \(id)` tells more of it."
    case .transfer(let id): "`qix coins show \(id)` tells what it was for."
    case .key(let key):
      "If coins were booked under it, `qix coins show \(key.quotedForShell)` tells; `qix redemption list --user USER` "
        + "shows what a user has redeemed."
    default: "See which there are with `qix redemption list`."
    }
  }

  private static func over(_ id: RedemptionID, _ state: Redemption.State) -> String {
    switch state {
    case .cancelled, .refunded: "\(id) was \(state.rawValue) before"
    default: "\(id) is \(state.rawValue) already"
    }
  }
}

extension RedemptionError.Limit {
  fileprivate var code: String {
    switch self {
    case .perUser: "rewards.limit-per-user"
    case .perUserAndDay: "rewards.limit-per-day"
    case .total: "rewards.limit-total"
    }
  }

  fileprivate func sentence(left: Int64) -> String {
    let rest = left == 0 ? "none" : "only \(left)"
    return switch self {
    case .perUser: "you can have \(rest) more of this reward"
    case .perUserAndDay: "you can have \(rest) more of this reward today"
    case .total: "\(left == 0 ? "none is" : "only \(left.counted("is", "are"))") left of this reward"
    }
  }

  fileprivate func words(_ most: Int64) -> String {
    switch self {
    case .perUser: "a user can have \(most)"
    case .perUserAndDay: "a user can have \(most) in a day"
    case .total: "there are \(most) in all"
    }
  }
}

extension Reward.Delivery {
  /// The kind that can't be taken back; nil for the others.
  var gift: RedemptionError.Gift? {
    switch self {
    case .donation: .donation
    case .raffle: .tickets
    case .voucher, .goods: nil
    }
  }
}
