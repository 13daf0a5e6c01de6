internal import QixBatch
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins batch list`
struct ListBatches: Command {
  private static let limit = Option<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Batches at most", default: "50")

  static let declaration = Declaration(
    "list", "List the files of which lines were done, the newest first.", roles: [.operator, .auditor],
    parameters: [limit], examples: [Example("qix coins batch list", "the last fifty")])

  private let limit: Int64

  init(_ arguments: Arguments) throws { limit = try arguments.require(Self.limit) }

  func run(in context: Context) throws {
    // One more than is shown tells whether there is more.
    let found = try context.database.read { try BatchRecord.list(limit: limit + 1, in: $0) }
    let shown = found.prefix(Int(limit))
    var document = Document("coins.batches/1")
    document.page(more: found.count > shown.count)
    if !shown.isEmpty { document.primary = shown.map(\.name).joined(separator: "\n") }
    document.table(
      "batches",
      columns: [
        Column("name", "NAME"), Column("action", "ACTION"), Column("lines", "LINES", alignment: .trailing),
        Column("coins", "COINS", alignment: .trailing), Column("begun", "BEGUN"), Column("state", "STATE"),
        Column("actor", "BY"),
      ],
      rows: shown.map { batch in
        [
          .text(batch.name), .text(batch.action), .integer(batch.lines), .coins(batch.coins), .timestamp(batch.begun),
          .text(batch.state), .text(batch.actor),
        ]
      })
    try context.terminal.emit(document)
    if found.count > shown.count { context.terminal.noteMore("give a greater --limit") }
    if shown.isEmpty { context.terminal.note("No file was done yet: `qix coins issue --file FILE`.") }
  }
}

extension BatchRecord {
  /// Whether the file was read to its end.
  var state: String { isWhole ? "whole" : "begun" }
}
