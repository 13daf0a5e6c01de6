internal import CampaignsContract
internal import DrawsContract
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import QixTerminal

/// `qix shake show`
struct ShowShake: OldCommand {
  static let shake = OldPositional("shake", .identifier(ShakeID.self), "The shk_… to show")

  static let declaration = Declaration(
    "show", "Show what became of a shake.", roles: [.operator, .integrator, .support, .auditor],
    parameters: [shake],
    examples: [Example("qix shake show shk_01m7w9tzg3f7fs9hn862jj74bb", "one shake")])

  private let shake: ShakeID

  init(_ arguments: Arguments) throws { shake = try arguments.require(Self.shake) }

  func run(in context: Context) throws {
    let directory = try context.service(Campaigns.directory)
    let (record, campaign, settled) = try context.database.read { connection in
      let record = try ShakeRecord.required(shake, in: connection)
      return (
        record, try directory.find("\(record.campaign)", in: connection)?.name,
        try SettlementRecord.all(of: shake, in: connection)
      )
    }
    let notice = try Trace.notice(record.trace)
    let refusal = try record.reason()
    var document = Document("shake.show/1")
    document.primary = "\(record.id)"
    document.field("shake", "shake", .identifier("\(record.id)"))
    document.field("number", "number", .integer(record.number))
    document.field("at", "at", .timestamp(record.at))
    document.field("user", "user", .identifier("\(record.user)"))
    document.field("campaign", "campaign", .text(campaign ?? "\(record.campaign)"))
    document.field("type", "type", .text(record.type))
    document.field("outcome", "outcome", .text(record.outcome.name))
    document.field("coins", "coins", .coins(record.coins))
    document.field("transfer", "transfer", record.transfer.map { .identifier("\($0)") } ?? .missing)
    document.field("refusal", "refused", refusal.map { .text($0.code) } ?? .missing)
    document.field("message", "because", refusal.map { .text($0.sentence) } ?? .missing)
    let isOpen = notice != nil && settled.isEmpty
    document.field("waits", "waits", notice.flatMap { isOpen ? .text($0.code) : nil } ?? .missing)
    document.field("paid", "paid by now", .coins(settled.reduce(record.coins) { $0 + $1.coins }))
    document.field("units", "units", .integer(record.units))
    document.field("drawn", "number drawn", record.drawn.map { .text("\($0.value)") } ?? .missing)
    document.field("bound", "of so many", record.drawn.map { .text("\($0.bound)") } ?? .missing)
    let window = record.drawn.flatMap { drawn in drawn.window.withUnsafeBytes { DrawWindowID($0) } }
    document.field("draw_window", "draw window", window.map { .identifier("\($0)") } ?? .missing)
    document.field("claim", "counts once", record.claim.map(Cell.text) ?? .missing)
    document.field("directive", "directive", record.directive.map(Cell.text) ?? .missing)
    document.field("key", "key", record.key.map(Cell.text) ?? .missing, confidential: .key)
    try context.terminal.emit(document)
    context.terminal.note("Next: `qix shake explain \(record.id)`.")
  }
}

extension ShakeRecord {
  /// - Throws: `ShakesError.noShake`.
  static func required(_ id: ShakeID, in connection: Connection) throws -> ShakeRecord {
    guard let record = try find(id, in: connection) else { throw ShakesError.noShake(id) }
    return record
  }
}
