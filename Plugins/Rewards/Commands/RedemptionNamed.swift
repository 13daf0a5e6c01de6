internal import CoinsContract
internal import QixModule

/// The redemption that a command ends.
struct RedemptionNamed {
  @Positional("redemption", .identifier(RedemptionID.self), "The rdm_… from `qix reward redeem`")
  var id: RedemptionID
}

extension Context {
  /// Returns the reason that was given: a user can question what gives coins back.
  /// - Throws: `UsageError` where there is none.
  func requireReason() throws(UsageError) -> String {
    guard let reason = invocation.neededReason else {
      throw UsageError(
        "missing --reason TEXT", hint: "Give the reason. It is kept with the redemption and in the audit log.")
    }
    return reason
  }
}

extension Context {
  /// The next step for a redemption that is held, as far as the principal may take it.
  func nextOfHeld(_ id: RedemptionID) -> Sentence {
    mayRun("reward confirm", ConfirmRedemption.self) && mayRun("reward cancel", CancelRedemption.self)
      ? "Next: `qix reward confirm \(id)` or `qix reward cancel \(id) --reason TEXT`."
      : """
      After handing it over, an operator confirms it (\(always: "qix reward confirm")), or cancels it \
      (\(always: "qix reward cancel")).
      """
  }
}

extension Document {
  /// The answer where somebody else has to approve coins first.
  init(_ request: ApprovalRequest) {
    self.init("reward.approval/1", ApprovalRequest.fields, of: request)
    failure = request.error
  }
}
