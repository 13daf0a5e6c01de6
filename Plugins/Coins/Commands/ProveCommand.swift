internal import CoinsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins prove`
struct ProveCommand: OldCommand {
  private static let transfer = OldPositional("transfer", .identifier(TransferID.self), "The trf_… to prove")
  private static let head = OldOption<Int64>(
    "head", .integer(in: 1...Int64.max), placeholder: "BLOCK", "Against this block's hash; the default is the newest")

  static let declaration = Declaration(
    "prove", "Print the proof that a transfer is in the ledger.", roles: [.operator, .support, .auditor],
    discussion: """
      The proof is a JSON object. Whoever has a published head can check it without the ledger and without qix: \
      docs/verify-proof.py needs nothing but Python, docs/ledger.md says how it is put together.
      """,
    parameters: [transfer, head],
    examples: [
      Example("qix coins prove trf_01m7w9tzg3f7fs9hn862jj74bb > proof.json", "against the newest head"),
      Example("qix coins prove trf_01m7w9tzg3f7fs9hn862jj74bb --head 41", "against a head published earlier"),
    ])

  private let transfer: TransferID
  private let head: Int64?

  init(_ arguments: Arguments) throws {
    transfer = try arguments.require(Self.transfer)
    head = arguments[Self.head]
  }

  func run(in context: Context) throws {
    let json = try context.database.read { connection in
      let proof = try Proof.make(transfer, head: head, in: connection)
      guard let record = try Records.find(transfer, in: connection) else { throw CoinsError.noTransfer(transfer) }
      return proof.json(record)
    }
    try context.terminal.write(json)
  }
}
