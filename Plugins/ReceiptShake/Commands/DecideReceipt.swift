internal import QixShake

/// `qix receipt review approve`
struct ApproveReceipt: Command {
  static let declaration = Declaration(
    "approve", "Approve a receipt in review as it was read, and pay it.", roles: [.operator, .support],
    discussion: """
      The campaign's rules are applied to the reading, as of the time of submission. The award is paid once from the \
      campaign's budget, within its caps. If the budget is empty, the decision is refused; add coins, then approve \
      again. A receipt that resembles a paid one is refused. If you have compared them and they are two papers, name \
      the other with --apart-from. A reason is required; the audit log keeps it.
      """,
    examples: [
      Example("qix receipt review approve rct_01m7w9tzg3f7fs9hn862jj74bb --reason 'the total is 12.40'", "one receipt")
    ],
    answer: .decision, effect: .changes)

  private let request = DecisionRequest()
  private let apart = ApartFrom()

  func run(in context: Context) throws -> Document {
    try request.run("approved", in: context) { service, id, reason in
      try service.approve(id, apartFrom: apart.others, reason: reason)
    }
  }
}

/// `qix receipt review reject`
struct RejectReceipt: Command {
  static let declaration = Declaration(
    "reject", "Reject a receipt, and take back the coins paid for it.", roles: [.operator, .support],
    discussion: """
      Coins paid for the receipt are taken back, as far as the user still has them. To change a person's decision, add \
      --again. A reason is required; the audit log keeps it. Any user may submit the same receipt again with another \
      picture; it then goes to review.
      """,
    examples: [
      Example("qix receipt review reject rct_01m7w9tzg3f7fs9hn862jj74bb --reason 'drawn by hand'", "one receipt")
    ],
    answer: .decision, effect: .changes)

  private let request = DecisionRequest()
  private let again = AgainFlag()

  func run(in context: Context) throws -> Document {
    try request.run("rejected", in: context) { service, id, reason in
      try service.reject(id, isAgain: again.isGiven, reason: reason)
    }
  }
}

/// `qix receipt review correct`
struct CorrectReceipt: Command {
  static let declaration = Declaration(
    "correct", "Correct a receipt to what the paper says, and pay the difference.",
    roles: [.operator, .support],
    discussion: """
      For receipts in review and for decided ones. Fields you don't give stay as they were read. The award is computed \
      again by the campaign's rules. More coins come from its budget; too many are taken back, as far as the user \
      still has them. To change the decision of a person, add --again; the same correction again moves nothing.

      A receipt that resembles a paid one is refused, and so is a correction that would match another receipt in shop, \
      day, minute and total. If you have compared them and they are two papers, name the other with --apart-from. A \
      reason is required; the audit log keeps it.
      """,
    examples: [
      Example(
        "qix receipt review correct rct_01m7w9tzg3f7fs9hn862jj74bb --total 12.40 --reason 'was read as 1240'",
        "the total"),
      Example(
        "qix receipt review correct rct_01m7w9tzg3f7fs9hn862jj74bb --item '2 ACME COLA 2.98' --item '1 BREAD 1.10' "
          + "--reason 'the fold hid a line'", "the items"),
    ],
    answer: .decision, effect: .changes)

  private let request = DecisionRequest()
  @Option("total", .text, placeholder: "AMOUNT", "The total, without currency: 12.40") private var total: String?
  @Option("date", .text, placeholder: "DAY", "The day: 2027-06-01") private var date: String?
  @Option("time", .text, placeholder: "TIME", "The time of day: 14:03") private var time: String?
  @Option("currency", .text, placeholder: "CODE", "The currency: EUR") private var currency: String?
  @Option("merchant", .text, placeholder: "NAME", "The shop's name") private var merchant: String?
  @Option("address", .text, placeholder: "TEXT", "Where") private var address: String?
  @Option("tax-number", .text, placeholder: "NUMBER", "The merchant's tax number") private var taxNumber: String?
  @Option("transaction", .text, placeholder: "NUMBER", "The receipt's number") private var transaction: String?
  @Option(
    "item", .text, placeholder: "ITEM",
    "Quantity, name and amount: '2 ACME COLA 2.98'; replaces all items")
  private var items: [String]
  private let apart = ApartFrom()
  private let again = AgainFlag()

  private var correction: Correction {
    Correction(
      merchant: merchant, address: address, taxNumber: taxNumber, transaction: transaction, date: date, time: time,
      currency: currency, total: total, items: items)
  }

  func check() throws {
    if correction.isEmpty {
      throw Failure(
        "receiptshake.nothing-corrected", .usage, "no correction is given",
        hint:
          "Give --total, --date, --time, --currency, --merchant, --address, --tax-number, --transaction or --item.")
    }
  }

  func run(in context: Context) throws -> Document {
    try request.run("corrected", in: context) { service, id, reason in
      try service.correct(id, correction, apartFrom: apart.others, isAgain: again.isGiven, reason: reason)
    }
  }
}

/// The part that all decisions share: the receipt, the reason, the answer.
private struct DecisionRequest {
  static let fields: [Field<(decision: ReviewService.Decision, isDryRun: Bool)>] = [
    Field("receipt", .id) { $0.decision.record.id },
    Field("shake", .id) { $0.decision.record.shake },
    Field("state", .text) { $0.decision.state.name },
    Field("before", .coins, "paid before") { $0.decision.settlement.before },
    Field("coins", .coins, "paid now") { $0.decision.settlement.moved },
    Field(optional: "owed", .coins) { $0.decision.settlement.owed > 0 ? $0.decision.settlement.owed : nil },
    Field("short", .coins, "not settled") { $0.decision.settlement.short },
    Field("transfer", .id) { $0.isDryRun ? nil : $0.decision.settlement.transfer },
    Field(optional: "prize", .text) { $0.decision.settlement.gift?.gift },
    Field(optional: "given", .id) { $0.isDryRun ? nil : $0.decision.settlement.gift?.given },
  ]

  private let receipt = ReceiptNamed()

  /// - Parameters:
  ///   - verb: what is done to the receipt: `approved`.
  ///   - decide: is handed the receipt's id, and the reason.
  /// - Throws: `receiptshake.reason-needed` if none is given, or an empty one.
  func run(
    _ verb: String, in context: Context, _ decide: (ReviewService, ReceiptID, String) throws -> ReviewService.Decision
  ) throws -> Document {
    guard let reason = context.invocation.neededReason else {
      throw Failure(
        "receiptshake.reason-needed", .usage, "a receipt is only \(verb) with a reason",
        hint: "Add --reason TEXT; the audit log keeps it.")
    }
    let decision = try decide(try ReviewService(context), receipt.id, reason)
    let settlement = decision.settlement
    var document = Document("receipt.decision/1", Self.fields, of: (decision: decision, isDryRun: context.isDryRun))
    document.primary = "\(receipt.id)"
    if decision.contradictsItems { document.warn("The items of the receipt don't add up to its total.") }
    if settlement.before + settlement.moved > 0, !decision.waiting.isEmpty {
      document.warn(
        "\(decision.waiting.count.counted("receipt")) in review may be the same purchase: "
          + decision.waiting.map { "\($0)" }.joined(separator: ", ") + ". Compare before you approve.")
    }
    if decision.state == .rejected, let gift = settlement.gift {
      document.warn(
        "The user keeps the prize \(gift.gift). `qix reward refund` and `qix voucher void` take back what they can.")
    }
    if settlement.owed > 0 {
      document.note(
        "\(settlement.owed.counted("coin is", "coins are")) spent, so the user owes them. New coins pay this first."
      )
    }
    if settlement.short == 0 {
      document.next("`qix receipt review list`")
    } else if !context.isDryRun {
      document.note(
        settlement.moved < 0 || settlement.before > 0 && settlement.moved == 0
          ? "\(settlement.short.counted("coin")) could not be taken back: the user was erased."
          : "\(settlement.short.counted("coin")) were cut off by a cap of the campaign.")
    }
    return document
  }
}

/// `--apart-from`, of decisions that pay.
private struct ApartFrom {
  @Option(
    "apart-from", .receipt, placeholder: "RECEIPT",
    "A resembling receipt that is a different paper")
  var others: [ReceiptID]
}

/// `--again`, of decisions that may change one.
private struct AgainFlag {
  @Flag("again", "Change the decision of a person") var isGiven: Bool
}

extension AnswerShape {
  fileprivate static let decision = Self("receipt.decision/1", DecisionRequest.fields)
}
