internal import QixShake

/// `qix receipt review approve`
struct ApproveReceipt: OldCommand {
  static let declaration = Declaration(
    "approve", "Pay a receipt in review: what was read is what the paper says.", roles: [.operator, .support],
    discussion: """
      The campaign's rules are held against what was read, at the moment when it was handed in, and the award is paid by \
      the campaign's caps and out of its budget, once. Where the budget is spent nothing is decided: put coins into it \
      and say it again. A reason is needed; the audit log keeps it.
      """,
    parameters: [ReceiptNamed.receipt],
    examples: [
      Example("qix receipt review approve rct_01m7w9tzg3f7fs9hn862jj74bb --reason 'the total is 12.40'", "one receipt")
    ], effect: .changes)

  private let request: DecisionRequest

  init(_ arguments: Arguments) throws { request = try DecisionRequest(arguments, "approved") }

  func run(in context: Context) throws {
    let decision = try ReviewDesk(context).approve(
      request.id, reason: request.reason, isDryRun: request.isDryRun)
    try request.emit(decision, context)
  }
}

/// `qix receipt review reject`
struct RejectReceipt: OldCommand {
  static let declaration = Declaration(
    "reject", "Say that a receipt doesn't count, and take back what was paid for it.", roles: [.operator, .support],
    discussion: """
      One that was paid is taken back as far as its user still has the coins; where a person has approved it, --again says \
      that their decision is to be changed. A reason is needed; the audit log keeps it. \
      The user may hand the same receipt in again, as another picture; it goes to review then.
      """,
    parameters: [ReceiptNamed.receipt, DecisionRequest.again],
    examples: [
      Example("qix receipt review reject rct_01m7w9tzg3f7fs9hn862jj74bb --reason 'drawn by hand'", "one receipt")
    ], effect: .changes)

  private let request: DecisionRequest

  init(_ arguments: Arguments) throws {
    request = try DecisionRequest(arguments, "rejected", isAgain: arguments[DecisionRequest.again])
  }

  func run(in context: Context) throws {
    let decision = try ReviewDesk(context).reject(
      request.id, isAgain: request.isAgain, reason: request.reason, isDryRun: request.isDryRun)
    try request.emit(decision, context)
  }
}

/// `qix receipt review correct`
struct CorrectReceipt: OldCommand {
  private static let total = OldOption("total", .text, placeholder: "AMOUNT", "The total, without currency: 12.40")
  private static let date = OldOption("date", .text, placeholder: "DAY", "The day: 2027-06-01")
  private static let time = OldOption("time", .text, placeholder: "TIME", "The time of day: 14:03")
  private static let currency = OldOption("currency", .text, placeholder: "CODE", "The currency: EUR")
  private static let merchant = OldOption("merchant", .text, placeholder: "NAME", "Who sold it")
  private static let address = OldOption("address", .text, placeholder: "TEXT", "Where")
  private static let taxNumber = OldOption("tax-number", .text, placeholder: "NUMBER", "The merchant's tax number")
  private static let transaction = OldOption("transaction", .text, placeholder: "NUMBER", "The receipt's number")
  private static let item = OldRepeatedOption(
    "item", .text, placeholder: "ITEM", "Pieces, what it is, what they cost: '2 ACME COLA 2.98'; replaces all items")

  private static let apart = OldRepeatedOption(
    "apart-from", .identifier(ReceiptID.self), placeholder: "RECEIPT",
    "One that says the same of its purchase, and is another paper")

  static let declaration = Declaration(
    "correct", "Say what the paper says, and pay the difference to what was paid before.",
    roles: [.operator, .support],
    discussion: """
      For receipts in review and for those that were decided, by a person or without one. What isn't named stays as it was \
      read. The award is worked out anew by the campaign's rules: more is paid out of its budget, too much is taken back \
      as far as the user still has it. Where a person has decided it, --again says that their decision is to be changed; \
      saying the same again moves nothing. One that would say of its purchase what another receipt says is refused; \
      --apart-from names that receipt where you have compared them and they are two papers. A reason is needed; the audit log keeps it.
      """,
    parameters: [
      ReceiptNamed.receipt, total, date, time, currency, merchant, address, taxNumber, transaction, item, apart,
      DecisionRequest.again,
    ],
    examples: [
      Example(
        "qix receipt review correct rct_01m7w9tzg3f7fs9hn862jj74bb --total 12.40 --reason 'was read as 1240'",
        "the total"),
      Example(
        "qix receipt review correct rct_01m7w9tzg3f7fs9hn862jj74bb --item '2 ACME COLA 2.98' --item '1 BREAD 1.10' "
          + "--reason 'the fold hid a line'", "the items"),
    ], effect: .changes)

  private let request: DecisionRequest
  private let correction: Correction
  private let others: [ReceiptID]

  init(_ arguments: Arguments) throws {
    request = try DecisionRequest(arguments, "corrected", isAgain: arguments[DecisionRequest.again])
    correction = Correction(
      merchant: arguments[Self.merchant], address: arguments[Self.address], taxNumber: arguments[Self.taxNumber],
      transaction: arguments[Self.transaction], date: arguments[Self.date], time: arguments[Self.time],
      currency: arguments[Self.currency], total: arguments[Self.total], items: arguments[Self.item])
    others = arguments[Self.apart]
    if correction.isEmpty { throw ReceiptShakeError.nothingCorrected }
  }

  func run(in context: Context) throws {
    let decision = try ReviewDesk(context).correct(
      request.id, correction, apartFrom: others, isAgain: request.isAgain, reason: request.reason,
      isDryRun: request.isDryRun)
    try request.emit(decision, context)
  }
}

/// What each decision takes, and how it is answered.
struct DecisionRequest {
  static let again = OldFlag("again", "Change what a person has decided before")

  let id: ReceiptID
  let reason: String
  let isDryRun: Bool
  /// Of commands that have it.
  let isAgain: Bool

  init(_ arguments: Arguments, _ verb: String, isAgain: Bool = false) throws {
    id = try arguments.require(ReceiptNamed.receipt)
    reason = try ReceiptShakeError.require(arguments.reason, to: verb)
    isDryRun = arguments.isDryRun
    self.isAgain = isAgain
  }

  func emit(_ decision: ReviewDesk.Decision, _ context: Context) throws {
    let settlement = decision.settlement
    var document = Document("receipt.decision/1")
    document.primary = "\(id)"
    document.field("receipt", "receipt", .identifier("\(id)"))
    document.field("shake", "shake", .identifier("\(decision.record.shake)"))
    document.field("state", "state", .text(decision.state.name))
    document.field("before", "paid before", .coins(settlement.before))
    document.field("coins", "paid now", .coins(settlement.moved))
    document.field("short", "left open", .coins(settlement.short))
    document.field("transfer", "transfer", isDryRun ? .missing : settlement.transfer.map(Cell.identifier) ?? .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if decision.contradictsItems {
      context.terminal.warn("The items that the receipt has now don't add up to its total.")
    }
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if settlement.short > 0 {
      context.terminal.note(
        settlement.moved < 0 || settlement.before > 0 && settlement.moved == 0
          ? "\(settlement.short.counted("coin")) could not be taken back: the user has them no more."
          : "\(settlement.short.counted("coin")) were cut off by a cap of the campaign.")
    } else {
      context.terminal.note("Next: `qix receipt review list`.")
    }
  }
}
