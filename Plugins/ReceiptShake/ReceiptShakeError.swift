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
      Failure("receiptshake.receipt-erased", .conflict, "the content of receipt \(id) was erased with its user")
    case .decided(let record, let isFinal):
      Failure(
        "receiptshake.decided-already", .conflict,
        "receipt \(record.id) was decided before: it is \(record.state.name)"
          + (record.decided.map { " since \($0)" } ?? ""),
        hint: isFinal
          ? "To change it and pay the difference, use "
            + "`qix receipt review correct \(record.id) --again --total … --reason TEXT`."
          : "To change the decision, add --again. See it with `qix receipt review show \(record.id)`.")
    case .malformed(let option, let problem):
      Failure("receiptshake.correction-malformed", .usage, "--\(option): \(problem)")
    case .notTaken(let campaign):
      Failure(
        "receiptshake.not-taken", .refused, "the campaign '\(campaign)' no longer takes receipts",
        hint: "`qix campaign list` shows all campaigns.")
    }
  }
}
