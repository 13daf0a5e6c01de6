internal import CoinsContract
internal import QixKernel
internal import QixTerminal

/// The one subject of the commands that end a redemption, and why they do.
enum RedemptionNamed {
  static let redemption = OldPositional(
    "redemption", .identifier(RedemptionID.self), "The rdm_… that `qix reward redeem` printed")

  /// What gives coins back can be questioned by the user, so it says why.
  static func reason(_ arguments: Arguments) throws(UsageError) -> String {
    guard let reason = arguments.reason, reason.contains(where: { !$0.isWhitespace }) else {
      throw UsageError("missing --reason TEXT", hint: "Say why; it is kept with the redemption and in the audit log.")
    }
    return reason
  }
}

extension Context {
  /// What becomes of a redemption that is held, for whoever acts: not everybody who may see it may end it.
  func nextOfHeld(_ id: RedemptionID) -> String {
    mayRun("reward confirm", ConfirmRedemption.self) && mayRun("reward cancel", CancelRedemption.self)
      ? "Next: `qix reward confirm \(id)` or `qix reward cancel \(id) --reason TEXT`."
      : "An operator confirms it when it is handed over (`qix reward confirm`), or cancels it (`qix reward cancel`)."
  }
}

extension Document {
  /// What a command answers when somebody else has to approve coins first; the error that goes with it follows.
  init(_ approval: ApprovalRequest) {
    self.init("reward.approval/1")
    field("approval", "approval", .identifier(approval.id))
    field("operation", "operation", .text(approval.operation))
  }
}
