internal import QixBatch
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins batch list`
struct ListBatches: OldCommand {
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Batches at most", default: "50")

  static let declaration = Declaration(
    "list", "List the files of which lines were done, the newest first.", roles: [.operator, .auditor],
    parameters: [limit], examples: [Example("qix coins batch list", "the last fifty")])

  private let limit: Int64

  init(_ arguments: Arguments) throws { limit = try arguments.require(Self.limit) }

  func run(in context: Context) throws {
    // One more than is shown tells whether there is more.
    let found = try context.database.read { connection in
      try BatchRecord.list(limit: limit + 1, in: connection).map { batch in
        // What other modules have done is nothing of the ledger's.
        let isOurs = batch.action.hasPrefix("\(CoinsModule.id).")
        return (batch: batch, standing: try isOurs ? BatchStanding(of: batch, in: connection) : BatchStanding())
      }
    }
    let shown = found.prefix(Int(limit))
    var document = Document("coins.batches/1")
    document.page(more: found.count > shown.count)
    if !shown.isEmpty { document.primary = shown.map(\.batch.name).joined(separator: "\n") }
    document.table(
      "batches",
      columns: [
        Column("name", "NAME"), Column("action", "ACTION"), Column("lines", "LINES", alignment: .trailing),
        Column("coins", "COINS", alignment: .trailing), Column("begun", "BEGUN"), Column("state", "STATE"),
        Column("actor", "BY"),
      ],
      rows: shown.map { batch, standing in
        [
          .text(batch.name), .text(batch.action), .integer(batch.lines), .coins(batch.coins), .timestamp(batch.begun),
          .text(batch.state(standing)), .text(batch.actor),
        ]
      })
    try context.terminal.emit(document)
    if found.count > shown.count { context.terminal.noteMore("give a greater --limit") }
    if shown.isEmpty { context.terminal.note("No file was done yet: `qix coins issue --file FILE`.") }
  }
}

extension BatchRecord {
  /// Whether its file was read to the end, and what it has done stands.
  func state(_ standing: BatchStanding) -> String {
    if standing.isReversed { return "reversed" }
    if standing.isTouched { return "partly reversed" }
    return isWhole ? "whole" : "begun"
  }
}
