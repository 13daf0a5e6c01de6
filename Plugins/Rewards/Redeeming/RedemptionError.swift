internal import QixModule

/// Refusals to redeem, confirm, cancel or refund that are made in several places. Nothing has moved when one is thrown.
enum RedemptionError: Failing, Equatable {
  case notFound(RedemptionID)
  case keyConflict(String)
  case holdTimedOut(RedemptionID, at: Timestamp)
  case alreadyOver(RedemptionID, Redemption.State)
  case exceedsPaid(RedemptionID, left: Int64)

  var failure: Failure {
    switch self {
    case .notFound(let id):
      Failure(
        "rewards.redemption-not-found", .notFound, "there is no redemption \(id)",
        hint: "List redemptions with `qix redemption list`.")
    case .keyConflict(let key):
      Failure(
        "rewards.key-conflict", .conflict,
        "the idempotency key '\(key)' was used before for a different request, so nothing was done",
        hint: "Use a new key for a new request. To see the first result again, repeat the first command unchanged.")
    case .holdTimedOut(let id, let at):
      Failure(
        "rewards.timed-out", .refused, "\(id) timed out at \(at); its coins and items are free again",
        hint: "There is nothing to confirm or to cancel. The user can redeem the reward again.",
        forUser: "your reservation has ended, and your coins are free again")
    case .alreadyOver(let id, let state):
      Failure(
        "rewards.already-over", .conflict, Self.over(id, state),
        hint: state == .fulfilled
          ? "Refund it with `qix reward refund \(id) --reason TEXT`."
          : "See its story with `qix redemption show \(id)`.")
    case .exceedsPaid(let id, 0):
      Failure(
        "rewards.exceeds-paid", .refused, "\(id) was refunded in full before",
        hint: "See its refunds with `qix redemption show \(id)`.")
    case .exceedsPaid(let id, let left):
      Failure(
        "rewards.exceeds-paid", .refused,
        "only \(left.counted("coin")) of \(id) can still be refunded", hint: "Refund \(left) or fewer.")
    }
  }

  private static func over(_ id: RedemptionID, _ state: Redemption.State) -> Sentence {
    switch state {
    case .cancelled, .refunded: "\(id) was \(state.rawValue) before"
    default: "\(id) is \(state.rawValue) already"
    }
  }
}
