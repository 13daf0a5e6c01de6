internal import QixShake

/// What can go wrong around receipts. What a shake is refused for is a `Refusal`.
enum ReceiptShakeError: Diagnosable, Equatable {
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
  /// A rule of the campaign is against what the receipt says.
  case against(Refusal)
  /// What it says now is what another receipt says.
  case sameAs(ReceiptID, ReceiptID)
  /// What has to be said before it can count.
  /// - Parameter isCorrected: whether a person has said already what the paper says.
  case missing(ReceiptID, [Sign], isCorrected: Bool)
  case malformed(option: String, problem: String)
  /// More would be paid for a receipt than the desk may pay.
  case tooMuch(Int64, most: Int64)
  case nothingCorrected
  case noCampaign(String)
  /// The campaign takes no receipts any more.
  case notTaken(campaign: String)
  case noPicture(ReceiptID)
  /// There are receipts, and the vault doesn't have the key that they are under.
  case keyMissing
  case notPrepared
  /// No engine for reading text is a part of this program.
  case noEngine
  /// The shake was refused.
  case refused(Refusal)
  /// Files of a bulk that could not be read.
  case unread(Int)

  var category: ErrorCategory {
    switch self {
    case .notFound, .noReceipts, .noPicture, .noCampaign: .notFound
    case .decided, .gone, .sameAs: .conflict
    case .reasonNeeded, .malformed, .nothingCorrected: .usage
    case .against, .missing, .keyMissing, .refused, .notTaken: .refused
    case .tooMuch: .notAllowed
    case .notPrepared, .noEngine, .unread: .failed
    }
  }

  var code: String {
    switch self {
    case .notFound: "receiptshake.receipt-not-found"
    case .noReceipts: "receiptshake.no-receipts"
    case .gone: "receiptshake.receipt-erased"
    case .decided: "receiptshake.decided-already"
    case .reasonNeeded: "receiptshake.reason-needed"
    case .against(let refusal): refusal.code
    case .missing: "receiptshake.fields-missing"
    case .sameAs: "receiptshake.same-receipt"
    case .malformed: "receiptshake.correction-malformed"
    case .nothingCorrected: "receiptshake.nothing-corrected"
    case .tooMuch: "receiptshake.operator-needed"
    case .noCampaign: "receiptshake.campaign-not-found"
    case .notTaken: "receiptshake.not-taken"
    case .noPicture: "receiptshake.picture-gone"
    case .keyMissing: "receiptshake.key-missing"
    case .notPrepared: "receiptshake.not-prepared"
    case .noEngine: "receiptshake.no-engine"
    case .refused(let refusal): refusal.code
    case .unread: "receiptshake.files-unread"
    }
  }

  var description: String {
    switch self {
    case .notFound(let id): "there is no receipt \(id)"
    case .noReceipts: "no receipt was handed in yet"
    case .gone(let id): "what receipt \(id) said was erased with its user"
    case .decided(let id, let state, let at, _):
      "receipt \(id) was decided before: it is \(state)" + (at.map { " since \($0)" } ?? "")
    case .reasonNeeded(let verb): "a receipt is \(verb) for a reason"
    case .against(let refusal): "by the campaign's rules it doesn't count: \(refusal.sentence)"
    case .missing(let id, let signs, let isCorrected):
      "receipt \(id) can't count \(isCorrected ? "with that" : "as it was read"): "
        + signs.map(\.sentence).joined(separator: "; ")
    case .sameAs(let id, let other): "receipt \(id) would be the same purchase as receipt \(other)"
    case .malformed(let option, let problem): "--\(option): \(problem)"
    case .nothingCorrected: "nothing was said that should be corrected"
    case .tooMuch(let coins, let most):
      "\(coins.counted("coin")) would be paid for the receipt, and the support desk pays \(most) at most "
        + "(receiptshake.support-pays)"
    case .noCampaign(let name): "there is no campaign '\(name)'"
    case .notTaken(let campaign): "the campaign '\(campaign)' takes no receipts any more"
    case .noPicture(let id): "the picture of receipt \(id) isn't kept"
    case .keyMissing: "receipts are here, and the vault doesn't have the key that they are under"
    case .notPrepared: "the keys of receipts were not fetched before the shake"
    case .noEngine: "this program has no engine that reads the text of pictures"
    case .refused(let refusal): refusal.sentence
    case .unread(let count): "\(count.counted("file")) could not be read"
    }
  }

  var hint: String? {
    switch self {
    case .notFound: "`qix receipt list` shows them; the id of a shake with rct_ in place of shk_ is its receipt's."
    case .noReceipts: "Hand one in with `qix shake receipt --user USER --image FILE`."
    case .gone, .notPrepared, .noEngine: nil
    case .decided(let id, _, _, isFinal: true):
      "`qix receipt review correct \(id) --again` changes what it says and pays the difference."
    case .decided(let id, _, _, isFinal: false):
      "Look at it with `qix receipt review show \(id)`; to change the decision, say it with --again."
    case .reasonNeeded: "Add --reason TEXT; the audit log keeps it."
    case .against: "Reject it, or say what was misread with `qix receipt review correct`."
    case .missing(_, [.ahead], _): "Say what the paper says with --date, or reject it."
    case .missing(let id, _, isCorrected: false):
      "Say what the paper says: `qix receipt review correct \(id) --total …`."
    case .missing(_, _, isCorrected: true): "Say that, too; `qix receipt review correct --help` names the options."
    case .sameAs(let id, let other):
      "Compare it with `qix receipt show \(other)`. Is it the same paper, `qix receipt review reject \(id)`; are they two, "
        + "say so with --apart-from \(other)."
    case .malformed: nil
    case .tooMuch: "Let an operator decide it."
    case .nothingCorrected:
      "Give --total, --date, --time, --currency, --merchant, --address, --tax-number, --transaction or --item."
    case .noCampaign, .notTaken: "`qix campaign list` shows what there is."
    case .noPicture: "Pictures are kept of receipts in review, for `qix setting show receiptshake.keep-pictures` days."
    case .keyMissing: "Bring the vault of that time back from its export: `qix vault import FILE`."
    case .refused(let refusal): refusal.hint
    case .unread: "The answers say of each why; the others are done."
    }
  }
}

extension ReceiptShakeError {
  /// A reason that says something.
  static func require(_ reason: String?, to verb: String) throws -> String {
    guard let reason, reason.contains(where: { !$0.isWhitespace }) else { throw Self.reasonNeeded(verb) }
    return reason
  }
}

extension ReceiptShakeError {
  static func decided(_ record: ReceiptRecord, isFinal: Bool) -> ReceiptShakeError {
    .decided(record.id, state: record.state.name, at: record.decided, isFinal: isFinal)
  }
}
