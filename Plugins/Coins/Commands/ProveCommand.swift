internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix coins prove`
struct ProveCommand: Command {
  static let declaration = Declaration(
    "prove", "Print the proof that a transfer is in the ledger.", roles: [.operator, .support, .auditor, .user],
    discussion: """
      The proof is a JSON object. Anyone who has a published head can check it without the ledger and without qix. \
      docs/verify-proof.py needs only Python, and docs/ledger.md explains the format. Name a transfer by its trf_…, \
      or by its idempotency key if you may know keys.
      """,
    examples: [
      Example("qix coins prove order-981 > proof.json", "against the newest head"),
      Example("qix coins prove trf_01m7w9tzg3f7fs9hn862jj74bb --head 41", "against a head published earlier"),
    ], route: .at("GET /v1/transfers/{transfer}/proof"),
    givenByCustomers: ["transfer", "head"])

  @Positional("transfer", .transferOrKey, "The trf_… to prove, or the idempotency key that it came with")
  private var name: String
  @Option(
    "head", .integer(in: 1...Int64.max), placeholder: "BLOCK",
    "Prove against this block's hash; the default is the newest")
  private var head: Int64?

  func run(in context: Context) throws -> Printed {
    let json = try context.database.read { connection in
      let transfer = try context.transfer(named: name, in: connection)
      let proof = try Proof.make(transfer, head: head, in: connection)
      guard let record = try Records.find(transfer, in: connection) else { throw CoinsError.noTransfer(transfer) }
      try context.requireOwn(record, in: connection)
      return proof.json(record) { context.face.plain($0.cell) }
    }
    try context.face.write(context.face.told(json))
    return Printed()
  }
}
