internal import CoinsContract
internal import QixModule

/// `qix coins show`
struct ShowTransfer: Command {
  static let declaration = Declaration(
    "show", "Show a transfer: its accounts, its lots, what became of them, its block.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: "Follow coins from their grant to their spending: a grant's lots name the transfers that drew on them.",
    examples: [Example("qix coins show trf_01m7w9tzg3f7fs9hn862jj74bb", "one transfer")],
    answer: """
      coins.show/2: transfer id?, kind text, amount coins?, asset text, from text, to text, at time, booked time,
      expires time?, related id?, reason text?, metadata text?, key text?, block integer, followed_by [transfer id?,
      kind text, amount coins?], lots [lot integer, amount coins?, remaining coins, expires time?, drawn_by id*?],
      draws [lot integer, amount coins?, expires time?, granted_by id?, merged_from integer?]
      """, route: .at("GET /v1/transfers/{transfer}"))

  @Positional("transfer", .identifier(TransferID.self), "The trf_… to show") private var transfer: TransferID

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let trace = try context.database.read { try Trace.find(transfer, at: now, in: $0) }
    let record = trace.record
    var document = Document("coins.show/2")
    document.primary = "\(record.id)"
    document.field("transfer", .identifier(record.id))
    document.field("kind", .text(record.name))
    document.field("amount", .coins(record.amount))
    document.field("asset", .text(trace.asset))
    document.field("from", .text("\(record.from)"))
    document.field("to", .text("\(record.to)"))
    document.field("at", "happened", .timestamp(record.at))
    document.field("booked", .timestamp(record.id.created))
    document.field(
      "expires", record.kind == .hold ? "times out" : "expires", .timestamp(record.expires))
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
