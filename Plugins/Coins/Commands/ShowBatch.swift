internal import QixBatch
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins batch show`
struct ShowBatch: Command {
  static let batch = Positional("batch", .text, "Its name: that of the file, unless --batch gave another")

  static let declaration = Declaration(
    "show", "Show what was done of a file, by whom and when.", roles: [.operator, .auditor],
    discussion: "The keys of its transfers begin with what 'keys' says, where the lines had none of their own.",
    parameters: [batch], examples: [Example("qix coins batch show july.csv", "one batch")])

  private let name: String

  init(_ arguments: Arguments) throws { name = try arguments.require(Self.batch) }

  func run(in context: Context) throws {
    let (batch, standing) = try context.database.read { connection in
      let batch = try BatchRecord.require(name, in: connection)
      return (batch, try BatchStanding(of: batch, in: connection))
    }
    var document = Document("coins.batchrecord/1")
    document.primary = batch.name
    document.field("name", "name", .text(batch.name))
    document.field("action", "action", .text(batch.action))
    document.field("state", "state", .text(batch.state))
    document.field("file", "file", .text(batch.file))
    document.field("sha256", "sha256", .text(batch.sha256))
    document.field("actor", "by", .text(batch.actor))
    document.field("begun", "begun", .timestamp(batch.begun))
    document.field("changed", "last done", .timestamp(batch.changed))
    document.field("keys", "keys", .text("\(BatchRows.keyPrefix)\(batch.number):"))
    document.field("lines", "lines done", .integer(batch.lines))
    document.field("transfers", "transfers", .integer(standing.transfers))
    document.field("coins", "coins", .coins(batch.coins))
    document.field("reversed", "coins taken back", .coins(standing.reversed))
    try context.terminal.emit(document)
    if standing.reversed == 0, standing.transfers > 0, context.mayRun("coins batch reverse", ReverseBatch.self) {
      context.terminal.note("To take it back: `qix coins batch reverse '\(batch.name)' --dry-run`.")
    }
  }
}

extension BatchRecord {
  /// Whose wallets its transfers have touched.
  func users(in connection: Connection) throws -> Set<UserID> {
    var users: Set<UserID> = []
    for range in try transfers(in: connection) {
      try users.formUnion(
        connection.rows(
          """
          SELECT DISTINCT a.owner FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account IN (t.debit, t.credit)
          WHERE t.transfer BETWEEN ?1 AND ?2 AND a.kind = 1
          """, .integer(range.lowerBound), .integer(range.upperBound)
        ) { try $0.identifier(0) as UserID })
    }
    return users
  }
}

/// What has become of a batch's transfers.
struct BatchStanding {
  private(set) var transfers: Int64 = 0
  /// Coins that were taken back by reversals.
  private(set) var reversed: Int64 = 0

  init(of batch: BatchRecord, in connection: Connection) throws {
    for range in try batch.transfers(in: connection) {
      transfers += range.upperBound - range.lowerBound + 1
      reversed +=
        try connection.first(
          """
          SELECT coalesce(sum(r.amount), 0) FROM coins_transfers AS t
          JOIN coins_transfers AS r ON r.related = t.transfer AND r.kind = 11 WHERE t.transfer BETWEEN ?1 AND ?2
          """, .integer(range.lowerBound), .integer(range.upperBound)
        ) { $0.integer(0) } ?? 0
    }
  }
}
