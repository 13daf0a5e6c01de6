internal import QixBatch
internal import QixModule

/// `qix coins batch list`
struct ListBatches: Command {
  static let declaration = Declaration(
    "list", "List the files with lines that were done, newest first.", roles: [.operator, .auditor],
    examples: [Example("qix coins batch list", "the last fifty")],
    answer: AnswerShape("coins.batches/1", "batches", rows: fields))

  private static let fields: [Field<(batch: BatchRecord, standing: BatchStanding)>] = [
    Field("name", .text) { $0.batch.name },
    Field("action", .text) { $0.batch.action },
    Field("lines", .integer) { $0.batch.lines },
    Field("coins", .coins) { $0.batch.coins },
    Field("begun", .time) { $0.batch.begun },
    Field("state", .text) { $0.batch.state($0.standing) },
    Field("actor", .text, "BY") { $0.batch.actor },
  ]

  @Option("limit", .rows(), placeholder: "N", "Batches at most", default: "50")
  private var limit: Int64

  func run(in context: Context) throws -> Document {
    // One more than is shown tells whether there is more.
    let found = try context.database.read { connection in
      try BatchRecord.list(limit: limit + 1, in: connection).map { batch in
        // What other modules have done is nothing of the ledger's.
        let isOurs = batch.action.hasPrefix("\(CoinsModule.id).")
        return (batch: batch, standing: try isOurs ? BatchStanding(of: batch, in: connection) : BatchStanding())
      }
    }
    var document = Document("coins.batches/1")
    document.page(
      "batches", Self.fields, found: found, limit: limit, none: "No file was done yet: `qix coins issue --file FILE`.")
    return document
  }
}

extension BatchRecord {
  /// Whether its file was read to the end, every line of it was done, and that stands.
  func state(_ standing: BatchStanding) -> String {
    if standing.isReversed { return "reversed" }
    if standing.isTouched { return "partly reversed" }
    guard isWhole else { return "begun" }
    return refused > 0 ? "partial" : "whole"
  }
}
