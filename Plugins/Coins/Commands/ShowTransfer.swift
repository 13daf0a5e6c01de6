internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix coins show`
struct ShowTransfer: Command {
  static let declaration = Declaration(
    "show", "Show a transfer: its accounts, its lots, what became of them, its block.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      Name a transfer by its trf_…, or by its idempotency key, such as an order's number. Not every role may know \
      keys (docs/roles.md).

      Follow coins from their grant to their spending: a grant's lots name the transfers that drew on them.
      """,
    examples: [
      Example("qix coins show order-981", "the one that came with this key"),
      Example("qix coins show trf_01m7w9tzg3f7fs9hn862jj74bb", "the one of this id"),
    ],
    answer: """
      coins.show/2: transfer id?, kind text, amount coins?, asset text, from text, to text, from_now? id?, to_now? id?,
      at time, booked time, expires time?, welcome? boolean, related id?, reason text?, metadata text?, key text?,
      block integer, followed_by [transfer id?, kind text, amount coins?], lots [lot integer, amount coins?, remaining coins, expires time?, drawn_by id*?],
      draws [lot integer, amount coins?, expires time?, granted_by id?, merged_from integer?]
      """, route: .at("GET /v1/transfers/{transfer}"), givenByCustomers: ["transfer"])

  @Positional("transfer", .transferOrKey, "The trf_…, or the idempotency key that it came with")
  private var transfer: String

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let directory = try context.service(Users.directory)
    let (trace, heirs) = try context.database.read { connection in
      let trace = try Trace.find(context.transfer(named: transfer, in: connection), at: now, in: connection)
      try context.requireOwn(trace.record, in: connection)
      let heirs = try [trace.record.from.owner, trace.record.to.owner].map { owner in
        try owner.flatMap { try directory.heir(of: $0, in: connection) }.flatMap { $0 == owner ? nil : $0 }
      }
      return (trace, heirs)
    }
    let record = trace.record
    var document = Document("coins.show/2")
    document.primary = "\(record.id)"
    document.field("transfer", .identifier(record.id))
    document.field("kind", .text(record.name))
    document.field("amount", .coins(record.amount))
    document.field("asset", .text(trace.asset))
    document.field("from", record.from.cell)
    document.field("to", record.to.cell)
    // The ledger names who had the wallet then; it may have been merged into another's since.
    for (key, label, heir) in [("from_now", "from, now of", heirs[0]), ("to_now", "to, now of", heirs[1])] {
      if let heir { document.field(key, label, .identifier(heir), confidential: .user) }
    }
    document.field("at", "happened", .timestamp(record.at))
    document.field("booked", .timestamp(record.id.created))
    document.field(
      "expires", record.kind == .hold ? "times out" : "expires", .timestamp(record.expires))
    if trace.isWelcome { document.field("welcome", .boolean(true)) }
    document.field("related", "of", record.related.map { .identifier("\($0)") } ?? .missing)
    document.field("reason", .text(record.reason), confidential: .reason)
    document.field("metadata", .text(record.metadata), confidential: .reason)
    document.field("key", .text(record.key), confidential: .key)
    document.field("block", .integer(trace.block))
    document.table(
      "followed_by", title: "Followed by",
      columns: [
        Column("transfer", "TRANSFER", confidential: .trace), Column("kind", "KIND"),
        Column("amount", "AMOUNT", alignment: .trailing),
      ],
      rows: trace.followers.map {
        [$0.transfer.map { .identifier("\($0)") } ?? .missing, .text($0.kind.name), .coins($0.amount)]
      })
    document.table(
      "lots", title: "Coins credited",
      columns: [
        Column("lot", "LOT", alignment: .trailing), Column("amount", "AMOUNT", alignment: .trailing),
        Column("remaining", "LEFT", alignment: .trailing), Column("expires", "EXPIRES"),
        Column("drawn_by", "DRAWN BY", confidential: .trace),
      ],
      rows: trace.lots.map {
        [
          .integer($0.number), .coins($0.amount), .coins($0.remaining), .timestamp($0.expires),
          .list($0.drawnBy.map { .identifier("\($0)") }, separator: " "),
        ]
      })
    document.table(
      "draws", title: "Coins taken (given back where negative)",
      columns: [
        Column("lot", "LOT", alignment: .trailing), Column("amount", "AMOUNT", alignment: .trailing),
        Column("expires", "EXPIRES"), Column("granted_by", "GRANTED BY", confidential: .trace),
        Column("merged_from", "MERGED FROM", confidential: .user),
      ],
      rows: trace.draws.map {
        [
          .integer($0.lot), .coins($0.amount), .timestamp($0.expires),
          .identifier("\($0.grantedBy)"), $0.merged.map { .identifier("\($0)") } ?? .missing,
        ]
      })
    return document
  }
}

extension Context {
  /// The transfer that is named by its id, or by the idempotency key that it came with.
  /// - Throws: `CoinsError.noTransferWithKey`, `coins.key-not-told`.
  func transfer(named name: String, in connection: Connection) throws -> TransferID {
    if let id = TransferID(name) { return id }
    // Whoever may not know keys is not told which there are.
    guard principal.mayKnow(.key) else {
      guard !principal.isCustomer else { throw CoinsError.noTransferWithKey(name) }
      throw Failure(
        "coins.key-not-told", .notAllowed, "give the trf_… of the transfer: its key may belong to another sender",
        hint: "To learn the id from the key, send the operation again under it: its sender gets the first result.")
    }
    let found: TransferID? = try connection.fetchOne("SELECT id FROM coins_transfers WHERE key = \(name)")
    guard let found else { throw CoinsError.noTransferWithKey(name) }
    return found
  }

  /// Makes sure that a transfer moved coins of the caller, where a customer asks for it.
  func requireOwn(_ record: Record, in connection: Connection) throws {
    try requireOwn(record.from.owner, record.to.owner, in: connection, else: CoinsError.noTransfer(record.id))
  }
}

extension ValueType where Value == String {
  /// A transfer's id, shortened or whole, or an idempotency key.
  static var transferOrKey: ValueType {
    ValueType(placeholder: "TRANSFER") { $0 }.takingShort(IdentifierKind(TransferID.self))
  }
}
