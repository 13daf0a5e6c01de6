internal import CampaignsContract
internal import QixReceipts
internal import QixShake

/// Decides receipts. Each decision is one transaction: what the receipt says, what became of it, and the coins, or none
/// of them; a decision that was interrupted is said again.
struct ReviewService {
  let context: Context
  let keys: ReceiptKeys
  private let settling: any ShakeSettling
  private let campaigns: any CampaignDirectory

  init(_ context: Context) throws {
    self.context = context
    keys = try ReceiptKeys.open(context)
    settling = try context.service(Shakes.settling)
    campaigns = try context.service(Campaigns.directory)
  }

  struct Decision: Sendable {
    let record: ReceiptRecord
    let state: ReceiptRecord.State
    let settlement: Settlement
    /// Whether there are items, and they cost something else than the total.
    var contradictsItems = false
    /// Receipts in review that may be of the same purchase: paid here, it isn't to be paid there.
    var waiting: [ReceiptID] = []
  }

  /// Approves a receipt: the paper says what was read.
  /// - Parameter known: receipts that it was compared with and isn't.
  func approve(_ id: ReceiptID, apartFrom known: [ReceiptID], reason: String) throws -> Decision {
    try decide("approve", id, false) { record, connection in
      let receipt = try record.receipt(keys)
      let waiting = try requireApart(record, receipt, from: known, isTyped: false, in: connection)
      let settlement = try settle(record, receipt, isCorrected: false, reason, in: connection)
      try record.decide(
        .approved, at: context.clock.now(), by: context.principal.role, reading: nil, nil, in: connection)
      return Decision(record: record, state: .approved, settlement: settlement, waiting: waiting)
    }
  }

  /// Corrects a receipt, whose paper says something else: what it is worth then is paid, less what was paid before.
  /// - Parameter known: receipts that it was compared with and isn't.
  func correct(
    _ id: ReceiptID, _ correction: Correction, apartFrom known: [ReceiptID], isAgain: Bool, reason: String
  ) throws -> Decision {
    try decide("correct", id, isAgain) { record, connection in
      let rules = try rules(of: record, in: connection)
      let (before, now) = (try record.receipt(keys), context.clock.now())
      let receipt = try correction.applied(to: before, currency: rules.currency)
      let change = Comparison(before, receipt)
      if record.state.isPaid, change.shops == .different, change.differences > 0 {
        // Its paper could be brought again.
        throw Failure(
          "receiptshake.another-purchase", .conflict,
          "receipt \(id) was paid, but the correction describes another purchase",
          hint:
            "Correct it to what its picture shows. Submit another paper as another receipt. To take the coins back, "
            + "use `qix receipt review reject \(id) --reason TEXT`, with --again if a person has decided it.")
      }
      let waiting = try requireApart(record, receipt, from: known, isTyped: true, in: connection)
      let settlement = try settle(record, receipt, isCorrected: true, reason, in: connection)
      let alterations = try record.alterations(keys) + Alteration.all(from: before, to: receipt, at: now)
      try record.decide(
        .approved, at: now, by: context.principal.role,
        reading: ReceiptRecord.seal(receipt, alterations, of: id, keys, random: context.random),
        Purchase(receipt, keys), in: connection)
      return Decision(
        record: record, state: .approved, settlement: settlement, contradictsItems: receipt.itemsContradictTotal,
        waiting: waiting)
    }
  }

  /// Rejects a receipt: what was paid for it is taken back, as far as the user has it.
  func reject(_ id: ReceiptID, isAgain: Bool, reason: String) throws -> Decision {
    try decide("reject", id, isAgain) { record, connection in
      guard record.state != .rejected else { throw ReceiptShakeError.decided(record, isFinal: true) }
      let settlement = try settling.settle(
        record.shake, as: .refused(Self.rejected), reason: reason, in: connection)
      try record.decide(
        .rejected, at: context.clock.now(), by: context.principal.role, reading: nil, nil, in: connection)
      return Decision(record: record, state: .rejected, settlement: settlement)
    }
  }

  static let rejected = Refusal("receiptshake.rejected", "we checked your receipt, and it doesn't count")

  /// - Parameter isAgain: whether a person's decision may be changed; without it two who decide at the same time would
  ///   undo each other's and not know it.
  private func decide(
    _ verb: String, _ id: ReceiptID, _ isAgain: Bool,
    _ body: (ReceiptRecord, Connection) throws -> Decision
  ) throws -> Decision {
    try context.change("receiptshake.\(verb)", subject: "\(id)") { connection, _ in
      let record = try ReceiptRecord.require(id, in: connection)
      guard record.state != .erased, record.reading != nil else { throw ReceiptShakeError.gone(id) }
      // No person has decided one that counted by itself.
      if verb == "approve" ? record.state != .review : record.state.isDecision && !isAgain {
        throw ReceiptShakeError.decided(record, isFinal: verb == "approve")
      }
      guard !record.isOperators || context.principal.role != .support else {
        throw Failure(
          "receiptshake.operators-decision", .notAllowed,
          "an operator decided receipt \(id), so support can't change the decision",
          hint: "Ask an operator to decide it.")
      }
      return try body(record, connection)
    }
  }

  /// Refuses to pay one purchase twice unless a person says that there are two: what a receipt resembles may have been
  /// paid since they were compared.
  /// - Parameter isTyped: whether a person has said what the paper says; then nothing else may say the same, paid or not.
  /// - Returns: receipts in review that may be of the same purchase.
  private func requireApart(
    _ record: ReceiptRecord, _ receipt: Receipt, from known: [ReceiptID], isTyped: Bool, in connection: Connection
  ) throws -> [ReceiptID] {
    let purchase = SamePurchase(record: record, receipt: receipt, keys: keys, connection: connection)
    let said = try purchase.said(isTyped: isTyped).map(\.record).filter { !known.contains($0.id) }
    let dear = try rules(of: record, in: connection).dear(receipt)
    let alike = try purchase.resembled(dear: dear, isTyped: isTyped).map(\.record).filter { !known.contains($0.id) }
    if let other = (said + alike).first(where: \.state.isPaid) ?? (isTyped ? said.first : nil) {
      throw Failure(
        "receiptshake.same-receipt", .conflict,
        "receipt \(record.id) may be the same purchase as receipt \(other.id), which \(standing(other))",
        hint:
          "See the other with `qix receipt show \(other.id)`. If they are two purchases, add --apart-from \(other.id). "
          + (record.state == .rejected
            ? "If the paper is the same, leave it rejected."
            : "If the paper is the same, use `qix receipt review reject \(record.id) --reason TEXT`."))
    }
    let waiting = (said + alike).filter { $0.state == .review }.map(\.id)
    return Set(waiting).sorted()
  }

  /// Says what became of a receipt: `was paid at …`.
  private func standing(_ record: ReceiptRecord) -> String {
    switch record.state {
    case .counted, .approved: "was paid at \(record.since)"
    case .review: "is in review since \(record.since)"
    case .rejected: "was rejected at \(record.since)"
    case .erased: "was erased with its user"
    }
  }

  /// Pays what the campaign's rules say to a receipt that a person has compared with its picture.
  private func settle(
    _ record: ReceiptRecord, _ receipt: Receipt, isCorrected: Bool, _ reason: String, in connection: Connection
  ) throws -> Settlement {
    let isRejected = record.state == .rejected
    switch try rules(of: record, in: connection).evaluate(receipt, at: record.at, isTrusted: true) {
    case .refused(let refusal):
      throw Failure(
        refusal.code, .refused, "the campaign's rules refuse the receipt: \(refusal.sentence)",
        hint: isRejected
          ? "Leave it rejected. Or correct what was misread with `qix receipt review correct`."
          : "Reject it. Or correct what was misread with `qix receipt review correct`.")
    case .unsure(let signs):
      throw Failure(
        "receiptshake.fields-missing", .refused,
        isCorrected
          ? "receipt \(record.id) can't count with this correction: \(signs.map(\.sentence).joined(separator: "; "))"
          : "receipt \(record.id) can't count as it was read: \(signs.map(\.sentence).joined(separator: "; "))",
        hint: signs == [.ahead]
          ? isRejected
            ? "Give the paper's day with --date, or leave it rejected."
            : "Give the paper's day with --date, or reject it."
          : isCorrected
            ? "Correct that too. `qix receipt review correct --help` lists the options."
            : "Give what the paper says: `qix receipt review correct \(record.id)"
              + "\(signs.compactMap(\.option).map { " --\($0) …" }.joined()) --reason TEXT`.")
    case .counts(let proof):
      let settlement = try settling.settle(record.shake, as: .accepted(proof), reason: reason, in: connection)
      let most = try connection.value(of: ReceiptShakeModule.supportPays)
      // All decisions together: else many small ones pay what one may not.
      let paid = settlement.before + settlement.moved + settlement.giftCoins
      if most > 0, settlement.moved + settlement.giftCoins > 0, paid > most, context.principal.role == .support {
        throw Failure(
          "receiptshake.operator-needed", .notAllowed,
          "the receipt would be paid \(paid.counted("coin")); support may pay at most \(most) "
            + "(receiptshake.support-pays)", hint: "Ask an operator to decide it.")
      }
      return settlement
    }
  }

  private func rules(of record: ReceiptRecord, in connection: Connection) throws -> ReceiptRules {
    let campaign = try campaigns.required("\(record.campaign)", by: ReceiptShakeModule.id, in: connection)
    guard let use = campaign.types.first(where: { $0.type == ReceiptShake.name }) else {
      throw ReceiptShakeError.notTaken(campaign: campaign.name)
    }
    var faults: [(name: String, problem: String)] = []
    var problems: [String] = []
    let rules = ReceiptRules(
      ShakeSettings(use.settings, for: ReceiptShake.settings, faults: &faults), faults: &problems)
    guard faults.isEmpty, problems.isEmpty else { throw ReceiptShakeError.notTaken(campaign: campaign.name) }
    return rules
  }
}
