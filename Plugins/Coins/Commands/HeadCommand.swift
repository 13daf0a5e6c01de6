internal import CoinsContract
internal import QixCrypto
internal import QixModule

/// `qix coins head`
struct HeadCommand: Command {
  static let declaration = Declaration(
    "head", "Show the newest sealed block: once its hash is published, any change before it shows.",
    roles: [.operator, .auditor],
    discussion: "Before the first seal it is block 0, without a hash.",
    examples: [
      Example("qix coins head --json", "to publish, every night for instance")
    ],
    answer: "coins.head/2: block integer, hash text?, transfers integer, sealed_at time?")

  func run(in context: Context) throws -> Document {
    let head = try context.database.read { connection in
      let newest: Int64 = try connection.fetchOne("SELECT max(block) FROM coins_blocks") ?? 0
      return newest == 0
        ? nil : (block: try Proof.block(newest, in: connection), hash: try Chain.hash(of: newest, in: connection))
    }
    var document = Document("coins.head/2")
    document.primary = head.map { "\($0.hash)" }
    document.field("block", .integer(head?.block.number ?? 0))
    document.field("hash", .text(head.map { "\($0.hash)" }))
    document.field(
      "transfers", "transfers so far", .integer(head.map { $0.block.firstTransfer + $0.block.transfers - 1 } ?? 0))
    document.field("sealed_at", "sealed", .timestamp(head?.block.sealedAt))
    if let head {
      document.note("Prove a transfer against it: `qix coins prove TRANSFER --head \(head.block.number)`.")
    } else {
      document.note("Nothing has been sealed yet, so there is nothing to publish.")
    }
    return document
  }
}
