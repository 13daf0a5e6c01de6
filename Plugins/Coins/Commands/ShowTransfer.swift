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
    answer: AnswerShape("coins.show/2", fields), route: .at("GET /v1/transfers/{transfer}"),
    givenByCustomers: ["transfer"])

  @Positional("transfer", .transferOrKey, "The trf_…, or the idempotency key that it came with")
  private var transfer: String

  private static let fields: [Field<(trace: Trace, heirs: [UserID?])>] =
    [
      Field("transfer", .id.orNull) { $0.trace.record.id },
      Field("kind", .text) { $0.trace.record.name },
      Field("amount", .coins.orNull) { $0.trace.record.amount },
      Field("asset", .text) { $0.trace.asset },
      Field("from", .cell(.text)) { $0.trace.record.from.cell },
      Field("to", .cell(.text)) { $0.trace.record.to.cell },
      // The ledger names who had the wallet then; it may have been merged into another's since.
      Field(optional: "from_now", .id, "from, now of", for: .user) { $0.heirs[0] },
      Field(optional: "to_now", .id, "to, now of", for: .user) { $0.heirs[1] },
      Field("at", .time, "happened") { $0.trace.record.at },
      Field("booked", .time) { $0.trace.record.id.created },
      Field("expires", .time) { $0.trace.record.expires }.labelled { $0.trace.record.kind.expiryLabel },
      Field(optional: "welcome", .boolean) { $0.trace.isWelcome ? true : nil },
      Field("related", .id, "of") { $0.trace.record.related },
      Field("reason", .text, for: .reason) { $0.trace.record.reason },
      Field("metadata", .text, for: .reason) { $0.trace.record.metadata },
      Field("key", .text, for: .key) { $0.trace.record.key },
    ] + [Field<Record>].purpose.of { $0.trace.record } + [
      Field("block", .integer) { $0.trace.block },
      Field("followed_by", rows: followers, title: "Followed by") { $0.trace.followers },
      Field("lots", rows: lots, title: "Coins credited") { $0.trace.lots },
      Field("draws", rows: draws, title: "Coins taken (given back where negative)") { $0.trace.draws },
    ]

  private static let followers: [Field<Trace.Follower>] = [
    Field("transfer", .id, for: .trace) { $0.transfer },
    Field("kind", .text) { $0.kind.name },
    Field("amount", .coins.orNull) { $0.amount },
  ]

  private static let lots: [Field<Trace.Lot>] = [
    Field("lot", .integer) { $0.number },
    Field("amount", .coins.orNull) { $0.amount },
    Field("remaining", .coins, "LEFT") { $0.remaining },
    Field("expires", .time) { $0.expires },
    Field("drawn_by", .list(of: .id), for: .trace) {
      .list($0.drawnBy.map { .identifier($0) }, separator: " ")
    },
  ]

  private static let draws: [Field<Trace.Draw>] = [
    Field("lot", .integer) { $0.lot },
    Field("amount", .coins.orNull) { $0.amount },
    Field("expires", .time) { $0.expires },
    Field("granted_by", .id, for: .trace) { $0.grantedBy },
    Field("merged_from", .id, for: .user) { $0.merged },
  ]

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let directory = try context.service(Users.directory)
    let (trace, heirs) = try context.database.read { connection in
      var trace = try Trace.find(context.transfer(named: transfer, in: connection), at: now, in: connection)
      try context.requireOwn(trace.record, in: connection)
      trace.record = try TransferPurposes(context).named(trace.record, in: connection)
      let heirs = try [trace.record.from.owner, trace.record.to.owner].map { owner -> UserID? in
        let heir = try owner.flatMap { try directory.heir(of: $0, in: connection) }
        // Customers know the wallets that they had before a merge as their own.
        if let owner, heir == context.principal.user { context.acquaintances?.meet("\(owner)") }
        return heir == owner ? nil : heir
      }
      return (trace, heirs)
    }
    var document = Document("coins.show/2", Self.fields, of: (trace: trace, heirs: heirs))
    document.primary = "\(trace.record.id)"
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
