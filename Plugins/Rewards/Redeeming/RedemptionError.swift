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
        hint: "See which there are with `qix redemption list`.")
    case .keyConflict(let key):
      Failure(
        "rewards.key-conflict", .conflict,
        "the idempotency key '\(key)' was used before for something that differs from this, so nothing was done",
        hint: "Give something new a new key. To see the first result again, repeat that command unchanged.")
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
    case .exceedsPaid(let id, 0):
      Failure(
        "rewards.exceeds-paid", .refused, "all that was paid for \(id) was refunded before",
        hint: "See its refunds with `qix redemption show \(id)`.")
    case .exceedsPaid(let id, let left):
      Failure(
        "rewards.exceeds-paid", .refused,
        "of what was paid for \(id), \(left.counted("coin")) can still be refunded", hint: "Refund \(left) or fewer.")
    }
  }

  private static func over(_ id: RedemptionID, _ state: Redemption.State) -> String {
    switch state {
    case .cancelled, .refunded: "\(id) was \(state.rawValue) before"
    default: "\(id) is \(state.rawValue) already"
    }
  }
}
