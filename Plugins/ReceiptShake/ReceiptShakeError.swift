internal import QixShake

/// Errors around receipts that happen in several places. A shake is refused by a `Refusal`.
enum ReceiptShakeError: Failing {
  /// The user was erased, and what the receipt says with them.
  case gone(ReceiptID)
  /// A person has decided it.
  /// - Parameter isFinal: whether the same command can't change that.
  case decided(ReceiptRecord, isFinal: Bool)
  case malformed(option: String, problem: String)
  /// The campaign takes no receipts any more.
  case notTaken(campaign: String)

  var failure: Failure {
    switch self {
    case .gone(let id):
      Failure("receiptshake.receipt-erased", .conflict, "what receipt \(id) said was erased with its user")
    case .decided(let record, let isFinal):
      Failure(
        "receiptshake.decided-already", .conflict,
        "receipt \(record.id) was decided before: it is \(record.state.name)"
          + (record.decided.map { " since \($0)" } ?? ""),
        hint: isFinal
          ? "`qix receipt review correct \(record.id) --again --total … --reason TEXT` changes what it says and pays "
            + "the difference."
          : "Look at it with `qix receipt review show \(record.id)`; to change the decision, say it with --again.")
    case .malformed(let option, let problem):
      Failure("receiptshake.correction-malformed", .usage, "--\(option): \(problem)")
    case .notTaken(let campaign):
      Failure(
        "receiptshake.not-taken", .refused, "the campaign '\(campaign)' takes no receipts any more",
        hint: "`qix campaign list` shows what there is.")
    }
  }
}
