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
    answer: AnswerShape("coins.head/2", fields))

  private static let fields: [Field<(block: Block, hash: Hash256)?>] = [
    Field("block", .integer) { $0?.block.number ?? 0 },
    Field("hash", .text) { $0.map { "\($0.hash)" } },
    Field("transfers", .integer, "transfers so far") {
      $0.map { $0.block.firstTransfer + $0.block.transfers - 1 } ?? 0
    },
    Field("sealed_at", .time, "sealed") { $0?.block.sealedAt },
  ]

  func run(in context: Context) throws -> Document {
    let head = try context.database.read { connection in
      let newest: Int64 = try connection.fetchOne("SELECT max(block) FROM coins_blocks") ?? 0
      return newest == 0
        ? nil : (block: try Proof.block(newest, in: connection), hash: try Chain.hash(of: newest, in: connection))
    }
    var document = Document("coins.head/2", Self.fields, of: head)
    document.primary = head.map { "\($0.hash)" }
    if let head {
      document.note("Prove a transfer against it: `qix coins prove TRANSFER --head \(head.block.number)`.")
    } else {
      document.note("Nothing has been sealed yet, so there is nothing to publish.")
    }
    return document
  }
}
