internal import CoinsContract
internal import QixCrypto
internal import QixModule

/// `qix coins head`
struct HeadCommand: Command {
  static let declaration = Declaration(
    "head", "Show the newest sealed block: publish its hash, and nobody can rewrite what lies before it.",
    roles: [.operator, .auditor],
    examples: [
      Example("qix coins head --json", "to publish, every night for instance")
    ],
    answer: "coins.head/1: block integer, hash text, transfers integer, sealed_at time")

  func run(in context: Context) throws -> Document {
    let (block, hash) = try context.database.read { connection in
      let newest = try connection.first("SELECT max(block) FROM coins_blocks") { $0.integer(0) } ?? 0
      guard newest > 0 else { throw EmptyLedger() }
      return (try Proof.block(newest, in: connection), try Chain.hash(of: newest, in: connection))
    }
    var document = Document("coins.head/1")
    document.primary = "\(hash)"
    document.field("block", .integer(block.number))
    document.field("hash", .text("\(hash)"))
    document.field("transfers", "transfers so far", .integer(block.firstTransfer + block.transfers - 1))
    document.field("sealed_at", "sealed", .timestamp(block.sealedAt))
    document.note("Prove a transfer against it: `qix coins prove TRANSFER --head \(block.number)`.")
    return document
  }
}

struct EmptyLedger: Diagnosable, Equatable {
  var category: ErrorCategory { .notFound }
  var code: String { "coins.empty" }
  var description: String { "the ledger is empty: nothing has been sealed yet" }
  var hint: String? { "Issue coins first: `qix coins issue --to USER --amount 50`." }
}
