internal import CampaignsContract
internal import DrawsContract
internal import IdentityContract
internal import QixShake

/// `qix shake show`
struct ShowShake: Command {
  static let declaration = Declaration(
    "show", "Show a shake and its outcome.", roles: [.operator, .integrator, .support, .auditor, .user],
    examples: [
      Example("shk=$(qix shake list --user shop-4711 --quiet | head -n 1) && qix shake show \"$shk\"", "one shake")
    ],
    answer: AnswerShape("shake.show/1", Page.fields), follows: ["shake.settled"], givenByCustomers: ["shake"])

  private struct Page {
    let record: ShakeRecord
    let campaign: String
    let standing: ShakeRecord.Standing
    /// Why it was refused, and the code of what it waits for.
    let reason: Sentence?
    let waits: String?

    static let fields: [Field<Page>] = [
      Field("shake", .id) { $0.record.id },
      Field("number", .integer) { $0.record.number },
      Field("at", .time) { $0.record.at },
      Field("user", .id) { $0.record.user },
      Field("campaign", .text.orNull) { $0.campaign },
      Field("type", .text) { $0.record.type },
      Field("outcome", .text) { $0.standing.outcome },
      Field("coins", .coins, "paid at once") { $0.record.coins },
      Field("transfer", .id) { $0.record.transfer },
      Field("prize", .text, shown: { $0.standing.gift != nil }) { $0.standing.gift?.name },
      Field("given", .id, shown: { $0.standing.gift != nil }) { $0.standing.gift?.given },
      Field("refusal", .text, "refused") { $0.standing.refusal },
      Field("message", .text, "because") { $0.reason },
      Field("waits", .text) { $0.waits },
      Field("paid", .coins, "paid so far") { $0.standing.coins },
      Field("units", .integer) { $0.record.units },
      Field("drawn", .text, "number drawn") { $0.record.drawn.map { "\($0.value)" } },
      Field("bound", .text, "out of") { $0.record.drawn.map { "\($0.bound)" } },
      Field("draw_window", .id) { $0.record.drawn.flatMap { $0.window.withUnsafeBytes { DrawWindowID($0) } } },
      Field("claim", .text, "counts once") { $0.record.claim },
      Field("directive", .text) { $0.record.directive },
      Field("key", .text, for: .key) { $0.record.key },
    ]
  }

  @Positional("shake", .identifier(ShakeID.self), "The shk_… to show") private var shake: ShakeID

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Campaigns.directory)
    let (record, campaign, settled) = try context.database.read { connection in
      let record = try ShakeRecord.required(shake, in: connection)
      try context.requireOwn(record.user, in: connection, else: ShakesError.noShake(shake))
      return (
        record, try directory.find("\(record.campaign)", in: connection)?.name,
        try SettlementRecord.all(of: shake, in: connection)
      )
    }
    let (standing, reason) = (try record.standing(settled), try record.reason())
    var document = Document(
      "shake.show/1", Page.fields,
      of: Page(
        record: record, campaign: campaign ?? "\(record.campaign)", standing: standing,
        reason: standing.refusal.flatMap {
          $0 == reason?.code ? reason?.sentence : settled.last?.sentence
        },
        waits: standing.outcome == "waits" ? try Trace.notice(record.trace)?.code : nil))
    document.primary = "\(record.id)"
    document.next("`qix shake explain \(record.id)`")
    return document
  }
}

extension ShakeRecord {
  /// - Throws: `ShakesError.noShake`.
  static func required(_ id: ShakeID, in connection: Connection) throws -> ShakeRecord {
    guard let record = try find(id, in: connection) else { throw ShakesError.noShake(id) }
    return record
  }
}
