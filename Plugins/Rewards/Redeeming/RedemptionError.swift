internal import IdentityContract
internal import QixKernel
internal import VouchersContract

/// Why something was not redeemed, confirmed, cancelled or refunded. Nothing has moved when one is thrown.
enum RedemptionError: Diagnosable, Equatable {
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
  case unmet(UserCondition.Unmet)
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
  /// An integrator sees what users have redeemed whom it names.
  case userNeeded

  enum Limit: Sendable { case perUser, perUserAndDay, total }

  /// What can't be taken back from those who have it.
  enum Gift: Sendable { case donation, tickets }

  var category: ErrorCategory {
    switch self {
    case .notFound, .nothingBrought: .notFound
    case .malformedKey, .onlyAsAWhole, .noStock, .keptVoucher: .usage
    case .userNeeded: .notAllowed
    case .keyConflict, .alreadyOver, .notFulfilled: .conflict
    case .changedMeanwhile: .busy
    case .notPublished, .retired, .notYet, .over, .unmet, .limitReached, .noPrice, .priceAbove, .outOfStock,
      .holdTimedOut, .exceedsPaid, .notRefundable, .voucherUsed:
      .refused
    }
  }

  var code: String {
    switch self {
    case .notFound, .nothingBrought: "rewards.redemption-not-found"
    case .malformedKey: "rewards.key-malformed"
    case .keyConflict: "rewards.key-conflict"
    case .notPublished: "rewards.not-published"
    case .retired: "rewards.retired"
    case .notYet: "rewards.not-yet"
    case .over: "rewards.over"
    case .unmet(let unmet): unmet.code
    case .limitReached(_, .perUser, _, _): "rewards.limit-per-user"
    case .limitReached(_, .perUserAndDay, _, _): "rewards.limit-per-day"
    case .limitReached(_, .total, _, _): "rewards.limit-total"
    case .noPrice: "rewards.no-price"
    case .priceAbove: "rewards.price-above"
    case .outOfStock: "rewards.out-of-stock"
    case .holdTimedOut: "rewards.timed-out"
    case .alreadyOver: "rewards.already-over"
    case .notFulfilled: "rewards.not-fulfilled"
    case .exceedsPaid: "rewards.exceeds-paid"
    case .notRefundable: "rewards.not-refundable"
    case .voucherUsed: "rewards.voucher-used"
    case .onlyAsAWhole: "rewards.only-as-a-whole"
    case .noStock: "rewards.no-stock"
    case .changedMeanwhile: "rewards.changed-meanwhile"
    case .keptVoucher: "rewards.voucher-kept"
    case .userNeeded: "rewards.user-needed"
    }
  }

  var description: String {
    switch self {
    case .notFound(let id): "there is no redemption \(id)"
    case .nothingBrought(let name): "no redemption has brought \(name)"
    case .malformedKey: "the idempotency key is empty, longer than 200 characters, or has a control character in it"
    case .keyConflict(let key):
      "the idempotency key '\(key)' was used before for something that differs from this, so nothing was done"
    case .notPublished(let name): "'\(name)' is not published yet"
    case .retired(let name): "'\(name)' was retired, so nobody can redeem it any more"
    case .notYet(let name, let starts): "'\(name)' can be redeemed from \(starts) on"
    case .over(let name, let ended): "'\(name)' could be redeemed until \(ended)"
    case .unmet(let unmet): unmet.sentence
    case .limitReached(let name, let limit, let most, let left):
      "of '\(name)' \(Self.words(limit, most)); \(left == 0 ? "none is" : "\(left.counted("is", "are"))") left of that"
    case .noPrice(let name): "'\(name)' has no price at this moment"
    case .priceAbove(let name, let coins, let most):
      "'\(name)' costs \(coins.counted("coin")) now, which is more than \(most)"
    case .outOfStock(let name, let left, let wanted):
      left == 0
        ? "nothing is left of '\(name)'"
        : "only \(left.counted("piece is", "pieces are")) left of '\(name)', not \(wanted)"
    case .holdTimedOut(let id, let at):
      "\(id) has timed out at \(at); its coins and pieces are free again"
    case .alreadyOver(let id, .cancelled): "\(id) was cancelled before"
    case .alreadyOver(let id, .refunded): "\(id) was refunded before"
    case .alreadyOver(let id, let state): "\(id) is \(state.rawValue) already"
    case .notFulfilled(let id): "\(id) is only held: nothing was paid for it yet"
    case .exceedsPaid(let id, let left):
      left == 0
        ? "all that was paid for \(id) was refunded before"
        : "of what was paid for \(id), \(left.counted("coin")) can still be refunded"
    case .notRefundable(let id, .donation): "\(id) was a donation, which has been given away"
    case .notRefundable(let id, .tickets): "\(id) has brought tickets of a raffle, which can't be taken back"
    case .voucherUsed(let id, let voucher): "\(voucher), which \(id) has brought, was used before"
    case .onlyAsAWhole(let id, _):
      "a part of what was paid for \(id) is refunded without pieces or vouchers coming back"
    case .noStock(let id): "the pieces of \(id) are not counted, so none can be put back"
    case .changedMeanwhile(let name): "'\(name)' was changed at this very moment"
    case .keptVoucher(let id):
      "the user keeps what \(id) has brought, so its piece can't be somebody else's: it doesn't go back to the shelf"
    case .userNeeded: "the role integrator sees the redemptions of users that it names, and lists none"
    }
  }

  private static func words(_ limit: Limit, _ most: Int64) -> String {
    switch limit {
    case .perUser: "a user can have \(most)"
    case .perUserAndDay: "a user can have \(most) in a day"
    case .total: "there are \(most) in all"
    }
  }

  var hint: String? {
    switch self {
    case .notFound: "See which there are with `qix redemption list`."
    case .nothingBrought(.voucher(let id)): "`qix voucher show \(id)` tells more of it."
    case .nothingBrought(.transfer(let id)): "`qix coins show \(id)` tells what it was for."
    case .nothingBrought: "See which there are with `qix redemption list`."
    case .malformedKey: "Write 1 to 200 characters, such as order-981."
    case .keyConflict: "Give something new a new key. To see the first result again, repeat that command unchanged."
    case .notPublished(let name): "`qix reward publish \(name)` opens it to users."
    case .unmet(let unmet): unmet.hint
    case .limitReached(_, .perUserAndDay, _, 0): "Try again tomorrow, by the reward's time zone."
    case .limitReached(let name, _, _, _): "`qix reward show \(name)` shows its limits."
    case .noPrice(let name): "Give it one with `qix reward price \(name) COINS`."
    case .priceAbove(let name, _, _): "`qix reward show \(name)` shows what it costs. Nothing was taken."
    case .outOfStock(let name, _, _): "`qix reward stock \(name) --add N` puts more there."
    case .holdTimedOut: "Nothing is left to confirm or to cancel; who still wants it redeems it anew."
    case .alreadyOver(let id, .fulfilled): "`qix reward refund \(id) --reason TEXT` pays it back."
    case .alreadyOver(let id, _): "See its story with `qix redemption show \(id)`."
    case .notFulfilled(let id): "`qix reward cancel \(id) --reason TEXT` gives everything back."
    case .exceedsPaid(let id, let left):
      left == 0 ? "See its refunds with `qix redemption show \(id)`." : "Refund \(left) or fewer."
    case .notRefundable: "To make good for something, give coins of a budget: `qix coins issue --from budget:NAME`."
    case .voucherUsed: "Give --keep-voucher to refund it all the same, as goodwill."
    case .onlyAsAWhole(_, let left): "Leave --coins out to refund the \(left) that are left, with what goes back."
    case .noStock: "Leave --restock out."
    case .changedMeanwhile: "Run the same command again."
    case .keptVoucher: "Leave --restock out, or --keep-voucher."
    case .userNeeded: "Name the user with --user USER."
    case .retired, .notYet, .over: nil
    }
  }
}

extension Reward.Delivery {
  /// What it gives that can't be taken back; nil for what can.
  var gift: RedemptionError.Gift? {
    switch self {
    case .donation: .donation
    case .raffle: .tickets
    case .voucher, .goods: nil
    }
  }
}
