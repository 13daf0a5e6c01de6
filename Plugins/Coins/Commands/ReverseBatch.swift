internal import CoinsContract
internal import QixBatch
internal import QixModule

/// `qix coins batch reverse`
struct ReverseBatch: Command {
  static let declaration = Declaration(
    "reverse", "Take back what a file has done, as far as possible.", roles: [.operator],
    discussion: """
      Each transfer of the batch is reversed, the newest first, and each hold is given back. Each transfer gives back \
      the coins that are still there; spent coins stay spent, which ends with \(exit: .refused). Users' other coins \
      stay where they are, unless --from-any takes them instead of the spent ones. The work is done in parts, so that \
      other requests never wait long. After an interruption, run the command again: it goes on with what is left and \
      has become possible. It takes nothing twice.
      """,
    examples: [
      Example("qix coins batch reverse july.csv --dry-run", "what could be taken back"),
      Example("qix coins batch reverse july.csv --reason \"the wrong month\"", "all that is left of it"),
    ],
    answer: AnswerShape("coins.batchreverse/1", fields), effect: .changes)

  private static let fields: [Field<(batch: String, total: BatchReversal.Counts, isDryRun: Bool)>] = [
    Field("batch", .text) { $0.batch },
    Field("done", .integer) { $0.total.done }.labelled { $0.isDryRun ? "would be taken back" : "taken back" },
    Field("coins", .coins) { $0.total.coins },
    Field("before", .integer, "taken back before") { $0.total.before },
    Field("refused", .integer) { $0.total.refused }
      .labelled { $0.isDryRun ? "would not be taken back" : "not taken back" },
    Field("missing", .coins) { $0.total.missing }
      .labelled { $0.isDryRun ? "coins that would be missing" : "coins not taken back" },
  ]

  /// Transfers in one commit: others wait for no more than that.
  static let commitSize: Int64 = 8_192

  private let named = BatchNamed()
  @Flag("from-any", "Take other coins of the users instead of spent ones") private var takesOthers: Bool

  func run(in context: Context) throws -> Document {
    let name = named.name
    let (batch, ranges) = try context.database.read { connection in
      let batch = try BatchRecord.require(name, in: connection)
      guard batch.action.hasPrefix("\(CoinsModule.id).") else {
        throw Failure(
          "batch.not-reversible", .refused,
          "the batch '\(name)' is of \(batch.action), which can't be reversed as a batch",
          hint: "Reverse single transfers with `qix coins reverse`.")
      }
      return (batch, try batch.transfers(in: connection))
    }
    var total = BatchReversal.Counts()
    let parts = ranges.flatMap { Self.parts(of: $0) }
    let progress = context.face.progress(
      "taking back", total: parts.reduce(0) { $0 + Int64($1.count) }, unit: "transfers")
    defer { progress.finish() }
    context.face.catchInterruption()
    do {
      // A dry run does it all and takes it back; else each part is done for good, and the next run goes on behind it.
      for parts in context.isDryRun ? [parts] : parts.map({ [$0] }) {
        let before = total
        total = try context.change("coins.batch-reverse") {
          connection, change in
          let reversal = try BatchReversal(
            batch, reason: context.invocation.reason, takesOthers: takesOthers, context, counts: before, in: connection)
          for part in parts {
            try reversal.reverse(part)
            progress.advance(to: reversal.counts.transfers)
            if context.isDryRun { try context.face.interruption.check() }
          }
          change.subject = "\(batch.name): \(try reversal.finish())"
          return reversal.counts
        }
        try context.face.interruption.check()
      }
    } catch {
      guard total.transfers > 0 else { throw error }
      var document = answer(total, batch, isDryRun: context.isDryRun)
      document.note("Run the same command again to take back the others.")
      document.failure = error
      return document
    }
    var document = answer(total, batch, isDryRun: context.isDryRun)
    document.failure = total.first.map {
      SomeNotReversed(
        count: total.refused, first: $0, isDryRun: context.isDryRun, takesOthers: takesOthers)
    }
    return document
  }

  private func answer(_ total: BatchReversal.Counts, _ batch: BatchRecord, isDryRun: Bool) -> Document {
    var document = Document(
      "coins.batchreverse/1", Self.fields, of: (batch: batch.name, total: total, isDryRun: isDryRun))
    document.primary = batch.name
    return document
  }

  /// The newest first.
  private static func parts(of range: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
    stride(from: range.upperBound, through: range.lowerBound, by: -Int(commitSize)).map {
      max(range.lowerBound, $0 - commitSize + 1)...$0
    }
  }
}

/// Takes transfers of a batch back, inside one transaction.
final class BatchReversal {
  struct Counts: Sendable {
    var done: Int64 = 0
    var before: Int64 = 0
    var refused: Int64 = 0
    var coins: Int64 = 0
    var missing: Int64 = 0
    /// Why the first was not taken back.
    var first: CoinsError?

    /// Those that were looked at.
    var transfers: Int64 { done + before + refused }
  }

  /// Of all parts so far.
  private(set) var counts: Counts
  private let earlier: Counts
  private let ledger: Ledger
  private let metadata: String
  private let reason: String?
  private let takesOthers: Bool
  private let owned: OwnedTransfers
  private let connection: Connection

  /// - Parameter counts: of the parts before.
  init(
    _ batch: BatchRecord, reason: String?, takesOthers: Bool, _ context: Context, counts: Counts,
    in connection: Connection
  ) throws {
    (self.counts, earlier) = (counts, counts)
    ledger = try Ledger(connection, random: context.random, policy: Ledger.policy(in: context))
    try ledger.begin(at: context.clock.now())
    owned = OwnedTransfers(context)
    self.reason = reason
    self.takesOthers = takesOthers
    self.connection = connection
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("batch", batch.name)
    writer.endObject()
    metadata = writer.text
  }

  func reverse(_ range: ClosedRange<Int64>) throws {
    let transfers = try connection.fetchAll(
      """
      SELECT id, kind, amount, key FROM coins_transfers
      WHERE transfer BETWEEN \(range.lowerBound) AND \(range.upperBound) ORDER BY transfer DESC
      """
    ) {
      (
        id: try $0["id"] as TransferID, kind: try Ledger.kind($0["kind"]), amount: $0["amount"] as Int64,
        isOfLedger: [Ledger.mergeKey, Ledger.owedKey].contains(where: ($0["key"] as String? ?? "").hasPrefix)
      )
    }
    for transfer in transfers where !transfer.isOfLedger {
      switch transfer.kind {
      case .issue, .import, .fund, .transfer, .redeem, .capture:
        try undo(.reverse(transfer.id, takesOthers: takesOthers), transfer.amount)
      case .hold: try undo(.void(transfer.id), 0)
      case .reverse: refuse(.notReversible(transfer.id, .reverse), transfer.amount)
      // What the ledger did by itself, and holds that were given back.
      case .expire, .void, .timeOut: break
      }
    }
  }

  /// - Returns: what was done, in words.
  func finish() throws -> String {
    try ledger.seal()
    return "\((counts.done - earlier.done).counted("transfer")), \((counts.coins - earlier.coins).counted("coin"))"
  }

  private func undo(_ operation: Operation, _ amount: Int64) throws {
    var operation = operation
    operation.reason = reason
    operation.metadata = metadata
    do {
      try owned.check(operation, in: connection)
      let outcome = try ledger.apply(operation)
      counts.done += 1
      if outcome.kind == .reverse { counts.coins += outcome.amount }
    } catch CoinsError.exceedsOriginal(_, left: 0, _) {
      counts.before += 1
    } catch CoinsError.holdResolved {
      counts.before += 1
    } catch let refusal as CoinsError {
      guard let (available, wanted) = Self.shortage(refusal), available > 0, let id = operation.related else {
        return refuse(refusal, Self.shortage(refusal)?.wanted ?? amount)
      }
      var part = Operation.reverse(id, amount: available, takesOthers: takesOthers)
      (part.reason, part.metadata) = (reason, metadata)
      counts.coins += try ledger.apply(part).amount
      refuse(refusal, wanted - available)
    }
  }

  private static func shortage(_ refusal: CoinsError) -> (available: Int64, wanted: Int64)? {
    switch refusal {
    case .insufficient(_, let available, let wanted), .spentSince(_, let available, let wanted): (available, wanted)
    default: nil
    }
  }

  private func refuse(_ refusal: CoinsError, _ missing: Int64) {
    counts.refused += 1
    counts.missing += missing
    counts.first = counts.first ?? refusal
  }
}

/// Some of a batch's transfers could not be taken back, or not wholly.
struct SomeNotReversed: Diagnosable {
  let count: Int64
  let first: CoinsError
  let isDryRun: Bool
  let takesOthers: Bool
  var category: ErrorCategory { .refused }
  var code: String { "coins.batch-not-reversed" }
  var sentence: Sentence {
    isDryRun
      ? "\(count.counted("transfer")) would not be taken back, or only in part; the first: \(first)"
      : "\(count.counted("transfer was", "transfers were")) not taken back, or only in part; the first: \(first)"
  }
  var hint: Sentence? {
    isDryRun
      ? "Without --dry-run the others are taken back, and of these what is still there."
      : "What was there is taken back."
        + (takesOthers ? "" : " To take users' other coins for the missing ones, add --from-any.")
  }
}
