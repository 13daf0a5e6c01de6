internal import CoinsContract
internal import QixBatch
internal import QixModule

/// `qix coins batch show`
struct ShowBatch: Command {
  static let declaration = Declaration(
    "show", "Show what was done of a file, by whom and when.", roles: [.operator, .auditor],
    discussion: "If lines had no keys of their own, the keys of their transfers begin with the value of 'keys'.",
    examples: [Example("qix coins batch show july.csv", "one batch")],
    answer: AnswerShape("coins.batchrecord/1", fields))

  private static let fields: [Field<(batch: BatchRecord, standing: BatchStanding)>] = [
    Field("name", .text) { $0.batch.name },
    Field("action", .text) { $0.batch.action },
    Field("state", .text) { $0.batch.state($0.standing) },
    Field("file", .text) { $0.batch.file },
    Field("sha256", .text) { $0.batch.sha256 },
    Field("actor", .text, "by") { $0.batch.actor },
    Field("begun", .time) { $0.batch.begun },
    Field("changed", .time, "last done") { $0.batch.changed },
    Field("keys", .text) { "\(BatchRows.keyPrefix)\($0.batch.number):" },
    Field("lines", .integer, "lines done") { $0.batch.lines },
    Field("transfers", .integer) { $0.standing.transfers },
    Field("coins", .coins) { $0.batch.coins },
    Field("reversed", .coins, "coins taken back") { $0.standing.reversed },
    Field("refused", .integer, "lines refused") { $0.batch.refused },
  ]

  private let named = BatchNamed()

  func run(in context: Context) throws -> Document {
    let (batch, standing) = try context.database.read { connection in
      let batch = try BatchRecord.require(named.name, in: connection)
      return (batch, try BatchStanding(of: batch, in: connection))
    }
    var document = Document("coins.batchrecord/1", Self.fields, of: (batch: batch, standing: standing))
    document.primary = batch.name
    if standing.reversed == 0, standing.transfers > 0, context.mayRun("coins batch reverse", ReverseBatch.self) {
      document.note("To take it back: `qix coins batch reverse '\(batch.name)' --dry-run`.")
    }
    return document
  }
}

/// The subject of every command of one batch.
struct BatchNamed {
  @Positional("batch", .text, "The batch's name: that of the file, unless --batch gave another") var name: String
}

extension BatchRecord {
  /// Whether its transfers have touched the wallet of such a user. The newest part is asked first, and none behind the
  /// first that has one.
  func hasUser(where isMeant: (UserID) -> Bool = { _ in true }, in connection: Connection) throws -> Bool {
    try transfers(in: connection).contains { range in
      let users: [UserID] = try connection.fetchAll(
        """
        SELECT DISTINCT a.owner FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account IN (t.debit, t.credit)
        WHERE t.transfer BETWEEN \(range.lowerBound) AND \(range.upperBound) AND a.kind = 1
        """)
      return users.contains(where: isMeant)
    }
  }
}

/// What has become of a batch's transfers.
struct BatchStanding {
  private(set) var transfers: Int64 = 0
  /// Coins that were taken back by reversals.
  private(set) var reversed: Int64 = 0
  /// Whether something was given back or taken back.
  private(set) var isTouched = false
  /// Whether all was that can be.
  private(set) var isReversed = false

  /// Of what is no transfers.
  init() {}

  init(of batch: BatchRecord, in connection: Connection) throws {
    let ranges = try batch.transfers(in: connection)
    for range in ranges {
      transfers += range.upperBound - range.lowerBound + 1
      // 9 void, 11 reverse. Where nothing was taken back there is nothing to be read.
      let back = try connection.fetchAll(
        """
        SELECT kind, sum(amount) AS amount FROM coins_transfers
        WHERE related BETWEEN \(range.lowerBound) AND \(range.upperBound) AND kind IN (9, 11) GROUP BY kind
        """
      ) { (kind: $0["kind"] as Int64, amount: $0["amount"] as Int64) }
      if !back.isEmpty { isTouched = true }
      reversed += back.first { $0.kind == TransferKind.reverse.rawValue }?.amount ?? 0
    }
    isReversed = try isTouched && !ranges.contains { try Self.hasLeft(in: $0, connection) }
  }

  private static func hasLeft(in range: ClosedRange<Int64>, _ connection: Connection) throws -> Bool {
    // 1 issue, 2 import, 3 fund, 4 transfer, 5 redeem, 7 hold, 8 capture; merges follow by themselves, and so does what is owed.
    try connection.has(
      """
      SELECT 1 FROM coins_transfers AS t WHERE t.transfer BETWEEN \(range.lowerBound) AND \(range.upperBound) AND (
        t.kind = 7 AND EXISTS (SELECT 1 FROM coins_holds AS h WHERE h.hold = t.transfer AND h.resolved_by IS NULL)
        OR t.kind IN (1, 2, 3, 4, 5, 8)
          AND (t.key IS NULL OR substr(t.key, 1, \(Ledger.mergeKey.count)) <> \(Ledger.mergeKey)
            AND substr(t.key, 1, \(Ledger.owedKey.count)) <> \(Ledger.owedKey))
          AND t.amount > (SELECT coalesce(sum(r.amount), 0) FROM coins_transfers AS r
            WHERE r.related = t.transfer AND r.kind = 11)) LIMIT 1
      """)
  }
}
