internal import QixShake

/// Errors around receipts. A shake is refused by a `Refusal`.
enum ReceiptShakeError: Failing, Equatable {
  case notFound(ReceiptID)
  case noReceipts
  /// The user was erased, and what the receipt says with them.
  case gone(ReceiptID)
  /// A person has decided it.
  /// - Parameters:
  ///   - at: when; nil for one that counted by itself.
  ///   - isFinal: whether the same command can't change that.
  case decided(ReceiptID, state: String, at: Timestamp?, isFinal: Bool)
  /// A decision without a reason.
  case reasonNeeded(String)
  /// An operator has decided it, and the support desk would change that.
  case operators(ReceiptID)
  /// A rule of the campaign is against what the receipt says.
  case against(Refusal, isRejected: Bool)
  /// It may be of the same purchase as another receipt.
  /// - Parameter standing: what became of the other one: `was paid at …`.
  case sameAs(ReceiptID, ReceiptID, standing: String, isRejected: Bool)
  /// A paid one would become another purchase, and its paper could be brought again.
  case anotherPurchase(ReceiptID)
  /// Fields that have to be said before it can count.
  /// - Parameters:
  ///   - isCorrected: whether a person has said already what the paper says.
  ///   - isRejected: here and above: whether it is rejected already, so that rejecting it is no way out.
  case missing(ReceiptID, [Sign], isCorrected: Bool, isRejected: Bool)
  case malformed(option: String, problem: String)
  /// More would be paid for a receipt than the desk may pay.
  case tooMuch(Int64, most: Int64)
  case nothingCorrected
  /// The campaign takes no receipts any more.
  case notTaken(campaign: String)
  case noPicture(ReceiptID)
  /// There are receipts, and the vault doesn't have the key that they are under.
  case keyMissing
  case notPrepared
  /// No engine for reading text is a part of this program.
  case noEngine

  var failure: Failure {
    switch self {
    case .notFound(let id):
      Failure(
        "receiptshake.receipt-not-found", .notFound, "there is no receipt \(id)",
        hint: "`qix receipt list` shows them; a shake that was refused, or is of another type, has none.")
    case .noReceipts:
      Failure(
        "receiptshake.no-receipts", .notFound, "no receipt was handed in yet",
        hint: "Hand one in with `qix shake receipt --user USER --image FILE`.")
    case .gone(let id):
      Failure("receiptshake.receipt-erased", .conflict, "what receipt \(id) said was erased with its user")
    case .decided(let id, let state, let at, let isFinal):
      Failure(
        "receiptshake.decided-already", .conflict,
        "receipt \(id) was decided before: it is \(state)" + (at.map { " since \($0)" } ?? ""),
        hint: isFinal
          ? "`qix receipt review correct \(id) --again --total … --reason TEXT` changes what it says and pays the difference."
          : "Look at it with `qix receipt review show \(id)`; to change the decision, say it with --again.")
    case .operators(let id):
      Failure(
        "receiptshake.operators-decision", .notAllowed,
        "an operator has decided receipt \(id), and the support desk doesn't change that",
        hint: "Let an operator decide it.")
    case .reasonNeeded(let verb):
      Failure(
        "receiptshake.reason-needed", .usage, "a receipt is \(verb) for a reason",
        hint: "Add --reason TEXT; the audit log keeps it.")
    case .against(let refusal, let isRejected):
      Failure(
        refusal.code, .refused, "by the campaign's rules it doesn't count: \(refusal.sentence)",
        hint:
          "\(isRejected ? "Leave it rejected" : "Reject it"), or say what was misread with `qix receipt review correct`."
      )
    case .missing(let id, let signs, let isCorrected, let isRejected):
      Failure(
        "receiptshake.fields-missing", .refused,
        "receipt \(id) can't count \(isCorrected ? "with that" : "as it was read"): "
          + signs.map(\.sentence).joined(separator: "; "),
        hint: signs == [.ahead]
          ? "Say what the paper says with --date, or \(isRejected ? "leave it rejected" : "reject it")."
          : isCorrected
            ? "Say that, too; `qix receipt review correct --help` names the options."
            : "Say what the paper says: `qix receipt review correct \(id)\(signs.compactMap(\.option).map { " --\($0) …" }.joined()) "
              + "--reason TEXT`.")
    case .sameAs(let id, let other, let standing, let isRejected):
      Failure(
        "receiptshake.same-receipt", .conflict,
        "receipt \(id) may be the same purchase as receipt \(other), which \(standing)",
        hint: "Compare it with `qix receipt show \(other)`. Is it the same paper, "
          + (isRejected ? "leave it rejected" : "`qix receipt review reject \(id) --reason TEXT`")
          + "; are they two, say so with --apart-from \(other).")
    case .anotherPurchase(let id):
      Failure(
        "receiptshake.another-purchase", .conflict,
        "receipt \(id) was paid, and with that it would be the receipt of another purchase",
        hint: "Say what its picture says. If it shouldn't have been paid, `qix receipt review reject \(id) --reason "
          + "TEXT` takes the coins back (--again where a person has decided it); another paper is handed in by itself.")
    case .malformed(let option, let problem):
      Failure("receiptshake.correction-malformed", .usage, "--\(option): \(problem)")
    case .nothingCorrected:
      Failure(
        "receiptshake.nothing-corrected", .usage, "nothing was said that should be corrected",
        hint: "Give --total, --date, --time, --currency, --merchant, --address, --tax-number, --transaction or --item.")
    case .tooMuch(let coins, let most):
      Failure(
        "receiptshake.operator-needed", .notAllowed,
        "\(coins.counted("coin")) would be paid for the receipt, and the support desk pays \(most) at most "
          + "(receiptshake.support-pays)", hint: "Let an operator decide it.")
    case .notTaken(let campaign):
      Failure(
        "receiptshake.not-taken", .refused, "the campaign '\(campaign)' takes no receipts any more",
        hint: "`qix campaign list` shows what there is.")
    case .noPicture(let id):
      Failure(
        "receiptshake.picture-gone", .notFound, "the picture of receipt \(id) isn't kept",
        hint: "Pictures are kept of receipts in review, for `qix setting show receiptshake.keep-pictures` days.")
    case .keyMissing:
      Failure(
        "receiptshake.key-missing", .refused,
        "receipts are here, and the vault doesn't have the key that they are under",
        hint: "Bring the vault of that time back from its export: `qix vault import FILE`.")
    case .notPrepared:
      Failure("receiptshake.not-prepared", .failed, "the keys of receipts were not fetched before the shake")
    case .noEngine:
      Failure("receiptshake.no-engine", .failed, "this program has no engine that reads the text of pictures")
    }
  }

  static func sameAs(_ record: ReceiptRecord, _ other: ReceiptRecord) -> ReceiptShakeError {
    let standing =
      switch other.state {
      case .counted, .approved: "was paid at \(other.since)"
      case .review: "has waited for a decision since \(other.since)"
      case .rejected: "was rejected at \(other.since)"
      case .erased: "was erased with its user"
      }
    return .sameAs(record.id, other.id, standing: standing, isRejected: record.state == .rejected)
  }

  static func decided(_ record: ReceiptRecord, isFinal: Bool) -> ReceiptShakeError {
    .decided(record.id, state: record.state.name, at: record.decided, isFinal: isFinal)
  }
}
